import { randomBytes } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { quizPath } from '../../contract/quiz.ts';
import type { Weekday } from '../../contract/weekdays.ts';
import { wordFields } from '../../contract/word-fields.ts';
import type { WordInput } from '../../contract/words.ts';
import { storeSend } from '../../mail/engine/manage-sends.ts';
import type { EmailMoment } from '../../mail/mailing-list.ts';
import { keptFailure, type PassEvent, type StepContext } from '../../mail/pass-event.ts';
import { weeklyPolicy } from '../../mail/policy.ts';
import { addDays, calendarDay, weekdayOf } from '../../platform/calendar.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { fields, literal } from '../../platform/database/query.ts';
import { isDomainError } from '../../platform/errors.ts';
import { dueFor, type OwnTime } from '../../readers/own-time.ts';
import { readerTables } from '../../readers/reader-tables.ts';
import type { RenderWeekly } from '../../template/template-store.ts';
import type { WordOfWeek } from '../../template/weekly-email.ts';
import { emailTime, type OwnTimes } from '../email-time.ts';
import { emailsWithWords } from '../scheduled-email.ts';
import { weeklyMessageName, weeklyTable } from './weekly-email.ts';

export interface MakeWeeklyDeps extends OwnTimes {
  database: OpenDatabase;
  now: () => Date;
  /** The installation's. IANA name. */
  timezone: string;
  /** `undefined` if the email provider sends to the list: then there is no weekly email. */
  weekly: { day: Weekday; hasRecap: boolean } | undefined;
  autopilot: { usualTime: (day: string) => Promise<Date> };
  renderWeekly: RenderWeekly;
}

const { leadMs, latestMs } = weeklyPolicy;
const hour = 3_600_000;

/**
 * Makes the weekly email of each day on which a reader wants one, shortly before its first time: the words of the seven
 * days before. From then on, it is an email like the others, which the engine sends to each reader at their own time.
 * Without a word there is none.
 */
export async function makeWeeklyEmails(
  deps: MakeWeeklyDeps,
  { onEvent, signal }: StepContext,
): Promise<void> {
  const { database, weekly, timezone } = deps;
  if (!weekly) return;
  const now = await database.sharedTime(deps.now());
  const days = daysAround(now);
  const made = await database.read(
    weeklyTable.selectFrom('weekly_emails').select('day').where('day', 'in', days),
  );
  const open = days.filter((day) => !made.some((email) => email.day === day));
  const times = open.length > 0 ? ((await deps.ownTimes?.()) ?? []) : [];
  for (const day of open) {
    if (signal?.aborted) return;
    const isUsual = weekdayOf(day) === weekly.day;
    const audience = isUsual ? (weekly.hasRecap ? 'recap' : 'usual') : 'chosen';
    const { firstAt, lastAt, localTime, scheduledDate } = emailTime(
      await deps.autopilot.usualTime(day),
      timezone,
      { times, now },
    );
    const email: EmailMoment = { day, localTime, timezone, at: scheduledDate, weekly: audience };
    // First the few times of all readers: most passes end here.
    if (!isTime(email, times, now) || !(await isWanted(deps, email, now))) continue;
    const words = await wordsOfWeek(deps, day, now);
    if (words.length === 0) continue;
    const at = firstAt > now ? firstAt : now;
    const result = await make(deps, { email, at, lastAt }, words, now);
    if (result) onEvent({ step: 'emails', ...result });
  }
}

/** Days whose email may be due somewhere about now. */
function daysAround(now: Date): string[] {
  // From the last zone of the Earth to the first.
  let day = calendarDay(new Date(now.getTime() - latestMs - 12 * hour), 'UTC');
  const last = calendarDay(new Date(now.getTime() + leadMs + 14 * hour), 'UTC');
  const days = [day];
  while (day < last) {
    day = addDays(day, 1);
    days.push(day);
  }
  return days;
}

/** Whether one of these times, or that of readers without one, comes soon or came lately. */
function isTime(email: EmailMoment, times: readonly OwnTime[], now: Date): boolean {
  return [email.at, ...times.map((time) => dueFor(time, email))].some(
    (due) => due.getTime() <= now.getTime() + leadMs && due.getTime() >= now.getTime() - latestMs,
  );
}

/** Whether it is time for a reader who wants it. */
async function isWanted(deps: MakeWeeklyDeps, email: EmailMoment, now: Date): Promise<boolean> {
  const { database, ownTimes } = deps;
  const onList = readerTables.selectFrom('registrations').where('status', '=', literal('subscribed'));
  if (email.weekly === 'recap') {
    return (await database.read(onList.select('id').limit(1))).length > 0;
  }
  const weekday = weekdayOf(email.day);
  const readers = await database.read(
    onList
      .select(['timezone', 'send_time as sendTime'])
      .distinct()
      .where('cadence', '=', literal('weekly'))
      .where(({ or, eb }) =>
        email.weekly === 'chosen'
          ? eb('digest_day', '=', weekday)
          : or([eb('digest_day', '=', weekday), eb('digest_day', 'is', null)]),
      )
      .where(sql<SqlBool>`(paused_until is null or paused_until <= ${email.day})`),
  );
  return readers.some(({ timezone, sendTime }) => {
    if (timezone === null || !ownTimes) return isTime(email, [], now);
    return isTime({ ...email, at: dueFor({ timezone, sendTime }, email) }, [], now);
  });
}

/** What began to go out on the seven days before, each word once. */
async function wordsOfWeek({ database }: MakeWeeklyDeps, day: string, now: Date): Promise<WordOfWeek[]> {
  const rows = await database.read(
    emailsWithWords
      .select(fields('word', [...wordFields, 'slug']))
      .select(['email.day', 'word.id'])
      .where('email.day', '>=', addDays(day, -7))
      .where('email.day', '<', day)
      .where('email.status', 'in', ['scheduled', 'sent'])
      .where('email.cancel_requested_at', 'is', null)
      .where('email.first_at', '<=', now)
      .where('word.slug', 'is not', null)
      .orderBy('email.day')
      .orderBy('email.scheduled_date')
      .orderBy('email.id'),
  );
  const words = new Map<string, WordOfWeek>();
  for (const { id, day, slug, ...word } of rows) {
    if (slug && !words.has(slug)) words.set(slug, { id, day, word: { ...(word as WordInput), slug } });
  }
  return [...words.values()];
}

interface WeeklySend {
  email: EmailMoment;
  /** When it is due for its first reader, and for its last. */
  at: Date;
  lastAt: Date;
}

/**
 * Stores the email with its send in one transaction: of two processes, one does.
 *
 * @returns what to report; `undefined` if another process was faster
 */
async function make(
  { database, renderWeekly }: MakeWeeklyDeps,
  { email, at, lastAt }: WeeklySend,
  words: readonly WordOfWeek[],
  now: Date,
): Promise<Pick<PassEvent, 'outcome' | 'message' | 'isKept'> | undefined> {
  const { day } = email;
  const name = weeklyMessageName(day);
  // It needs the dictionary, which most passes do not.
  const { makeQuiz } = await import('./make-quiz.ts');
  const questions = await makeQuiz(database, day, words);
  const key = questions.length > 0 ? randomBytes(8).toString('hex') : null;
  const quiz = key === null ? undefined : { path: quizPath(key), questions };
  const rendered = await renderWeekly({ day, words, quiz }).catch((error: unknown) => {
    // No repeated attempt would help.
    if (isDomainError(error)) return error.message;
    throw error;
  });
  const reason = typeof rendered === 'string' ? rendered : null;
  const subject = typeof rendered === 'string' ? '' : rendered.subject;
  const isOurs = await database.writeTogether(async (run) => {
    const stored = await run(
      sql`insert into weekly_emails (day, message_name, subject, words, created_at, reason, quiz, quiz_key)
        values (${day}, ${name}, ${subject}, ${words.length}, ${now}, ${reason},
          ${key && JSON.stringify(questions)}, ${key}) on conflict do nothing returning id`,
    );
    if (stored.length === 0) return false;
    if (typeof rendered !== 'string') {
      await storeSend(run, { message: { name, ...rendered }, at, times: { email, lastAt }, now });
    }
    return true;
  });
  if (!isOurs) return undefined;
  return reason === null
    ? { outcome: 'done', message: `The weekly email of ${day} was made: ${subject}` }
    : { ...keptFailure, message: `The weekly email of ${day} will not be sent. ${reason}` };
}
