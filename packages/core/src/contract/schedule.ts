import { z } from 'zod';
import { scheduleStatuses } from './choices.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { olderEmail, olderEmails } from './older-email.ts';
import { idParams, instant, message, wholeNumber } from './paging.ts';
import { isStorable, notStorable } from './text.ts';
import { wordView } from './words.ts';

export const scheduleInput = z.object({
  wordId: z.number(messages.schedule.wordRequired).int().positive(messages.schedule.wordRequired),
  scheduledDate: z
    .union([z.string(), z.date().transform((date) => date.toISOString())], messages.schedule.dateRequired)
    .pipe(z.string().trim().min(1, messages.schedule.dateRequired).max(40))
    .describe("ISO 8601; without an offset it is wall-clock time in the installation's time zone"),
  status: z.literal('pending', 'A new entry is always pending').default('pending'),
  /** `refuse`: not scheduled if another email goes out on that day. */
  ifDayTaken: z.enum(['schedule', 'refuse']).optional(),
});
export type ScheduleInput = Omit<z.infer<typeof scheduleInput>, 'status'> & { status?: 'pending' };

/** The new time of an email. */
export const moveInput = scheduleInput.pick({ scheduledDate: true });
export type MoveInput = z.infer<typeof moveInput>;

/** The new word of an email. */
export const swapInput = scheduleInput.pick({ wordId: true });
export type SwapInput = z.infer<typeof swapInput>;

/** The email that another one changes places with. */
export const exchangeInput = z.object({ with: z.number().int().positive() });

/** A failed email as it was before it was removed. */
export const restoreInput = scheduleInput.pick({ wordId: true }).extend({
  scheduledDate: instant,
  reason: z.string().max(2000).refine(isStorable, notStorable('The reason')).nullable(),
});
export type RestoreInput = z.infer<typeof restoreInput>;

/** What readers get, or got. Fields for each reader, such as `[fname]`, are not filled in. */
export const emailContent = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /**
   * Whether it is the text that is sent or was sent. If not, only the provider has that text, or nobody has it yet, and
   * this is what the word and the template give now.
   */
  isFinal: z.boolean(),
});
export type EmailContent = z.infer<typeof emailContent>;

export const scheduledEmailView = z.object({
  id: z.number().int(),
  wordId: z.number().int(),
  scheduledDate: instant,
  status: z.enum(scheduleStatuses),
  icontactMessageId: z.string().nullable(),
  messageId: z.number().int().nullable(),
  sendId: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
  /** Why it failed, why it is still waiting, or why no reader got it although sending it has ended; user-facing. */
  reason: z.string().nullable(),
  /** Whether it is waiting with text older than the last edit of its word or the template; only in lists. */
  hasOlderText: z.boolean().optional(),
  /**
   * Whether another provider has it than EMAIL_PROVIDER names, so that it can be neither changed nor canceled; only in
   * lists and with its delivery.
   */
  isElsewhere: z.boolean().optional(),
});
export type ScheduledEmailView = z.infer<typeof scheduledEmailView>;

/** Whether sending an email has ended, and it failed for each reader. */
export function reachedNobody({ status, reason }: Pick<ScheduledEmailView, 'status' | 'reason'>): boolean {
  return status === 'sent' && reason !== null;
}

/** A new entry, with what the check of its word found. */
export const scheduleAnswer = scheduledEmailView.extend({ warnings: z.array(z.string()).optional() });
export type ScheduleAnswer = z.infer<typeof scheduleAnswer>;
/** The email named in the path, and the one it changed places with. */
export const exchangeAnswer = z.tuple([scheduledEmailView, scheduledEmailView]);

/** The specification defines the two keys. */
export const scheduleItem = z.object({ scheduled_emails: scheduledEmailView, words: wordView });
export type ScheduleItem = z.infer<typeof scheduleItem>;
export const scheduleList = z.array(scheduleItem);
export const scheduleQuery = z.object({
  limit: wholeNumber('Limit', 1, limits.listRows).prefault(limits.listRows),
});

export const scheduleStats = z.object({
  total: z.number().int(),
  pending: z.number().int(),
  scheduled: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
});
export type ScheduleStats = z.infer<typeof scheduleStats>;

/** A send at the provider, or an entry that the provider does not have yet (`sendId` null). */
export const providerEntry = z.object({
  /** Our entry, or `null` for a send made in the provider's own pages. */
  id: z.number().int().nullable(),
  /** The word of our entry. */
  wordId: z.number().int().nullable(),
  sendId: z.string().nullable(),
  messageId: z.string().nullable(),
  messageName: z.string().nullable(),
  scheduledTime: instant.nullable(),
  recipientCount: z.number().int().nullable(),
  /** The provider's state: pending, sending, released, canceled; or failed. */
  status: z.string(),
  reason: z.string().nullable(),
  /** Whether it is waiting with text older than the last edit of its word or the template. */
  hasOlderText: z.boolean(),
  /** Whether another provider has it than EMAIL_PROVIDER names, so that it can be neither changed nor canceled. */
  isElsewhere: z.boolean().optional(),
});
export type ProviderEntry = z.infer<typeof providerEntry>;
export const providerEntries = z.array(providerEntry);

export const olderQuery = z.object({
  /** Lists only emails with this word. */
  wordId: wholeNumber('The word', 1, Number.MAX_SAFE_INTEGER).optional(),
});
export type OlderQuery = z.infer<typeof olderQuery>;

/** A waiting email that does not go out at the usual time. */
export const offTimeEmail = olderEmail.extend({
  /** The usual time on its day. */
  usualDate: instant,
  /** Why it cannot go out then: that time has passed, or another email goes out at it. */
  obstacle: z.enum(['past', 'taken']).nullable(),
});
export type OffTimeEmail = z.infer<typeof offTimeEmail>;

export const offTimeView = z.object({
  /** The usual time: wall-clock time in the installation's time zone, `HH:MM`. */
  time: z.string(),
  emails: z.array(offTimeEmail),
});
export type OffTimeView = z.infer<typeof offTimeView>;

export const sendIdParams = z.object({
  sendId: z.string().trim().min(1).max(64).refine(isStorable, notStorable('The id')),
});

const cancelErrors = [
  'schedule.not_found',
  'schedule.released',
  'schedule.sending',
  'schedule.busy',
  'email_provider.refused',
  'email_provider.unreachable',
] as const;

export const scheduleEndpoints = {
  scheduleStats: {
    method: 'GET',
    path: '/api/admin/schedule/stats',
    summary: 'How many emails are in each state.',
    access: 'session',
    answer: scheduleStats,
  },
  listSchedule: {
    method: 'GET',
    path: '/api/admin/schedule',
    summary: 'Scheduled emails with their words, newest first.',
    access: 'session',
    query: scheduleQuery,
    answer: scheduleList,
  },
  scheduleEmail: {
    method: 'POST',
    path: '/api/admin/schedule',
    summary: 'Schedule the email for a word; warns about problems with the word.',
    access: 'session',
    body: scheduleInput,
    status: 201,
    answer: scheduleAnswer,
    errors: [
      'word.not_found',
      'schedule.in_past',
      'schedule.word_waiting',
      'schedule.day_taken',
      'schedule.not_found',
      'email_provider.refused',
    ],
  },
  moveEmail: {
    method: 'PUT',
    path: '/api/admin/schedule/{id}',
    summary: 'Give an email another time, here and at the provider; a failed one is scheduled again.',
    access: 'session',
    params: idParams,
    body: moveInput,
    answer: scheduledEmailView,
    errors: [
      'schedule.in_past',
      'schedule.not_found',
      'schedule.released',
      'schedule.sending',
      'schedule.busy',
      'schedule.word_waiting',
      'word.not_found',
      'email_provider.refused',
    ],
  },
  swapWord: {
    method: 'PUT',
    path: '/api/admin/schedule/{id}/word',
    summary:
      'Give a waiting email another word, here and at the provider; warns about problems with the word.',
    access: 'session',
    params: idParams,
    body: swapInput,
    answer: scheduleAnswer,
    errors: [
      'schedule.not_found',
      'schedule.released',
      'schedule.sending',
      'schedule.busy',
      'schedule.word_waiting',
      'word.not_found',
      'email_provider.refused',
    ],
  },
  exchangeEmails: {
    method: 'POST',
    path: '/api/admin/schedule/{id}/exchange',
    summary: 'Give two waiting emails each other’s time, here and at the provider.',
    access: 'session',
    params: idParams,
    body: exchangeInput,
    status: 200,
    answer: exchangeAnswer,
    errors: [
      'input.invalid',
      'schedule.in_past',
      'schedule.not_found',
      'schedule.released',
      'schedule.sending',
      'schedule.busy',
      'email_provider.refused',
    ],
  },
  listOlderEmails: {
    method: 'GET',
    path: '/api/admin/schedule/older',
    summary:
      'Waiting emails with text older than the last edit of their word or the template, next one first.',
    access: 'session',
    query: olderQuery,
    answer: olderEmails,
  },
  updateEmail: {
    method: 'POST',
    path: '/api/admin/schedule/{id}/update',
    summary: 'Replace an email at the provider with one that has the current text.',
    access: 'session',
    params: idParams,
    status: 200,
    answer: scheduledEmailView,
    errors: [
      'schedule.not_found',
      'schedule.released',
      'schedule.sending',
      'schedule.busy',
      'email_provider.refused',
    ],
  },
  listOffTime: {
    method: 'GET',
    path: '/api/admin/schedule/off-time',
    summary:
      'Waiting emails that do not go out at the usual time, and that time on their day, next one first.',
    access: 'session',
    answer: offTimeView,
  },
  restoreEmail: {
    method: 'POST',
    path: '/api/admin/schedule/failed',
    summary: 'Put an email back on the list of failed ones, after it was removed.',
    access: 'session',
    body: restoreInput,
    status: 201,
    answer: scheduledEmailView,
    errors: ['word.not_found'],
  },
  getEmailContent: {
    method: 'GET',
    path: '/api/admin/schedule/{id}/email',
    summary: 'The subject, HTML and plain text of an email, as readers get it.',
    access: 'session',
    params: idParams,
    answer: emailContent,
    errors: ['schedule.not_found'],
  },
  cancelEmail: {
    method: 'DELETE',
    path: '/api/admin/schedule/{id}',
    summary: 'Cancel an email, here and at the provider.',
    access: 'session',
    params: idParams,
    answer: message,
    errors: cancelErrors,
  },
  listProviderSends: {
    method: 'GET',
    path: '/api/admin/schedule/icontact',
    summary: "The provider's sends, and entries it does not have yet.",
    access: 'session',
    answer: providerEntries,
  },
  cancelSend: {
    method: 'DELETE',
    path: '/api/admin/schedule/icontact/{sendId}',
    summary: 'Cancel a send at the provider, and its entry here.',
    access: 'session',
    params: sendIdParams,
    answer: message,
    errors: cancelErrors,
  },
} as const satisfies Record<string, Endpoint>;
