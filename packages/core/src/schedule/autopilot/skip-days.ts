import type { SkipInput, SkippedEmail } from '../../contract/autopilot.ts';
import { type DayRange, rangeProblem, skipProblem } from '../../contract/day-ranges.ts';
import type { Weekday } from '../../contract/weekdays.ts';
import { calendarDay, weekdayOf } from '../../platform/calendar.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { invalidInput, isDomainError } from '../../platform/errors.ts';
import { storeSkipped } from './autopilot-store.ts';
import { type DatedEmail, readEmails } from './list-days.ts';

export interface SkipDeps {
  database: OpenDatabase;
  timezone: string;
  now: () => Date;
  /** Cancels an email here and at the provider: see `cancelEmail`. */
  cancel: (id: number) => Promise<void>;
}

/**
 * Leaves a day without an email, or all days until another. Emails already scheduled for them stay, or are canceled. If
 * one cannot be canceled, it stays and the others are still canceled. Safe to repeat.
 *
 * @returns the emails that still go out on these days
 * @throws DomainError `input.invalid`
 */
export async function skipDays(
  deps: SkipDeps,
  day: string,
  { until, cancelEmails }: SkipInput,
): Promise<SkippedEmail[]> {
  const range = rangeToSkip(deps, day, until);
  // First: otherwise, the autopilot could fill a day whose email is canceled.
  await storeSkipped(deps, range);
  const problems = cancelEmails ? await cancelAll(deps, await emailsToGoOut(deps, range)) : undefined;
  return presentEmails(await emailsToGoOut(deps, range), problems);
}

/**
 * The emails that `skipDays` would find; changes nothing.
 *
 * @throws DomainError `input.invalid`
 */
export async function checkSkip(
  deps: Omit<SkipDeps, 'cancel'>,
  day: string,
  until: string | undefined,
): Promise<SkippedEmail[]> {
  return presentEmails(await emailsToGoOut(deps, rangeToSkip(deps, day, until)));
}

/** The emails that go out on these weekdays, from today on. */
export async function emailsOnWeekdays(
  deps: Omit<SkipDeps, 'cancel'>,
  weekdays: readonly Weekday[],
): Promise<SkippedEmail[]> {
  if (weekdays.length === 0) return [];
  const from = calendarDay(deps.now(), deps.timezone);
  const emails = await emailsToGoOut(deps, { from, until: '9999-12-31' });
  return presentEmails(emails.filter(({ day }) => weekdays.includes(weekdayOf(day))));
}

function rangeToSkip(
  { now, timezone }: Pick<SkipDeps, 'now' | 'timezone'>,
  from: string,
  until: string | undefined,
): DayRange {
  const range = { from, until: until ?? from };
  const message = skipProblem(range, calendarDay(now(), timezone));
  if (message !== undefined) throw invalidInput([{ path: [until === undefined ? 'day' : 'until'], message }]);
  return range;
}

/** @throws DomainError `input.invalid` */
export function requireRange(from: string, until: string = from): DayRange {
  const message = rangeProblem({ from, until });
  if (message !== undefined) throw invalidInput([{ path: ['until'], message }]);
  return { from, until };
}

async function emailsToGoOut(
  { database }: Pick<SkipDeps, 'database'>,
  { from, until }: DayRange,
): Promise<DatedEmail[]> {
  const emails = await readEmails(database, from, until);
  return emails.filter(({ status }) => status === 'pending' || status === 'scheduled');
}

function presentEmails(
  emails: readonly DatedEmail[],
  problems: ReadonlyMap<number, string> = new Map(),
): SkippedEmail[] {
  return emails.map(({ id, wordId, word, scheduledDate }) => {
    const problem = problems.get(id);
    return {
      id,
      wordId,
      word,
      scheduledDate: scheduledDate.toISOString(),
      ...(problem !== undefined && { problem }),
    };
  });
}

/** @returns why emails could not be canceled, by their ids */
async function cancelAll({ cancel }: SkipDeps, emails: readonly DatedEmail[]): Promise<Map<number, string>> {
  const problems = new Map<number, string>();
  let unreachable: string | undefined;
  for (const { id, status } of emails) {
    // A provider that does not answer is not asked for each of its emails: every attempt waits for its time limit.
    if (unreachable !== undefined && status === 'scheduled') {
      problems.set(id, unreachable);
      continue;
    }
    try {
      await cancel(id);
    } catch (error) {
      if (!isDomainError(error)) throw error;
      problems.set(id, error.message);
      if (error.code === 'email_provider.unreachable') unreachable = error.message;
    }
  }
  return problems;
}
