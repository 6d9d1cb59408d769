import { DomainError, isDomainError, showInstant, type Wordrise } from '@wordrise/core';
import {
  describeHold,
  type EmailDelivery,
  limits,
  messages,
  type ProviderProgress,
  type RelayProgress,
  reachedNobody,
  type ScheduleItem,
  type ScheduleStatus,
  type SendView,
  scheduleQuery,
  type sendActions,
  sendStanding,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { type Column, table } from '../command-line/table.ts';
import { figure, inWords } from '../command-line/text.ts';
import { noteOlderEmails, updateEmails } from '../emails/older-emails.ts';
import { requireWord } from '../words/words.ts';

export async function showSchedule(
  cli: Cli,
  options: { status?: ScheduleStatus; limit: string },
): Promise<void> {
  const { limit } = scheduleQuery.parse(options);
  const { schedule, config } = await cli.open();
  const items = await schedule.list(limit, options.status);
  const hasReasons = items.some((item) => item.scheduled_emails.reason !== null);
  const mayBeUnderWay = items.some(
    ({ scheduled_emails: { status } }) => status !== 'pending' && status !== 'failed',
  );
  // The list itself needs no provider, and one may be missing, as after a move to another one.
  const { sends } =
    mayBeUnderWay && !cli.out.json
      ? await schedule.sends(limits.sendsListed).catch(() => ({ sends: [] }))
      : { sends: [] };
  cli.out.answer(items, () => table(cli.out, items, columns(cli, config.timezone, { hasReasons, sends })));
  if (items.length === 0) cli.out.note(`${messages.schedule.emptyCalendar}.`);
}

interface Shown {
  hasReasons: boolean;
  /** The latest emails whose sending has begun. */
  sends: readonly SendView[];
}

function columns({ out }: Cli, timezone: string, { hasReasons, sends }: Shown): Column<ScheduleItem>[] {
  const { paint } = out;
  const progressOf = new Map(sends.map(({ id, progress }) => [id, sendStanding(progress)]));
  const colors: Record<ScheduleStatus, (text: string) => string> = {
    pending: paint.yellow,
    scheduled: paint.cyan,
    sent: paint.green,
    failed: paint.red,
  };
  const found: Column<ScheduleItem>[] = [
    { title: 'ID', value: (item) => String(item.scheduled_emails.id), align: 'right' },
    {
      title: 'GOES OUT',
      value: (item) => showInstant(new Date(item.scheduled_emails.scheduledDate), timezone),
    },
    { title: 'WORD', value: (item) => item.words.word, paint: (cell) => paint.bold(cell), whole: true },
    {
      title: 'STATUS',
      value: ({ scheduled_emails: email }) => {
        // It counts as scheduled until everyone has it, and as sent while readers who joined afterward get it.
        const progress = progressOf.get(email.id);
        const isUnderWay = progress !== undefined && progress !== 'sent';
        const status = isUnderWay ? progress : shownStatus(email);
        return email.hasOlderText ? `${status}, older text` : status;
      },
      paint: (cell, item) => colors[shownStatus(item.scheduled_emails)](cell),
      flexible: true,
    },
  ];
  const reason: Column<ScheduleItem> = {
    title: 'WHY',
    value: (item) => item.scheduled_emails.reason ?? '',
    flexible: true,
  };
  return hasReasons ? [...found, reason] : found;
}

function shownStatus(email: ScheduleItem['scheduled_emails']): ScheduleStatus {
  return reachedNobody(email) ? 'failed' : email.status;
}

export async function showEmail(cli: Cli, typed: string): Promise<void> {
  const wordrise = await cli.open();
  const email = await wordrise.schedule.delivery(await findLatestId(wordrise, typed));
  cli.out.answer(email, () => describeEmail(email, wordrise.config.timezone));
}

/** For people, a line for each number that is not 0. */
export function describeEmail(
  { scheduled_emails: email, words, progress }: EmailDelivery,
  timezone: string,
  now?: Date,
): string {
  const when = showInstant(new Date(email.scheduledDate), timezone);
  const standing = progress ? sendStanding(progress) : email.status;
  const lines = [`“${words.word}”, ${when}: ${standing}`];
  const reason = progress?.reason ?? email.reason;
  if (reason) lines.push(reason);
  if (!progress) return lines.join('\n');
  const numbers = [
    [progress.recipients, progress.recipients === 1 ? 'reader' : 'readers'],
    [progress.sent, 'accepted by the mail server'],
    [progress.inFlight, 'being sent'],
    [progress.queued, 'waiting'],
    [progress.deferred, 'to be tried again'],
    [progress.failed, 'failed'],
    [progress.undecided, 'without an answer'],
    [progress.unknown - progress.undecided, 'without an answer, left as they are'],
    [progress.skipped, 'left out'],
  ] as const;
  for (const [count, what] of numbers) if (count > 0) lines.push(`${figure(count)} ${what}`);
  if (progress.warmUp) lines.push(describeHeld(progress.warmUp));
  for (const provider of progress.providers) lines.push(describeProvider(provider, timezone));
  for (const relay of progress.relays) lines.push(describeRelay(relay, timezone));
  const { waves, nextAt, hold } = progress;
  if (progress.status === 'sent') return lines.join('\n');
  if (hold !== null) lines.push(describeHold(hold, (until) => showInstant(new Date(until), timezone), now));
  if (waves.total > 1) lines.push(`${waves.begun} of ${waves.total} local times have come`);
  if (nextAt !== null) lines.push(`It goes to the next readers ${showInstant(new Date(nextAt), timezone)}`);
  return lines.join('\n');
}

/** Whom the warm-up holds back, and why. */
function describeHeld({
  held,
  most,
  day,
  days,
}: NonNullable<NonNullable<EmailDelivery['progress']>['warmUp']>): string {
  const which = day === null ? 'the warm-up' : `warm-up, day ${day} of ${days}`;
  return `held back: ${inWords(held, 'reader')} – ${which}: at most ${figure(most)}`;
}

function describeProvider(
  { name, sent, waiting, until, reason }: ProviderProgress,
  timezone: string,
): string {
  const parts = [`${figure(sent)} accepted`];
  if (waiting > 0) parts.push(`${figure(waiting)} waiting`);
  if (until !== null) parts.push(`nothing until ${showInstant(new Date(until), timezone)}`);
  else if (reason !== null) parts.push('sending slowly');
  const line = `  ${name || 'Other mailbox providers'}: ${parts.join(', ')}`;
  return reason === null ? line : `${line}. It said: ${reason}`;
}

function describeRelay({ relay, sent, until, reason }: RelayProgress, timezone: string): string {
  const line = `  ${relay === 'first' ? 'First' : 'Second'} mail server: ${figure(sent)} accepted`;
  if (until === null) return line;
  return `${line}, nothing until ${showInstant(new Date(until), timezone)}${reason ? `. ${reason}` : ''}`;
}

export function pauseDelivery(cli: Cli, typed: string): Promise<void> {
  return change(cli, typed, 'pause');
}

export function resumeDelivery(cli: Cli, typed: string, { unknown }: { unknown?: boolean }): Promise<void> {
  return change(cli, typed, unknown ? 'again' : 'resume');
}

export function stopDelivery(cli: Cli, typed: string): Promise<void> {
  return change(cli, typed, 'stop');
}

export function leaveUnknown(cli: Cli, typed: string): Promise<void> {
  return change(cli, typed, 'leave');
}

async function change(cli: Cli, typed: string, action: (typeof sendActions)[number]): Promise<void> {
  const wordrise = await cli.open();
  const { schedule, config } = wordrise;
  const id = await findLatestId(wordrise, typed);
  const email = cli.dryRun ? await schedule.delivery(id) : await schedule.changeDelivery(id, action);
  cli.out.confirm({ dryRun: cli.dryRun, action, email }, () => describeEmail(email, config.timezone));
}

export async function cancelEmail(
  cli: Cli,
  typed: string | undefined,
  { sendId }: { sendId?: string },
): Promise<void> {
  if ((typed === undefined) === (sendId === undefined)) {
    throw new UsageError('Name one email: its id, its word, or --send-id.', 'See: wordrise schedule list');
  }
  const wordrise = await cli.open();
  if (typed === undefined) {
    await wordrise.schedule.cancelSend(sendId ?? '').catch(async (error) => {
      if (!isDomainError(error, 'schedule.sending')) throw error;
      const emails = await wordrise.schedule.list(limits.listRows, 'scheduled');
      const found = emails.find(({ scheduled_emails }) => scheduled_emails.sendId === sendId);
      throw found ? stopInstead(found.scheduled_emails.id, error) : error;
    });
    cli.out.confirm({ dryRun: false, cancelled: { sendId } }, () => `The send ${sendId} is canceled.`);
    return;
  }
  const { scheduled_emails: email, words } = await wordrise.schedule.requireUnsent(
    await findUnsentId(wordrise, typed),
    'canceled',
  );
  const { id, scheduledDate } = email;
  const canceled = { id, word: words.word, scheduledDate };
  const at = showInstant(new Date(scheduledDate), wordrise.config.timezone);
  const what = `The email for “${words.word}” on ${at}`;
  if (!cli.dryRun) {
    await wordrise.schedule.cancel(id).catch((error) => {
      throw isDomainError(error, 'schedule.sending') ? stopInstead(id, error) : error;
    });
  }
  // Scripts know it by this name.
  cli.out.confirm({ dryRun: cli.dryRun, cancelled: canceled }, () =>
    cli.dryRun ? `${what} would be canceled.` : `${what} is canceled.`,
  );
}

/** Core's message leads to a page of the admin area. */
function stopInstead(id: number, cause: DomainError): DomainError {
  const instead = `To spare the readers who have not gotten it yet: wordrise schedule stop ${id}`;
  return new DomainError(cause.code, `This email is being sent and cannot be canceled. ${instead}`, {
    cause,
  });
}

export async function updateEmail(
  cli: Cli,
  typed: string | undefined,
  { all = false }: { all?: boolean },
): Promise<void> {
  if ((typed === undefined) !== all) {
    throw new UsageError(
      'Name one email by its id or its word, or add --all.',
      'See: wordrise schedule list',
    );
  }
  const wordrise = await cli.open();
  const older = await wordrise.schedule.older();
  const id = typed === undefined ? undefined : await findUnsentId(wordrise, typed);
  if (id !== undefined) await wordrise.schedule.requireUnsent(id, 'updated');
  const chosen = older.filter((email) => id === undefined || email.id === id);
  if (cli.dryRun) noteOlderEmails(cli, wordrise, chosen);
  const emails = cli.dryRun ? [] : await updateEmails(cli, wordrise, chosen);
  const value = cli.dryRun ? { dryRun: true, older: chosen } : { dryRun: false, emails };
  cli.out.confirm(value, () => summary(cli, chosen.length, emails.length));
}

function summary({ dryRun }: Cli, chosen: number, updated: number): string {
  if (chosen === 0) return 'Nothing to update: every scheduled email has the current text.';
  const emails = (count: number) => (count === 1 ? '1 email' : `${count} emails`);
  return dryRun ? `${emails(chosen)} would be updated.` : `${emails(updated)} updated.`;
}

export async function showStats(cli: Cli): Promise<void> {
  const { schedule } = await cli.open();
  const stats = await schedule.stats();
  const width = String(stats.total).length;
  cli.out.answer(stats, () =>
    Object.entries(stats)
      .map(([name, count]) => `${name.padEnd(9)}  ${String(count).padStart(width)}`)
      .join('\n'),
  );
}

/**
 * The id of an email, named by it or by its word: the one to come, otherwise the latest. Ids come first: a word that is
 * a number can be named by its id too.
 *
 * @throws DomainError `word.not_found`, `schedule.not_found`
 */
async function findLatestId(wordrise: Wordrise, typed: string): Promise<number> {
  return /^\d+$/.test(typed) ? Number(typed) : (await findOfWord(wordrise, typed)).id;
}

/**
 * Like `findLatestId`, for what cannot be done to an email that was sent.
 *
 * @throws DomainError also `schedule.released` if it is named by its word; by its id, core says so
 */
export async function findUnsentId(wordrise: Wordrise, typed: string): Promise<number> {
  if (/^\d+$/.test(typed)) return Number(typed);
  const { id, status, word } = await findOfWord(wordrise, typed);
  if (status !== 'sent') return id;
  throw new DomainError(
    'schedule.released',
    `The latest email for “${word}” has already been sent. See: wordrise schedule show ${id}`,
  );
}

async function findOfWord(wordrise: Wordrise, typed: string) {
  const { id, word } = await requireWord(wordrise, typed);
  const email = await wordrise.schedule.findLatest(id);
  if (email) return { ...email, word };
  throw new DomainError(
    'schedule.not_found',
    `No email for “${word}” is scheduled. See: wordrise schedule list`,
  );
}
