import { z } from 'zod';
import { deliveryFailures, deliveryProblems, deliveryStates } from './choices.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { idParams, instant, pageQuery, wholeNumber } from './paging.ts';
import { scheduledEmailView, scheduleItem } from './schedule.ts';

/** How far an email is that is sent to each reader from here. The numbers are readers. */
export const deliveryProgress = z.object({
  status: z.enum(['preparing', 'sending', 'paused', 'sent']),
  recipients: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  /** The mail server's answer was lost: they may have it or not. */
  unknown: z.number().int(),
  deferred: z.number().int(),
  inFlight: z.number().int(),
  queued: z.number().int(),
  skipped: z.number().int(),
  reason: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
});
export type DeliveryProgress = z.infer<typeof deliveryProgress>;

/** How many readers have one problem. */
export const problemCount = z.object({
  state: z.enum(deliveryProblems),
  /** `null` if it is about no reader, such as a connection that broke. */
  failure: z.enum(deliveryFailures).nullable(),
  count: z.number().int(),
});
export type ProblemCount = z.infer<typeof problemCount>;

/** Of an email; `progress` is `null` before its time has come, and where the provider sends to the list by itself. */
export const emailDelivery = scheduleItem.extend({
  progress: deliveryProgress.nullable(),
  /** By what was wrong; empty once it is forgotten, about a month later. */
  problems: z.array(problemCount),
});
export type EmailDelivery = z.infer<typeof emailDelivery>;

export const deliveryChange = z.object({
  /** `again`: to those whose answer was lost; some may get it twice. */
  action: z.enum(['pause', 'resume', 'stop', 'again']),
});

/** An email that is being sent, or was. */
export const sendView = scheduledEmailView
  .pick({ id: true, scheduledDate: true })
  .extend({ word: z.string(), progress: deliveryProgress });
export type SendView = z.infer<typeof sendView>;

export const sendList = z.object({
  /** The latest first. */
  sends: z.array(sendView),
  /** When the next email is due, or was to begin; `null` if none is scheduled. */
  nextAt: instant.nullable(),
});
export type SendList = z.infer<typeof sendList>;

export const sendsQuery = z.object({
  limit: wholeNumber('Limit', 1, limits.pageSizeMax).prefault(limits.sendsListed),
});

/** A reader who did not get an email, or may not have. */
export const problemView = z.object({
  readerId: z.number().int(),
  email: z.string(),
  firstName: z.string(),
  state: z.enum(deliveryProblems),
  failure: z.enum(deliveryFailures).nullable(),
  /** The mail server's words, or what happened in place of them. */
  answer: z.string().nullable(),
  attempts: z.number().int(),
  /** When it ended; of one that is tried again, when. */
  at: instant,
});
export type ProblemView = z.infer<typeof problemView>;

export const problemsPage = z.object({
  readers: z.array(problemView),
  /** Of all pages. */
  total: z.number().int(),
  hasMore: z.boolean(),
});
export type ProblemsPage = z.infer<typeof problemsPage>;

export const problemsQuery = pageQuery(limits.deliveryPageSize)
  .pick({ page: true, limit: true })
  .extend({
    state: z.enum(deliveryProblems, `Choose one of ${deliveryProblems.join(', ')}`).optional(),
    failure: z.enum(deliveryFailures, `Choose one of ${deliveryFailures.join(', ')}`).optional(),
  });
export type ProblemsQuery = z.infer<typeof problemsQuery>;

/** What became of one email to one reader. */
export const readerDelivery = z.object({
  /** Of the entry in the schedule; `null` if it was removed. */
  id: z.number().int().nullable(),
  word: z.string(),
  state: z.enum(deliveryStates),
  failure: z.enum(deliveryFailures).nullable(),
  answer: z.string().nullable(),
  attempts: z.number().int(),
  /** When it ended; until then, when it is due. */
  at: instant,
});
export type ReaderDelivery = z.infer<typeof readerDelivery>;

export const deliveryEndpoints = {
  listSends: {
    method: 'GET',
    path: '/api/admin/schedule/sends',
    summary: 'Emails that are being sent from here or were, with how far they are, the latest first.',
    access: 'session',
    query: sendsQuery,
    answer: sendList,
  },
  getDelivery: {
    method: 'GET',
    path: '/api/admin/schedule/{id}/delivery',
    summary: 'An email, and how many readers got it, where it is sent from here.',
    access: 'session',
    params: idParams,
    answer: emailDelivery,
    errors: ['schedule.not_found'],
  },
  listProblems: {
    method: 'GET',
    path: '/api/admin/schedule/{id}/delivery/problems',
    summary: 'Readers who did not get an email, or may not have, and what the mail server said.',
    access: 'session',
    params: idParams,
    query: problemsQuery,
    answer: problemsPage,
    errors: ['schedule.not_found'],
  },
  changeDelivery: {
    method: 'POST',
    path: '/api/admin/schedule/{id}/delivery',
    summary: 'Pause an email that is being sent, go on with it, stop it, or send again what has no answer.',
    access: 'session',
    params: idParams,
    body: deliveryChange,
    answer: emailDelivery,
    errors: ['schedule.not_found', 'schedule.not_sending'],
  },
} as const satisfies Record<string, Endpoint>;
