import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { isStorable, notStorable } from './text.ts';

export const privacyInput = z.object({
  /** Markdown. HTML in it is shown as text. */
  content: z
    .string('The text is required')
    .refine((value) => value.trim() !== '', 'The text is required')
    .max(limits.privacyTextLength, `The text must be at most ${limits.privacyTextLength} characters`)
    .refine(isStorable, notStorable('The text')),
});
export type PrivacyInput = z.infer<typeof privacyInput>;

export const privacyEdit = privacyInput.extend({
  /**
   * The text that was edited: the change is refused if another text was saved since. If left out, any text is replaced.
   */
  replaces: z.string('This must be the text that was edited').optional(),
});
export type PrivacyEdit = z.infer<typeof privacyEdit>;

export const privacyView = z.object({
  content: z.string(),
  /** Whether it is the built-in text, which follows the settings. */
  isDefault: z.boolean(),
  /** `PRIVACY_URL`: visitors are sent there, and the text is not shown. */
  url: z.string().nullable(),
});
export type PrivacyView = z.infer<typeof privacyView>;

/** The text as the page shows it. */
export const privacyPage = z.object({
  title: z.string(),
  /** The content below the title. */
  html: z.string(),
});
export type PrivacyPage = z.infer<typeof privacyPage>;

export const privacyEndpoints = {
  getPrivacy: {
    method: 'GET',
    path: '/api/admin/privacy',
    summary: 'The text of the privacy page.',
    access: 'session',
    answer: privacyView,
  },
  savePrivacy: {
    method: 'PUT',
    path: '/api/admin/privacy',
    summary: 'Replace the text of the privacy page; refused if a text other than `replaces` is in use.',
    access: 'session',
    body: privacyEdit,
    answer: privacyView,
    errors: ['privacy.changed'],
  },
  resetPrivacy: {
    method: 'DELETE',
    path: '/api/admin/privacy',
    summary: 'Go back to the built-in text of the privacy page, which follows the settings.',
    access: 'session',
    answer: privacyView,
  },
  previewPrivacy: {
    method: 'POST',
    path: '/api/admin/privacy/preview',
    summary: 'Render a text as the privacy page would show it.',
    access: 'session',
    body: privacyInput,
    answer: privacyPage,
  },
} as const satisfies Record<string, Endpoint>;
