import { z } from 'zod';
import { deliveryFailures, deliveryProblems, deliveryStates, sendActions } from './choices.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { idParams, instant, pageQuery, wholeNumber } from './paging.ts';
import { scheduledEmailView, scheduleItem } from './schedule.ts';

/** How an email goes out to mailboxes of one provider. */
export const providerProgress = z.object({
  /** Such as Google, or a domain; empty for all that are small and accept everything. */
  name: z.string(),
  /** What was sent in the last second, or just before a process was killed, is among that of the others. */
  sent: z.number().int(),
  /** Put off, because the provider asked for less mail; at most 100,000 are counted. */
  waiting: z.number().int(),
  /** Nothing is sent to the provider until then; `null` if it does accept emails. */
  until: instant.nullable(),
  /** With which answer it asked for less mail within the last hour. */
  reason: z.string().nullable(),
});
export type ProviderProgress = z.infer<typeof providerProgress>;

/** How an email goes out through one of two mail servers. */
export const relayProgress = z.object({
  relay: z.enum(['first', 'second']),
  /** About: what a process that was killed had sent in its last second is missing. */
  sent: z.number().int(),
  /** Nothing goes through it until then; `null` if it takes emails. */
  until: instant.nullable(),
  /** Why it takes none. */
  reason: z.string().nullable(),
});
export type RelayProgress = z.infer<typeof relayProgress>;

/** The progress of an email that is sent to each reader from here. The numbers count readers. */
export const deliveryProgress = z.object({
  status: z.enum(['preparing', 'sending', 'paused', 'sent']),
  recipients: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  /** The mail server's answer was lost: they may have it or not. */
  unknown: z.number().int(),
  /** Of the unknown ones: nobody has decided yet whether to send again or to leave them. */
  undecided: z.number().int(),
  deferred: z.number().int(),
  inFlight: z.number().int(),
  queued: z.number().int(),
  skipped: z.number().int(),
  reason: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  /** The different times at which it is due where its readers live, and how many of them have come. */
  waves: z.object({ total: z.number().int(), begun: z.number().int() }),
  /** When it is due for the next readers; `null` if there are none, or some are due now. */
  nextAt: instant.nullable(),
  /**
   * Why nothing is sent until then: a limit of the owner is used up, such as that of an hour (of two mail servers, that of
   * both), or the process that was sending ended. In lists, only the latter is known.
   */
  hold: z
    .object({
      until: instant,
      reason: z.string(),
      /** Whether it is the latter; otherwise left out. */
      isInterruption: z.boolean().optional(),
    })
    .nullable(),
  /** What the owner can do now. An email that goes on by itself, once its mail server is set again, cannot be resumed. */
  actions: z.array(z.enum(sendActions)),
  /** Readers whom the warm-up of a new domain holds back for this email; `null` without one, and if it holds back nobody. */
  warmUp: z
    .object({
      held: z.number().int(),
      /** Readers who get this email at most: what other emails of its day left of the day's amount. */
      most: z.number().int(),
      /** The day's place in the schedule, from 1, and how many it has; `null` once the warm-up is switched off. */
      day: z.number().int().nullable(),
      days: z.number().int().nullable(),
    })
    .nullable(),
  /** Empty if there is nothing to tell apart, and in lists. */
  providers: z.array(providerProgress),
  /** Both, if there are two; otherwise empty, and empty in lists. */
  relays: z.array(relayProgress),
});
export type DeliveryProgress = z.infer<typeof deliveryProgress>;

/** How the sending of an email stands. While nobody continues it, it is not being sent. */
export function sendStanding({
  status,
  hold,
}: Pick<DeliveryProgress, 'status' | 'hold'>): DeliveryProgress['status'] | 'interrupted' {
  return status === 'sending' && hold?.isInterruption ? 'interrupted' : status;
}

/** Why nothing is sent, and when that ends, as sentences. */
export function describeHold(
  { until, reason }: NonNullable<DeliveryProgress['hold']>,
  show: (until: string) => string,
  now = new Date(),
): string {
  const when = new Date(until) > now ? show(until) : 'with the next pass of the processor';
  return `${reason} Sending continues ${when}.`;
}

/** How many readers have one problem. */
export const problemCount = z.object({
  state: z.enum(deliveryProblems),
  /** `null` if it does not concern a reader, such as a broken connection. */
  failure: z.enum(deliveryFailures).nullable(),
  count: z.number().int(),
});
export type ProblemCount = z.infer<typeof problemCount>;

/**
 * The delivery of an email. `progress` is `null` before its time has come, and if the provider itself sends to the
 * list.
 */
export const emailDelivery = scheduleItem.extend({
  progress: deliveryProgress.nullable(),
  /** One entry for each problem; empty after about a month, when they are deleted. */
  problems: z.array(problemCount),
});
export type EmailDelivery = z.infer<typeof emailDelivery>;

export const deliveryChange = z.object({
  /**
   * `again`: resends it to readers for whom the answer was lost; some may get it twice. `leave`: leaves them as they are,
   * and they no longer count as undecided.
   */
  action: z.enum(sendActions),
});

/** An email that is being sent or was sent. */
export const sendView = scheduledEmailView
  .pick({ id: true, scheduledDate: true })
  .extend({ word: z.string(), progress: deliveryProgress });
export type SendView = z.infer<typeof sendView>;

export const sendList = z.object({
  /** The latest first. */
  sends: z.array(sendView),
  /** When the next email is due, or should have started; `null` if none is scheduled. */
  nextAt: instant.nullable(),
});
export type SendList = z.infer<typeof sendList>;

export const sendsQuery = z.object({
  limit: wholeNumber('Limit', 1, limits.pageSizeMax).prefault(limits.sendsListed),
});

/** A reader who did not get an email, or may not have gotten it. */
export const problemView = z.object({
  readerId: z.number().int(),
  email: z.string(),
  firstName: z.string(),
  state: z.enum(deliveryProblems),
  failure: z.enum(deliveryFailures).nullable(),
  /** The mail server's answer, or what happened instead. */
  answer: z.string().nullable(),
  attempts: z.number().int(),
  /** When it ended, or when it will be retried. */
  at: instant,
});
export type ProblemView = z.infer<typeof problemView>;

export const problemsPage = z.object({
  readers: z.array(problemView),
  /** Across all pages. */
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

/** What became of one email to a reader. */
export const recipientView = problemView.extend({ state: z.enum(deliveryStates) });
export type RecipientView = z.infer<typeof recipientView>;

export const recipientsPage = z.object({
  readers: z.array(recipientView),
  /** Across all pages. */
  total: z.number().int(),
  hasMore: z.boolean(),
});
export type RecipientsPage = z.infer<typeof recipientsPage>;

export const recipientsQuery = pageQuery(limits.deliveryPageSize)
  .pick({ page: true, limit: true, search: true })
  .extend({
    state: z.enum(deliveryStates, `Choose one of ${deliveryStates.join(', ')}`).optional(),
    failure: z.enum(deliveryFailures, `Choose one of ${deliveryFailures.join(', ')}`).optional(),
  });
export type RecipientsQuery = z.infer<typeof recipientsQuery>;

/** What became of one email to one reader. */
export const readerDelivery = z.object({
  /** The id of the schedule entry; `null` if it was removed. */
  id: z.number().int().nullable(),
  word: z.string(),
  state: z.enum(deliveryStates),
  failure: z.enum(deliveryFailures).nullable(),
  answer: z.string().nullable(),
  attempts: z.number().int(),
  /** When it ended, or when it is due. */
  at: instant,
});
export type ReaderDelivery = z.infer<typeof readerDelivery>;

export const deliveryEndpoints = {
  listSends: {
    method: 'GET',
    path: '/api/admin/schedule/sends',
    summary: 'Emails that are being or were sent from here, with their progress, latest first.',
    access: 'session',
    query: sendsQuery,
    answer: sendList,
  },
  getDelivery: {
    method: 'GET',
    path: '/api/admin/schedule/{id}/delivery',
    summary: 'An email and, if it is sent from here, how many readers got it.',
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
  listRecipients: {
    method: 'GET',
    path: '/api/admin/schedule/{id}/delivery/readers',
    summary:
      'Every reader of an email that is sent from here: what became of it, when, and what the server said.',
    access: 'session',
    params: idParams,
    query: recipientsQuery,
    answer: recipientsPage,
    errors: ['schedule.not_found'],
  },
  changeDelivery: {
    method: 'POST',
    path: '/api/admin/schedule/{id}/delivery',
    summary:
      'Pause, resume or stop an email that is being sent, or decide about readers without an answer: send again, or leave them.',
    access: 'session',
    params: idParams,
    body: deliveryChange,
    answer: emailDelivery,
    errors: ['schedule.not_found', 'schedule.not_sending'],
  },
} as const satisfies Record<string, Endpoint>;
