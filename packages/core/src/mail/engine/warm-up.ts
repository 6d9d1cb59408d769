import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { WarmUpDay, WarmUpView } from '../../contract/warm-up.ts';
import { addDays, calendarDay, dayNumber } from '../../platform/calendar.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { type Instant, isAmong, tables } from '../../platform/database/query.ts';
import type { RunStatement } from '../../platform/database/writes.ts';
import type { WarmUpConfig } from '../../platform/settings/config.ts';
import type { MailingList, Place } from '../mailing-list.ts';
import { momentOf, type SmtpSend } from './engine-tables.ts';
import { total } from './ranges.ts';

const SmtpWarmUpSchema = defineEntity({
  name: 'SmtpWarmUp',
  tableName: 'smtp_warm_ups',
  properties: {
    /** Of the relay. */
    name: p.string().length(20).primary(),
    /** `YYYY-MM-DD`, by the owner's calendar: WARM_UP_FROM, or the day of the first pass with a warm-up. */
    firstDay: p.string().length(10),
  },
});

/** Since when a relay is warmed up. Who takes from the amount of a day holds this row first. */
export class SmtpWarmUp extends SmtpWarmUpSchema.class {}
SmtpWarmUpSchema.setClass(SmtpWarmUp);

const warmUps = tables<{ smtp_warm_ups: SmtpWarmUp; smtp_sends: SmtpSend }>();

/** Of the relay. */
const name = 'smtp';
/** Of the count of emails to one person, such as confirmations: they count, and are never held back. */
const aloneName = 'warm-up';

export interface WarmUpDeps {
  database: OpenDatabase;
  now: () => Date;
  /** The owner's. IANA name. */
  timezone: string;
  warmUp?: WarmUpConfig | undefined;
}

/** What a day of the schedule allows. */
export interface WarmUpAmount {
  day: string;
  most: number;
  /** Whether the readers beyond it get their emails through the second relay. */
  isRestSent: boolean;
}

/** The same as a place in the schedule, of so many days. */
export interface WarmUpPlace {
  day: number;
  days: number;
  most: number;
}

/**
 * The days of a schedule, until the whole list gets the emails.
 *
 * @param from `YYYY-MM-DD`
 */
export function warmUpCalendar(amounts: readonly number[], from: string, readers: number): WarmUpDay[] {
  const inFull = amounts.findIndex((most) => most >= readers);
  return amounts.slice(0, inFull < 0 ? amounts.length : inFull + 1).map((most, nth) => ({
    day: addDays(from, nth),
    most,
    readers: Math.min(most, readers),
    waiting: Math.max(0, readers - most),
  }));
}

/** A day's place in a schedule, from 0. Before the first day it is that of the first: nobody gets more by a wrong clock. */
function nthDay(from: string, day: string): number {
  return Math.max(0, dayNumber(day) - dayNumber(from));
}

/**
 * The first day, in the row that those who take from a day's amount hold. Without WARM_UP_FROM it is the day on which it
 * is first needed, and never moves.
 */
async function firstDayOf({ database, now, timezone, warmUp }: WarmUpDeps): Promise<string> {
  const stored = await storedFirstDay(database);
  const wanted = warmUp?.from ?? stored ?? calendarDay(now(), timezone);
  if (stored === wanted) return stored;
  const change = warmUp?.from ? sql`update set first_day = excluded.first_day` : sql`nothing`;
  await database.writeTogether((run) =>
    run(
      sql`insert into smtp_warm_ups (name, first_day) values (${name}, ${wanted})
        on conflict (name) do ${change}`,
    ),
  );
  return (await storedFirstDay(database)) ?? wanted;
}

async function storedFirstDay(database: Pick<OpenDatabase, 'read'>): Promise<string | undefined> {
  const [row] = await database.read(
    warmUps.selectFrom('smtp_warm_ups').select('first_day as firstDay').where('name', '=', name),
  );
  return row?.firstDay;
}

/** Stores the first day of a warm-up, or forgets it once it is switched off: the next one has a first day of its own. */
export async function followWarmUp(deps: WarmUpDeps): Promise<void> {
  if (deps.warmUp) await firstDayOf(deps);
  else if (await storedFirstDay(deps.database))
    await deps.database.writeTogether((run) => run(sql`delete from smtp_warm_ups where name = ${name}`));
}

/** How many emails a day has; `undefined` without a warm-up, and after its last day. */
export async function warmUpOn(deps: WarmUpDeps, day: string): Promise<WarmUpAmount | undefined> {
  if (!deps.warmUp) return undefined;
  const most = deps.warmUp.amounts[nthDay(await firstDayOf(deps), day)];
  return most === undefined ? undefined : { day, most, isRestSent: deps.warmUp.isRestSent === true };
}

/**
 * Emails of a day that are taken by sends, and those to one person. Sends that are being prepared count in full, and those
 * whose rest goes through another relay with the part that does not.
 */
async function takenOn(
  run: RunStatement,
  day: string,
  exceptSend = 0,
): Promise<{ bySends: number; alone: number }> {
  const recipients = total('recipients');
  const [taken] = await run(
    sql<{ bySends: number; alone: number }>`select
      (select cast(coalesce(sum(case when is_rest_sent or not is_prepared and warm_up_most > ${recipients}
        then coalesce(warm_up_most, ${recipients}) else ${recipients} end), 0) as integer)
        from smtp_sends where warm_up_day = ${day} and id <> ${exceptSend}) as "bySends",
      (select coalesce(max(count), 0) from daily_counts where name = ${aloneName} and day = ${day}) as alone`,
  );
  return taken ?? { bySends: 0, alone: 0 };
}

/** How many emails of a day nobody has taken. */
export async function leftOn(
  { read }: Pick<OpenDatabase, 'read'>,
  { day, most }: Pick<WarmUpAmount, 'day' | 'most'>,
): Promise<number> {
  const { bySends, alone } = await takenOn((query) => read(query), day);
  return Math.max(0, most - bySends - alone);
}

/** Of those who take from the amount of a day, each does so alone. */
async function holdWarmUp({ kind }: Pick<OpenDatabase, 'kind'>, run: RunStatement): Promise<void> {
  const row = warmUps.selectFrom('smtp_warm_ups').select('name').where('name', '=', name);
  if (kind === 'postgresql') await run(row.forUpdate());
}

interface BeginDeps extends WarmUpDeps {
  list: Pick<MailingList, 'ranked'>;
}

/**
 * The first reader beyond a day's amount. Whose rest goes through another relay always has one: who joins after the send
 * has begun belongs to the rest.
 */
export function firstBeyond(
  { isRestSent }: WarmUpAmount,
  beyond: Place | undefined,
  startedAt: Date,
): Place | undefined {
  return beyond ?? (isRestSent ? { since: startedAt, id: 1 } : undefined);
}

/**
 * Begins a send as part of a warm-up: it takes what is left of its day's amount, and stores which reader is the first
 * beyond it. A process that goes on with the send, after a crash or at the same time, finds the same.
 *
 * @param begun What else the send stores when it begins.
 * @returns whether there is a warm-up on its day
 */
export async function beginWarmedUp(
  deps: BeginDeps,
  send: SmtpSend,
  { startedAt, rangeSize }: { startedAt: Date; rangeSize: number },
): Promise<boolean> {
  const { database, list, timezone } = deps;
  const email = momentOf(send);
  const amount = await warmUpOn(deps, email?.day ?? calendarDay(startedAt, timezone));
  if (!amount) return false;
  const { day, most, isRestSent } = amount;
  // A list of a million takes a second or two to sort, so nobody is kept waiting meanwhile.
  for (;;) {
    const taken = await takenOn((query) => database.read(query), day, send.id);
    const left = Math.max(0, most - taken.bySends - taken.alone);
    const { readers, beyond } = await list.ranked(email, left);
    const from = firstBeyond(amount, beyond?.from, startedAt);
    const isDone = await database.writeTogether(async (run) => {
      const pending = warmUps
        .selectFrom('smtp_sends')
        .select('id')
        .where('id', '=', send.id)
        .where('status', '=', 'pending');
      const [mine] = await run(database.kind === 'postgresql' ? pending.forUpdate() : pending);
      if (!mine) return true;
      await holdWarmUp(database, run);
      // Another send of the day was faster. Emails to one person are never held back, so they may come in between.
      if ((await takenOn(run, day, send.id)).bySends !== taken.bySends) return false;
      await run(
        warmUps
          .updateTable('smtp_sends')
          .set({
            status: 'preparing',
            started_at: startedAt,
            range_size: rangeSize,
            warm_up_day: day,
            warm_up_amount: most,
            warm_up_most: readers,
            held_since: from?.since ?? null,
            held_id: from?.id ?? null,
            held: isRestSent ? 0 : (beyond?.count ?? 0),
            is_rest_sent: isRestSent,
          })
          .where('id', '=', send.id),
      );
      return true;
    });
    if (isDone) return true;
  }
}

interface HeldFrom {
  heldSince?: Instant | null | undefined;
  heldId?: number | null | undefined;
}

/** The first reader whom a send holds back, or sends to through the second relay; `undefined` if there is none. */
export function heldFrom({ heldSince, heldId }: HeldFrom): Place | undefined {
  return heldSince && heldId ? { since: new Date(heldSince), id: heldId } : undefined;
}

export const isBefore = (one: Place, other: Place) =>
  one.since.getTime() - other.since.getTime() < 0 ||
  (one.since.getTime() === other.since.getTime() && one.id < other.id);

type WarmedUpSend = Pick<SmtpSend, 'id' | 'warmUpDay' | 'warmUpAmount'> &
  HeldFrom & { isRestSent: boolean | number };

/**
 * Divides readers into those whom the warm-up allows a send to have and those beyond the amount of its day. Whom it has
 * already is in neither part. If the rest goes through the second relay, nobody is beyond. The transaction must hold the
 * send.
 */
export async function divideByWarmUp<Reader extends { readerId: number; since?: Date | undefined }>(
  { kind }: Pick<OpenDatabase, 'kind'>,
  run: RunStatement,
  send: WarmedUpSend,
  readers: readonly Reader[],
): Promise<{ within: Reader[]; beyond: Reader[] }> {
  if (!send.warmUpDay || send.isRestSent || readers.length === 0) return { within: [...readers], beyond: [] };
  const ids = readers.map(({ readerId }) => readerId);
  const recorded = await run(
    sql<{ id: number }>`select reader_id as id from deliveries where send_id = ${send.id}
      and ${isAmong(kind, 'reader_id', ids)}`,
  );
  const known = new Set(recorded.map(({ id }) => id));
  const from = heldFrom(send);
  const ranked = readers
    .filter(({ readerId }) => !known.has(readerId))
    .map((reader) => ({ reader, place: { since: reader.since ?? new Date(0), id: reader.readerId } }))
    .toSorted((one, other) => (isBefore(one.place, other.place) ? -1 : 1));
  const first = from ? ranked.findIndex(({ place }) => !isBefore(place, from)) : -1;
  const room = await roomOf({ kind }, run, send);
  const end = Math.max(0, Math.min(first < 0 ? ranked.length : first, room));
  const all = ranked.map(({ reader }) => reader);
  return { within: all.slice(0, end), beyond: all.slice(end) };
}

/**
 * How many more readers a send may have. Until all are recorded, and if some are held back: up to what it has taken.
 * Otherwise, others of the day may have left something to those who join.
 */
async function roomOf(
  { kind }: Pick<OpenDatabase, 'kind'>,
  run: RunStatement,
  { id, warmUpDay, warmUpAmount, heldId }: WarmedUpSend,
): Promise<number> {
  const [own] = await run(
    sql<{ recipients: number; most: number | null; isPrepared: boolean | number }>`
      select ${total('recipients')} as recipients, warm_up_most as most, is_prepared as "isPrepared"
      from smtp_sends where id = ${id}`,
  );
  if (!own) return 0;
  if (own.most !== null && (heldId || !own.isPrepared)) return own.most - own.recipients;
  await holdWarmUp({ kind }, run);
  const { bySends, alone } = await takenOn(run, warmUpDay ?? '', id);
  return (warmUpAmount ?? 0) - bySends - alone - own.recipients;
}

/** Counts an email to one person. */
export async function countAlone(deps: WarmUpDeps): Promise<void> {
  const day = calendarDay(deps.now(), deps.timezone);
  if (!(await warmUpOn(deps, day))) return;
  await deps.database.writeTogether((run) =>
    run(
      sql`insert into daily_counts (name, day, count) values (${aloneName}, ${day}, 1)
        on conflict (name, day) do update set count = daily_counts.count + 1`,
    ),
  );
}

/**
 * A day's place in the schedule, from 1, and its amount; `undefined` if no reader waits: without a warm-up, after its last
 * day, and if the rest goes through another relay. Writes nothing.
 */
export async function warmUpPlace(
  deps: Omit<WarmUpDeps, 'database'> & { database: Pick<OpenDatabase, 'read'> },
  day: string,
): Promise<WarmUpPlace | undefined> {
  if (!deps.warmUp || deps.warmUp.isRestSent) return undefined;
  const { amounts } = deps.warmUp;
  const nth = nthDay(await likelyFirstDay(deps), day);
  const most = amounts[nth];
  return most === undefined ? undefined : { day: nth + 1, days: amounts.length, most };
}

/** If it is not stored yet, the next pass will store today. */
async function likelyFirstDay({
  database,
  now,
  timezone,
  warmUp,
}: Omit<WarmUpDeps, 'database'> & { database: Pick<OpenDatabase, 'read'> }): Promise<string> {
  return warmUp?.from ?? (await storedFirstDay(database)) ?? calendarDay(now(), timezone);
}

/**
 * The day on which the schedule reaches a reader; `undefined` if it has, and without a warm-up.
 *
 * @param place The reader's among all, from 1.
 */
export async function warmUpReaches(
  deps: WarmUpDeps,
  place: () => Promise<number>,
): Promise<string | undefined> {
  const { warmUp, now, timezone } = deps;
  const today = calendarDay(now(), timezone);
  const current = await warmUpPlace(deps, today);
  if (!warmUp || !current) return undefined;
  const nth = await place();
  if (nth <= current.most) return undefined;
  const reached = warmUp.amounts.findIndex((most) => most >= nth);
  return addDays(await likelyFirstDay(deps), reached < 0 ? warmUp.amounts.length : reached);
}

/** The warm-up as a calendar for a list of this size; `undefined` without one. Writes nothing. */
export async function viewWarmUp(deps: WarmUpDeps, readers: number): Promise<WarmUpView | undefined> {
  const { database, now, timezone, warmUp } = deps;
  if (!warmUp) return undefined;
  const { amounts, schedule } = warmUp;
  const today = calendarDay(now(), timezone);
  const firstDay = await likelyFirstDay(deps);
  const nth = nthDay(firstDay, today);
  const { bySends, alone } = await takenOn((query) => database.read(query), today);
  const [most] = await database.read(
    sql<{ held: number | null }>`select max(held) as held from smtp_sends where warm_up_day = ${today}`,
  );
  const inFull = amounts.findIndex((most) => most >= readers);
  return {
    schedule,
    firstDay,
    today: nth + 1,
    days: amounts.length,
    most: amounts[nth] ?? null,
    isOver: nth >= amounts.length,
    taken: bySends + alone,
    held: most?.held ?? 0,
    readers,
    isRestSent: warmUp.isRestSent === true,
    everyoneFrom: addDays(firstDay, inFull < 0 ? amounts.length : inFull),
    calendar: warmUpCalendar(amounts, firstDay, readers),
  };
}
