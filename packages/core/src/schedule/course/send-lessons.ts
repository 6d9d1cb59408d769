import { sql } from 'kysely';
import type { CourseSelection } from '../../contract/course.ts';
import type { Weekday } from '../../contract/weekdays.ts';
import { engine } from '../../mail/engine/engine-tables.ts';
import { storeSend } from '../../mail/engine/manage-sends.ts';
import { addToSend, rangeSizeFor } from '../../mail/engine/ranges.ts';
import {
  divideByWarmUp,
  firstBeyond,
  heldFrom,
  leftOn,
  type WarmUpAmount,
} from '../../mail/engine/warm-up.ts';
import type { MailProvider } from '../../mail/mail-provider.ts';
import type { EmailMoment, Place } from '../../mail/mailing-list.ts';
import type { StepContext } from '../../mail/pass-event.ts';
import { coursePolicy } from '../../mail/policy.ts';
import { addDays, calendarDay, dayTimeOf, weekdayOf } from '../../platform/calendar.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { type Instant, jsonTable, tables } from '../../platform/database/query.ts';
import type { Reads } from '../../platform/database/reads.ts';
import { dueFor, type MemberRow, type OwnTime, sinceColumn, timedReaders } from '../../readers/own-time.ts';
import type { RenderLesson } from '../../template/template-store.ts';
import { requireWord } from '../../words/find-word.ts';
import type { Theme } from '../../words/themes/theme.ts';
import type { OwnTimes } from '../email-time.ts';
import { courseTables, followSelection, type Lesson } from './course.ts';

export interface SendLessonsDeps extends OwnTimes {
  database: OpenDatabase;
  now: () => Date;
  /** The installation's. IANA name. */
  timezone: string;
  /** `undefined` without a course, and if the email provider sends to the list. */
  course: CourseSettings | undefined;
  autopilot: { usualTime: (day: string) => Promise<Date> };
  renderLesson: RenderLesson;
  provider: () => Promise<MailProvider>;
}

interface CourseSettings {
  selection: CourseSelection;
  /** What the last lesson says above the word; empty for nothing. */
  ending: string;
  /** The day of readers who have one email a week. */
  weeklyDay: Weekday;
  /**
   * Days and times whose readers all have theirs, so that the passes of the following hours need not look at the list
   * again. Each process has its own.
   */
  settled: Set<string>;
}

const { latestMs, batchSize, keptDays } = coursePolicy;
const hour = 3_600_000;

/**
 * Gives each reader the next lesson of the course when their time of the day comes: an email of the engine for each day
 * and lesson, to which readers are added as it becomes due for them.
 *
 * The reader's row says which lesson they had last, and on which day. It changes in the transaction that adds the
 * delivery, and only if it is as it was read, so of two processes one gives the lesson. The next one is given once that
 * delivery has ended; a lesson that did not go out is given again. So a reader gets each once, and misses none: a pause, a
 * free day or a day without a mail server only delays the course.
 */
export async function sendLessons(deps: SendLessonsDeps, { onEvent, signal }: StepContext): Promise<void> {
  const { database, course, timezone } = deps;
  const lessons = await followSelection(database, course?.selection);
  if (!course || lessons.length === 0) return;
  const now = await database.sharedTime(deps.now());
  const own = (await deps.ownTimes?.()) ?? [];
  const ends = new Ends();
  const { deliveries } = await deps.provider();
  for (const day of daysAround(now)) {
    const amount = await deliveries?.warmUpOn(day);
    const usual = await deps.autopilot.usualTime(day);
    const moment: EmailMoment = { day, localTime: dayTimeOf(usual, timezone).time, timezone, at: usual };
    const times = deps.ownTimes ? [...own, undefined] : [undefined];
    for (const time of times) {
      if (signal?.aborted) return;
      const dueAt = time ? dueFor(time, moment) : moment.at;
      if (dueAt > now || now.getTime() - dueAt.getTime() >= latestMs) continue;
      const key = `${day} ${time?.timezone} ${time?.sendTime} ${lessons.at(-1)?.position}`;
      if (course.settled.has(key)) continue;
      const isSettled = await giveAtTime(
        { ...deps, course },
        { lessons, day, time, dueAt, now, amount },
        ends,
        signal,
      );
      if (isSettled) course.settled.add(key);
    }
  }
  const [oldest = ''] = daysAround(now);
  for (const key of course.settled) if (key < oldest) course.settled.delete(key);
  await forgetOld(database, now);
  if (ends.finished === 0) return;
  const readers = ends.finished === 1 ? '1 reader gets' : `${ends.finished} readers get`;
  onEvent({ step: 'emails', outcome: 'done', message: `${readers} the last lesson of the course` });
}

class Ends {
  finished = 0;
}

/** Days on which it may be someone's time now. */
function daysAround(now: Date): string[] {
  const first = calendarDay(new Date(now.getTime() - latestMs - 12 * hour), 'UTC');
  const last = calendarDay(new Date(now.getTime() + 14 * hour), 'UTC');
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

interface Due {
  lessons: readonly Lesson[];
  day: string;
  /** Of these readers; `undefined` for those without a time zone of their own. */
  time: OwnTime | undefined;
  dueAt: Date;
  now: Date;
  /** Of the warm-up on this day. */
  amount: WarmUpAmount | undefined;
}

type GiveDeps = SendLessonsDeps & { course: CourseSettings };

/** A reader whose time has come, with what became of their last lesson. */
interface DueReader extends MemberRow {
  since: Instant;
  lesson: number | null;
  state: string | null;
  failure: string | null;
  sendStatus: string | null;
}

/** @returns whether nobody waits for what becomes of their last lesson */
async function giveAtTime(
  deps: GiveDeps,
  due: Due,
  ends: Ends,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { database } = deps;
  const last = due.lessons.at(-1)?.position ?? 0;
  let isSettled = true;
  for (let after = 0; !signal?.aborted; ) {
    const rows = await database.read(readersAt(deps, due, { after, last }));
    const next = Map.groupBy(
      rows.flatMap((reader) => {
        const lesson = nextLesson(deps, due, reader);
        return lesson ? [{ reader, lesson }] : [];
      }),
      ({ lesson }) => lesson,
    );
    for (const [lesson, readers] of next) {
      const sendId = await sendOf(deps, due, lesson);
      const given = await give(
        database,
        { sendId, lesson, due },
        readers.map(({ reader }) => reader),
      );
      if (lesson.position === last) ends.finished += given;
    }
    isSettled &&= !rows.some(isWaiting);
    const end = rows.at(-1);
    if (!end || rows.length < batchSize) return isSettled;
    after = end.id;
  }
  return false;
}

/**
 * Readers with this time who had no lesson on this day and are not at the end. On the day on which the course is turned
 * on, that leaves out those who get the email of the schedule.
 */
function readersAt(
  { ownTimes }: GiveDeps,
  { day, time }: Due,
  { after, last }: { after: number; last: number },
) {
  const isTheirs = !ownTimes
    ? sql`true`
    : time
      ? sql`timezone = ${time.timezone} and ${time.sendTime === null ? sql`send_time is null` : sql`send_time = ${time.sendTime}`}`
      : sql`timezone is null`;
  return sql<DueReader>`select reader.*, delivery.state, delivery.failure, send.status as "sendStatus"
    from (${timedReaders} where status = 'subscribed' and id > ${after} and ${isTheirs}
      and coalesce(lesson, 0) < ${last} and (lesson_day is null or lesson_day < ${day})
      and (lesson is not null or not exists (select 1 from smtp_sends join deliveries on send_id = smtp_sends.id
        where day = ${day} and weekly is null and reader_id = registrations.id and state not in ('failed', 'skipped')))
      order by id limit ${batchSize}) as reader
    left join course_emails as email on email.day = reader."lessonDay" and email.position = reader.lesson
    left join deliveries as delivery on delivery.send_id = email.send_id and delivery.reader_id = reader.id
    left join smtp_sends as send on send.id = email.send_id
    order by reader.id`;
}

/** Whether the last lesson may still go out. */
function isWaiting({ state, failure, sendStatus }: DueReader): boolean {
  const isOpen = state === 'queued' || state === 'deferred' || state === 'sending';
  // The owner may resume it.
  return isOpen || (sendStatus === 'paused' && (failure === 'policy' || failure === 'content'));
}

/** @returns `undefined` if none is to be given today, or not yet */
function nextLesson(
  { course, timezone }: GiveDeps,
  { lessons, day }: Due,
  reader: DueReader,
): Lesson | undefined {
  const { lesson, state, cadence, digestDay, weekdays, pausedUntil } = reader;
  // From the day after the one on which they came on the list.
  if (calendarDay(new Date(reader.joinedAt), reader.timezone ?? timezone) >= day) return undefined;
  if (pausedUntil !== null && day < pausedUntil) return undefined;
  const weekday = weekdayOf(day);
  const isTheirDay =
    cadence === 'weekly'
      ? weekday === (digestDay ?? course.weeklyDay)
      : (weekdays?.split(',').includes(weekday) ?? true);
  if (!isTheirDay) return undefined;
  if (isWaiting(reader)) return undefined;
  const isAgain = state === 'failed' || state === 'skipped';
  const had = lesson ?? 0;
  return lessons.find(({ position }) => (isAgain ? position >= had : position > had));
}

async function introductionOf(database: Reads, title: string): Promise<string | undefined> {
  const [theme] = await database.read(
    tables<{ themes: Theme }>().selectFrom('themes').select('introduction').where('title', '=', title),
  );
  return theme?.introduction || undefined;
}

/** The send of a lesson on a day; the first reader's turn makes it. */
async function sendOf(deps: GiveDeps, due: Due, lesson: Lesson): Promise<number> {
  const { lessons, day, now, amount } = due;
  const { database, renderLesson, course } = deps;
  const find = courseTables
    .selectFrom('course_emails')
    .select('send_id as sendId')
    .where('day', '=', day)
    .where('position', '=', lesson.position);
  const [known] = await database.read(find);
  if (known) return known.sendId;
  const word = await requireWord(database.em(), lesson.wordId);
  const number = lessons.indexOf(lesson) + 1;
  const isLast = number === lessons.length;
  const theme = course.selection.kind === 'theme' ? course.selection.name : undefined;
  const title = theme ?? 'Lesson';
  const introduction =
    number === 1 && theme !== undefined ? await introductionOf(database, theme) : undefined;
  const note = isLast && course.ending !== '' ? course.ending : introduction;
  const rendered = await renderLesson(word, { day, title, position: number, count: lessons.length, note });
  const name = `${word.word} · lesson ${lesson.position} · ${day}`;
  const held = amount && firstBeyond(amount, await heldOn(database, due, amount), now);
  return database.writeTogether(async (run) => {
    const stored = await run(
      sql`insert into course_emails (day, position, send_id) values (${day}, ${lesson.position}, 0)
        on conflict do nothing returning id`,
    );
    if (stored.length > 0) {
      const id = await storeSend(run, { message: { name, ...rendered }, at: now, times: undefined, now });
      // It has no readers but those who are added: there is nothing to prepare.
      const rangeSize = rangeSizeFor(Number.MAX_SAFE_INTEGER);
      await run(
        sql`update smtp_sends set status = 'sending', started_at = ${now}, is_prepared = true,
          range_size = ${rangeSize} where id = ${id}`,
      );
      if (amount) {
        await run(
          sql`update smtp_sends set warm_up_day = ${amount.day}, warm_up_amount = ${amount.most},
            held_since = ${held?.since ?? null}, held_id = ${held?.id ?? null},
            is_rest_sent = ${amount.isRestSent} where id = ${id}`,
        );
      }
      await run(
        sql`update course_emails set send_id = ${id} where day = ${day} and position = ${lesson.position}`,
      );
    }
    const [found] = await run(find);
    return found?.sendId ?? 0;
  });
}

/**
 * The first reader of the course whom the warm-up holds back on a day: the same for all of its lessons, as the first of
 * them found it.
 */
async function heldOn(
  database: OpenDatabase,
  { lessons, day }: Due,
  amount: WarmUpAmount,
): Promise<Place | undefined> {
  const [known] = await database.read(
    sql<{
      heldSince: Instant | null;
      heldId: number | null;
    }>`select held_since as "heldSince", held_id as "heldId"
      from course_emails as email join smtp_sends as send on send.id = email.send_id
      where email.day = ${day} and send.warm_up_day = ${day} limit 1`,
  );
  if (known) return heldFrom(known);
  const last = lessons.at(-1)?.position ?? 0;
  const [first] = await database.read(
    sql<{ id: number; since: Instant }>`select id, ${sinceColumn} as since from registrations
      where status = 'subscribed' and coalesce(lesson, 0) < ${last}
      order by since, id limit 1 offset ${await leftOn(database, amount)}`,
  );
  return first && { since: new Date(first.since), id: first.id };
}

interface Given {
  sendId: number;
  lesson: Lesson;
  due: Due;
}

/** @returns how many readers got it: not those whom another process was faster with */
function give(
  database: OpenDatabase,
  { sendId, lesson, due: { day, dueAt, now } }: Given,
  readers: readonly DueReader[],
): Promise<number> {
  const { kind } = database;
  return database.writeTogether(async (run, insert) => {
    // First, like everyone who changes deliveries that have not begun.
    const held = engine
      .selectFrom('smtp_sends')
      .select(['id', 'status', 'reason', 'range_size as rangeSize'])
      .select(['warm_up_day as warmUpDay', 'warm_up_amount as warmUpAmount'])
      .select(['held_since as heldSince', 'held_id as heldId', 'is_rest_sent as isRestSent'])
      .where('id', '=', sendId);
    const [send] = await run(kind === 'postgresql' ? held.forUpdate() : held);
    // Stopped by the owner for today.
    if (!send || send.status === 'cancelled' || (send.status === 'released' && send.reason !== null))
      return 0;
    const { within } = await divideByWarmUp(
      database,
      run,
      send,
      readers.map((reader) => ({ ...reader, readerId: reader.id, since: new Date(reader.since) })),
    );
    if (within.length === 0) return 0;
    const rows = within.map(({ id, lesson: had, lessonDay }) => ({
      id,
      had: had ?? 0,
      day: lessonDay ?? '',
    }));
    const moved = await run(
      sql<{ id: number }>`update registrations set lesson = ${lesson.position}, lesson_day = ${day}
        from ${jsonTable(kind, { id: 'bigint', had: 'integer', day: 'text' }, rows)} as chosen
        where registrations.id = chosen.id and status = 'subscribed'
        and coalesce(lesson, 0) = chosen.had and coalesce(lesson_day, '') = chosen.day returning registrations.id as id`,
    );
    if (moved.length === 0) return 0;
    // A pass that is late sends late, within the limits of every email.
    const at = dueAt > new Date(now.getTime() - hour) ? dueAt : now;
    const added = await insert<{ readerId: number }>(
      'deliveries (send_id, reader_id, due_at)',
      moved.map(({ id }) => [sendId, id, at]),
      'on conflict do nothing returning reader_id as "readerId"',
    );
    await addToSend(
      database,
      run,
      { id: sendId, rangeSize: send.rangeSize },
      added.map(({ readerId }) => ({ readerId, dueAt: at })),
    );
    return moved.length;
  });
}

/** Deletes lessons of past days whose individual results are deleted. Which lesson a reader is at stays. */
async function forgetOld(database: OpenDatabase, now: Date): Promise<void> {
  const before = addDays(calendarDay(now, 'UTC'), -keptDays);
  const old = await database.read(
    sql<{
      id: number;
      messageId: number;
    }>`select email.id, send.message_id as "messageId" from course_emails as email
      join smtp_sends as send on send.id = email.send_id
      where email.day < ${before} and send.is_forgotten = true order by email.id limit ${batchSize}`,
  );
  if (old.length === 0) return;
  await database.writeTogether(async (run) => {
    for (const { id, messageId } of old) {
      await run(sql`delete from course_emails where id = ${id}`);
      await run(sql`delete from smtp_messages where id = ${messageId}`);
    }
  });
}
