import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { mailCheck } from './mail-check.ts';
import { olderEmails } from './older-email.ts';
import { scheduledEmailView } from './schedule.ts';
import { signupInput } from './signups.ts';
import { isStorable, notStorable } from './text.ts';

/** Settings that the admin area shows together, in this order. */
export const settingGroups = ['general', 'sending', 'bounces', 'signups', 'pages', 'alerts'] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** How a setting is entered. A `switch` is `on` or `off`, a `choice` is one of its choices. */
export const settingFields = ['text', 'url', 'number', 'zone', 'switch', 'choice'] as const;
export type SettingField = (typeof settingFields)[number];

/** What decides a setting: the environment (or a `.env` file), what was stored, or nothing of both. */
export const settingSources = ['environment', 'stored', 'default'] as const;

export const settingView = z.object({
  /** Such as `PRODUCT_NAME`. */
  name: z.string(),
  group: z.enum(settingGroups),
  label: z.string(),
  help: z.string().nullable(),
  field: z.enum(settingFields),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  isAdvanced: z.boolean(),
  /** Never answered: `value` is always null. */
  isSecret: z.boolean(),
  /** It only counts while another setting has this value. */
  onlyWith: z.object({ name: z.string(), value: z.string() }).nullable(),
  source: z.enum(settingSources),
  /** The variable that decides it, if the environment does: it cannot be changed here. */
  variable: z.string().nullable(),
  /** As typed; null for the default, and for a secret. */
  value: z.string().nullable(),
  /** What counts while it is not set, in words; null if nothing does. */
  fallback: z.string().nullable(),
});
export type SettingView = z.infer<typeof settingView>;

export const settingsView = z.object({
  settings: z.array(settingView),
  /** Grows with every change. */
  version: z.number().int(),
});
export type SettingsView = z.infer<typeof settingsView>;

export const savedSettings = settingsView.extend({
  /** What else follows from the change and may surprise, in words; left out if nothing does. */
  notes: z.array(z.string()).optional(),
  /** Waiting emails with another text than they would have now; left out if there are none. */
  olderEmails: olderEmails.optional(),
  /** Those that got their new text right away, if that was asked for; left out if none did. */
  updatedEmails: z.array(scheduledEmailView).optional(),
});
export type SavedSettings = z.infer<typeof savedSettings>;

/** Far more than a value needs. */
const mostCharacters = 2000;

/** Settings by name. `null` goes back to the default; what is left out stays. */
const changes = z.record(
  z.string().max(60, 'There is no setting with so long a name'),
  z
    .string('Enter a text')
    .max(mostCharacters, `This must be at most ${mostCharacters} characters`)
    .refine(isStorable, notStorable('This'))
    .nullable(),
  'Send settings by name',
);

export const settingsInput = z.object({ changes });
/** `updateScheduled`: whether waiting emails get the text that follows, as far as that is done in half a minute. */
export const settingsSaveInput = settingsInput.extend({
  updateScheduled: z.boolean('Say whether waiting emails are updated').optional(),
});
export type SettingChanges = z.infer<typeof changes>;

export const settingsTestInput = z.object({ changes, to: signupInput.shape.email });

export const settingsCheck = z.object({ checks: z.array(mailCheck) });
export type SettingsCheck = z.infer<typeof settingsCheck>;

export const settingsEndpoints = {
  getSettings: {
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'The settings that can be stored, what decides each, and its value unless it is secret.',
    access: 'session',
    answer: settingsView,
  },
  saveSettings: {
    method: 'PUT',
    path: '/api/admin/settings',
    summary:
      'Store settings. They count at once here, and within seconds in every other process, without a restart.',
    access: 'session',
    body: settingsSaveInput,
    answer: savedSettings,
    errors: ['email_provider.refused', 'email_provider.unreachable'],
  },
  checkSettings: {
    method: 'POST',
    path: '/api/admin/settings/check',
    summary:
      'Check how emails would be sent with these settings: the server, the login and DNS. Stores nothing.',
    access: 'session',
    body: settingsInput,
    answer: settingsCheck,
  },
  testSettings: {
    method: 'POST',
    path: '/api/admin/settings/test',
    summary: 'Send a test email with these settings. Stores nothing.',
    access: 'session',
    body: settingsTestInput,
    answer: z.object({ message: z.string() }),
    errors: ['template.no_test', 'limit.too_many', 'email_provider.refused', 'email_provider.unreachable'],
  },
} as const satisfies Record<string, Endpoint>;
