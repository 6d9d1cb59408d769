import type { EntityManager } from '@mikro-orm/sql';
import type { z } from 'zod';
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
import { plainIssue } from '../contract/plain-issue.ts';
import {
  type EmailContent,
  type MoveInput,
  type OffTimeView,
  type OlderQuery,
  type ProviderEntry,
  type RestoreInput,
  type ScheduleAnswer,
  type ScheduledEmailView,
  type ScheduleInput,
  type ScheduleItem,
  type ScheduleStats,
  type SwapInput,
  scheduleInput,
} from '../contract/schedule.ts';
import type { Overview } from '../contract/system.ts';
import type { EmailInDoubt } from '../contract/tomorrow.ts';
import { isMatterOfStyle, type WordFinding } from '../contract/word-check.ts';
import type { MailProvider, SendChange } from '../mail/mail-provider.ts';
import type { Actor, AuditLog } from '../owner/audit.ts';
import { parseInstant, tomorrowMorning } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { invalidInput } from '../platform/errors.ts';
import { type OlderDeps, olderEmails } from '../template/older-emails.ts';
import { cancelEmail, cancelSend, requireUnsent, type UnsentChange } from './cancel-email.ts';
import {
  changeDelivery,
  deliveryProblems,
  deliveryRecipients,
  emailContent,
  emailDelivery,
  listDoubts,
  listSends,
  listUnreceived,
  type UnreceivedEmail,
} from './email-delivery.ts';
import type { OwnTimes } from './email-time.ts';
import { exchangeEmails } from './exchange-emails.ts';
import { timezoneNote } from './follow-timezone.ts';
import { findLatest, findWaiting, listSchedule, nextEmails, scheduleStats } from './list-schedule.ts';
import { checkMove, moveEmail, swapWord, updateEmail, updateEmails } from './move-email.ts';
import { offTimeEmails } from './off-time.ts';
import { notesElsewhere } from './other-provider.ts';
import { createProviderSends } from './provider-sends.ts';
import { checkSchedule, restoreFailed, scheduleEmail, storeEmails } from './schedule-email.ts';
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

/** The emails of words: what goes out when. What a call refuses, and why, is said where it is implemented. */
export interface Schedule {
  /** See `listSchedule`; it also marks emails with an older text. */
  list(limit: number, status?: ScheduleStatus): Promise<ScheduleItem[]>;
  /** See `findWaiting`. */
  findWaiting(wordId: number): Promise<ScheduledEmailView | undefined>;
  /** See `findLatest`. */
  findLatest(wordId: number): Promise<ScheduledEmailView | undefined>;
  stats(): Promise<ScheduleStats>;
  /** See `nextEmails`. */
  next(): Promise<Pick<Overview, 'next' | 'tomorrow'>>;
  /**
   * See `scheduleEmail`. Anything is checked here. A word with findings is scheduled anyway, with warnings.
   *
   * @throws DomainError `input.invalid`, and those of `scheduleEmail`
   */
  add(given: z.input<typeof scheduleInput>): Promise<ScheduleAnswer>;
  /** The warnings that `add` would give for a word. */
  warnings(wordId: number): Promise<string[]>;
  /** Does the checks of `add` and stores nothing. @returns the instant it would be scheduled for */
  check(input: ScheduleInput): Promise<Date>;
  /** Gives an email another time, here and at the provider: see `moveEmail`. */
  move(id: number, to: MoveInput): Promise<ScheduledEmailView>;
  /** Gives an email another word: see `swapWord`. Gives the same warnings as `add`. */
  swapWord(id: number, input: SwapInput): Promise<ScheduleAnswer>;
  /** Gives two emails each other's time, both or neither: see `exchangeEmails`. */
  exchange(id: number, otherId: number): Promise<[ScheduledEmailView, ScheduledEmailView]>;
  /** See `olderEmails`. */
  older(query?: OlderQuery): Promise<OlderEmail[]>;
  /** Gives an email the current text: see `updateEmail`. */
  update(id: number): Promise<ScheduledEmailView>;
  /** Updates emails, one after the other: see `updateEmails`. */
  updateAll(emails: readonly OlderEmail[]): Promise<ScheduledEmailView[]>;
  /** See `offTimeEmails`. `move` gives each the usual time. */
  offTime(): Promise<OffTimeView>;
  /** When `move` would send an email: see `checkMove`. */
  checkMove(id: number, to: MoveInput): Promise<{ word: string; scheduledDate: string }>;
  /** Cancels an email here and at the provider: see `cancelEmail`. Safe to repeat. */
  cancel(id: number): Promise<void>;
  /** Puts a failed email back that `cancel` removed: see `restoreFailed`. */
  restore(input: RestoreInput): Promise<ScheduledEmailView>;
  /** An email that can still be changed, as far as its status says: see `requireUnsent`. */
  requireUnsent(id: number, change: UnsentChange): Promise<ScheduleItem>;
  /** Like `cancel`, by the provider's id of a send: see `cancelSend`. */
  cancelSend(sendId: string): Promise<void>;
  /** What readers get, or got: see `emailContent`. */
  content(id: number): Promise<EmailContent>;
  /** An email, and how many readers got it: see `emailDelivery`. */
  delivery(id: number): Promise<EmailDelivery>;
  /** Decides about an email that is being sent: see `changeDelivery`. */
  changeDelivery(id: number, change: SendChange, actor?: Actor): Promise<EmailDelivery>;
  /** See `deliveryProblems`. */
  problems(id: number, query: ProblemsQuery): Promise<ProblemsPage>;
  /** See `deliveryRecipients`. */
  recipients(id: number, query: RecipientsQuery): Promise<RecipientsPage>;
  /** See `listSends`. */
  sends(limit: number): Promise<SendList>;
  /** See `listDoubts`. */
  doubts(): Promise<EmailInDoubt[]>;
  /** Emails of the last three days that were sent and reached no reader, and why: see `listUnreceived`. */
  unreceived(): Promise<UnreceivedEmail[]>;
  /** What the provider has, and our emails that it does not have: see `ProviderSendList`. */
  providerSends(): Promise<{ entries: ProviderEntry[]; unreachable: string | undefined }>;
  /** A date and time as typed, in the installation's time zone unless it has an offset. */
  readInstant(text: string): Date | undefined;
  tomorrowMorning(): Date;
  /** What becomes of the emails to come in another time zone: see `timezoneNote`. */
  timezoneNote(timezone: string): Promise<string | undefined>;
}

/** Stores emails for the next pass to submit, all or none, and something else in the same transaction. */
export type StoreEmails = (
  inputs: readonly ScheduleInput[],
  within?: (em: EntityManager) => Promise<unknown>,
) => Promise<number[]>;

/**
 * @returns the schedule, its queue of emails for passes, and a function that stores emails without submitting them
 */
export function openSchedule(given: ScheduleDeps): {
  schedule: Schedule;
  emails: EmailQueue;
  store: StoreEmails;
} {
  const { database, now, timezone } = given;
  const sends = createProviderSends(given);
  const emails = createEmailQueue({ database, now, onChange: sends.forget });
  const deps = { ...given, emails };
  const older: Schedule['older'] = async (query) => withoutElsewhere(await olderEmails(deps, query));
  const olderIds = async () => new Set<number | null>((await older()).map(({ id }) => id));
  async function withoutElsewhere<Email extends { id: number }>(emails: Email[]): Promise<Email[]> {
    const notes = await notesElsewhere(
      deps,
      emails.map(({ id }) => id),
    );
    return emails.filter(({ id }) => !notes.has(id));
  }
  /** Says of emails that another provider has that they wait there. */
  async function noted<Email extends { id: number | null; reason: string | null }>(emails: Email[]) {
    const notes = await notesElsewhere(
      deps,
      emails.flatMap(({ id }) => id ?? []),
    );
    return emails.map((email) => {
      const note = email.id === null ? undefined : notes.get(email.id);
      return note === undefined ? email : { ...email, reason: note, isElsewhere: true };
    });
  }
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
      const emails = await noted(items.map((item) => item.scheduled_emails));
      return items.map(({ words }, at) => {
        const email = emails[at] as ScheduledEmailView;
        return {
          scheduled_emails: { ...email, ...(older.has(email.id) && { hasOlderText: true }) },
          words,
        };
      });
    },
    findWaiting: (wordId) => findWaiting(deps, wordId),
    findLatest: (wordId) => findLatest(deps, wordId),
    stats: () => scheduleStats(deps),
    next: () => nextEmails(deps),
    async add(given) {
      const { data: input, error } = scheduleInput.safeParse(given, { error: plainIssue });
      if (error) throw invalidInput(error.issues);
      return withWarnings(await scheduleEmail(deps, input));
    },
    swapWord: async (id, input) => withWarnings(await swapWord(deps, id, input)),
    exchange: (id, otherId) => exchangeEmails(deps, id, otherId),
    warnings,
    check: (input) => checkSchedule(deps, input),
    move: (id, to) => moveEmail(deps, id, to),
    older,
    update: (id) => updateEmail(deps, id),
    updateAll: (emails) => updateEmails(deps, emails),
    async offTime() {
      const view = await offTimeEmails(deps);
      return { ...view, emails: await withoutElsewhere(view.emails) };
    },
    checkMove: (id, to) => checkMove(deps, id, to),
    cancel: (id) => cancelEmail(deps, id),
    restore: (input) => restoreFailed(deps, input),
    requireUnsent: (id, change) => requireUnsent(deps, id, change),
    cancelSend: (sendId) => cancelSend(deps, sendId).finally(sends.forget),
    content: (id) => emailContent(deps, id),
    async delivery(id) {
      const delivery = await emailDelivery(deps, id);
      const [email = delivery.scheduled_emails] = await noted([delivery.scheduled_emails]);
      return { ...delivery, scheduled_emails: email };
    },
    changeDelivery: (id, change, actor) => changeDelivery(deps, id, change, actor),
    problems: (id, query) => deliveryProblems(deps, id, query),
    recipients: (id, query) => deliveryRecipients(deps, id, query),
    sends: (limit) => listSends(deps, limit),
    doubts: () => listDoubts(deps),
    unreceived: () => listUnreceived(deps),
    async providerSends() {
      const [list, older] = await Promise.all([sends.list(), olderIds()]);
      const entries = (await noted(list.entries)).map((entry) => ({
        ...entry,
        hasOlderText: older.has(entry.id),
      }));
      return { ...list, entries };
    },
    readInstant: (text) => parseInstant(text, timezone),
    tomorrowMorning: () => tomorrowMorning(now(), timezone),
    timezoneNote: (other) => timezoneNote({ ...deps, timezone: other }),
  };
  const store: StoreEmails = (inputs, within) => storeEmails(deps, inputs, within).finally(sends.forget);
  return { schedule, emails, store };
}
