import type { EntityManager } from '@mikro-orm/sql';
import type { ScheduleStatus } from '../contract/choices.ts';
import type {
  EmailDelivery,
  ProblemsPage,
  ProblemsQuery,
  RecipientsPage,
  RecipientsQuery,
  SendList,
} from '../contract/deliveries.ts';
import type { OlderEmail } from '../contract/older-email.ts';
import type {
  EmailContent,
  MoveInput,
  OlderQuery,
  ProviderEntry,
  RestoreInput,
  ScheduleAnswer,
  ScheduledEmailView,
  ScheduleInput,
  ScheduleItem,
  ScheduleStats,
  SwapInput,
} from '../contract/schedule.ts';
import type { Overview } from '../contract/system.ts';
import type { EmailInDoubt } from '../contract/tomorrow.ts';
import { isMatterOfStyle, type WordFinding } from '../contract/word-check.ts';
import type { MailProvider, SendChange } from '../mail/mail-provider.ts';
import type { Actor, AuditLog } from '../owner/audit.ts';
import { parseInstant, tomorrowMorning } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { type OlderDeps, olderEmails } from '../template/older-emails.ts';
import { cancelEmail, cancelSend, checkCancel } from './cancel-email.ts';
import {
  changeDelivery,
  deliveryProblems,
  deliveryRecipients,
  emailContent,
  emailDelivery,
  listDoubts,
  listSends,
} from './email-delivery.ts';
import type { OwnTimes } from './email-time.ts';
import { exchangeEmails } from './exchange-emails.ts';
import { findWaiting, listSchedule, nextEmails, scheduleStats } from './list-schedule.ts';
import { checkMove, moveEmail, swapWord, updateEmail } from './move-email.ts';
import { createProviderSends } from './provider-sends.ts';
import { checkSchedule, restoreFailed, scheduleEmail, storeEmail } from './schedule-email.ts';
import { createEmailQueue, type EmailQueue } from './submit/email-queue.ts';
import type { SubmitDeps } from './submit/submit-email.ts';

export interface ScheduleDeps extends OwnTimes {
  database: OpenDatabase;
  now: () => Date;
  /** IANA name. */
  timezone: string;
  audit: AuditLog;
  provider: () => Promise<MailProvider>;
  /** Calls to the provider that are left today. */
  callsLeft: () => Promise<number>;
  render: SubmitDeps['render'];
  /** The key that the text of a word's email would have now. */
  textKeys: OlderDeps['textKeys'];
  /** The findings of the word check; without it, scheduling gives no warnings. */
  findings?: (wordId: number) => Promise<WordFinding[]>;
}

/** Words and the mornings that they are sent on. */
export interface Schedule {
  /** Emails with their words, latest date first; with one status, or any. */
  list(limit: number, status?: ScheduleStatus): Promise<ScheduleItem[]>;
  /** The email of a word that has not been sent yet. */
  findWaiting(wordId: number): Promise<ScheduledEmailView | undefined>;
  stats(): Promise<ScheduleStats>;
  /** The next email to be sent, and whether there is one tomorrow. */
  next(): Promise<Pick<Overview, 'next' | 'tomorrow'>>;
  /**
   * Stores an email and submits it to the provider. If the provider cannot be reached, it stays pending. A word with
   * findings is scheduled anyway, with warnings.
   *
   * @throws DomainError `input.invalid`, `schedule.in_past`, `word.not_found`, `schedule.word_waiting`,
   * `schedule.day_taken` if the input asks for that; `email_provider.refused`, and then nothing is stored;
   * `schedule.not_found` if it was canceled in the meantime
   */
  add(input: ScheduleInput): Promise<ScheduleAnswer>;
  /** The warnings that `add` would give for a word. */
  warnings(wordId: number): Promise<string[]>;
  /** Does the checks of `add` and stores nothing. @returns the instant it would be scheduled for */
  check(input: ScheduleInput): Promise<Date>;
  /**
   * Gives an email another time, here and at the provider; a failed one is scheduled again. If the provider cannot be
   * reached, the email stays pending with its new time, and a pass continues.
   *
   * @throws DomainError `input.invalid`, `schedule.in_past`, `schedule.not_found`, `schedule.busy`; `schedule.released`
   * if it was sent at its old time; `email_provider.refused`, and then it keeps its old time or fails; for a failed
   * email also `word.not_found`, `schedule.word_waiting`
   */
  move(id: number, to: MoveInput): Promise<ScheduledEmailView>;
  /**
   * Gives an email another word at the same time, in the same way as `move`; gives the same warnings as `add`.
   *
   * @throws DomainError `schedule.not_found`, `schedule.busy`, `schedule.released`, `word.not_found`,
   * `schedule.word_waiting`, `email_provider.refused`
   */
  swapWord(id: number, input: SwapInput): Promise<ScheduleAnswer>;
  /**
   * Gives two emails each other's time: both, or neither if the provider keeps one of them.
   *
   * @throws DomainError `input.invalid`, `schedule.not_found`, `schedule.busy`, `schedule.released`,
   *   `schedule.in_past`, `email_provider.refused`
   */
  exchange(id: number, otherId: number): Promise<[ScheduledEmailView, ScheduledEmailView]>;
  /**
   * Waiting emails with text older than the last edit of their word or the template, next one first; for one word or
   * all.
   */
  older(query?: OlderQuery): Promise<OlderEmail[]>;
  /**
   * Replaces an email at the provider with one that has the current text, in the same way as `move`. Does nothing if it
   * already has that text.
   *
   * @throws DomainError `schedule.not_found`, `schedule.busy`, `schedule.released`, `email_provider.refused`
   */
  update(id: number): Promise<ScheduledEmailView>;
  /** When `move` would send an email; changes nothing, and throws as `move` does, unless the provider refuses. */
  checkMove(id: number, to: MoveInput): Promise<{ word: string; scheduledDate: string }>;
  /**
   * Cancels an email here and at the provider. Safe to repeat.
   *
   * @throws DomainError `schedule.not_found`, `schedule.released`, `schedule.busy`,
   *   `email_provider.unreachable`, `email_provider.refused`
   */
  cancel(id: number): Promise<void>;
  /**
   * Puts a failed email back that `cancel` removed, under a new id; its word may wait for another day in the meantime.
   *
   * @throws DomainError `word.not_found`
   */
  restore(input: RestoreInput): Promise<ScheduledEmailView>;
  /** The email that `cancel` would cancel. @throws DomainError `schedule.not_found`, `schedule.released` */
  checkCancel(id: number): Promise<ScheduleItem>;
  /** Like `cancel`, by the provider's id of a send, even one that was made in the provider's own pages. */
  cancelSend(sendId: string): Promise<void>;
  /** What readers get, or got. @throws DomainError `schedule.not_found` */
  content(id: number): Promise<EmailContent>;
  /** An email, and how many readers got it. @throws DomainError `schedule.not_found` */
  delivery(id: number): Promise<EmailDelivery>;
  /**
   * Pauses, resumes or stops an email that is being sent, or decides about readers without an answer.
   *
   * @throws DomainError `schedule.not_found`, `schedule.not_sending`
   */
  changeDelivery(id: number, change: SendChange, actor?: Actor): Promise<EmailDelivery>;
  /**
   * One page of readers who did not get an email, or may not have gotten it. @throws DomainError `schedule.not_found`
   */
  problems(id: number, query: ProblemsQuery): Promise<ProblemsPage>;
  /** One page of all readers of an email that is sent from here. @throws DomainError `schedule.not_found` */
  recipients(id: number, query: RecipientsQuery): Promise<RecipientsPage>;
  /** Emails that are being or were sent from here, latest first; none if the provider sends them. */
  sends(limit: number): Promise<SendList>;
  /**
   * Emails of the last three days of which it is unknown whether some readers have them, latest first. `changeDelivery`
   * with `again` resends them, with `leave` it does not, and they are no longer listed.
   */
  doubts(): Promise<EmailInDoubt[]>;
  /** What the provider has, from a short cache, and our emails that it does not have. */
  providerSends(): Promise<{ entries: ProviderEntry[]; unreachable: string | undefined }>;
  /** A date and time as typed, in the installation's time zone unless it has an offset. */
  readInstant(text: string): Date | undefined;
  tomorrowMorning(): Date;
}

/** Stores an email for the next pass to submit, and something else in the same transaction. @returns its id */
export type StoreEmail = (
  input: ScheduleInput,
  within?: (em: EntityManager) => Promise<unknown>,
) => Promise<number>;

/**
 * @returns the schedule, its queue of emails for passes, and a function that stores an email without submitting it
 */
export function openSchedule(given: ScheduleDeps): {
  schedule: Schedule;
  emails: EmailQueue;
  store: StoreEmail;
} {
  const { database, now, timezone } = given;
  const sends = createProviderSends(given);
  const emails = createEmailQueue({ database, now, onChange: sends.forget });
  const deps = { ...given, emails };
  const olderIds = async () => new Set<number | null>((await olderEmails(deps)).map(({ id }) => id));
  const warnings = async (wordId: number) => {
    const found = await given.findings?.(wordId);
    return (found ?? []).filter((finding) => !isMatterOfStyle(finding)).map(({ message }) => message);
  };
  const withWarnings = async (email: ScheduledEmailView): Promise<ScheduleAnswer> => {
    const found = await warnings(email.wordId);
    return found.length > 0 ? { ...email, warnings: found } : email;
  };
  const schedule: Schedule = {
    async list(limit, status) {
      const [items, older] = await Promise.all([listSchedule(deps, { limit, status }), olderIds()]);
      return items.map(({ scheduled_emails: email, words }) => ({
        scheduled_emails: { ...email, ...(older.has(email.id) && { hasOlderText: true }) },
        words,
      }));
    },
    findWaiting: (wordId) => findWaiting(deps, wordId),
    stats: () => scheduleStats(deps),
    next: () => nextEmails(deps),
    add: async (input) => withWarnings(await scheduleEmail(deps, input)),
    swapWord: async (id, input) => withWarnings(await swapWord(deps, id, input)),
    exchange: (id, otherId) => exchangeEmails(deps, id, otherId),
    warnings,
    check: (input) => checkSchedule(deps, input),
    move: (id, to) => moveEmail(deps, id, to),
    older: (query) => olderEmails(deps, query),
    update: (id) => updateEmail(deps, id),
    checkMove: (id, to) => checkMove(deps, id, to),
    cancel: (id) => cancelEmail(deps, id),
    restore: (input) => restoreFailed(deps, input),
    checkCancel: (id) => checkCancel(deps, id),
    cancelSend: (sendId) => cancelSend(deps, sendId).finally(sends.forget),
    content: (id) => emailContent(deps, id),
    delivery: (id) => emailDelivery(deps, id),
    changeDelivery: (id, change, actor) => changeDelivery(deps, id, change, actor),
    problems: (id, query) => deliveryProblems(deps, id, query),
    recipients: (id, query) => deliveryRecipients(deps, id, query),
    sends: (limit) => listSends(deps, limit),
    doubts: () => listDoubts(deps),
    async providerSends() {
      const [list, older] = await Promise.all([sends.list(), olderIds()]);
      const entries = list.entries.map((entry) => ({ ...entry, hasOlderText: older.has(entry.id) }));
      return { ...list, entries };
    },
    readInstant: (text) => parseInstant(text, timezone),
    tomorrowMorning: () => tomorrowMorning(now(), timezone),
  };
  const store: StoreEmail = (input, within) => storeEmail(deps, input, within).finally(sends.forget);
  return { schedule, emails, store };
}
