import { type SqlBool, sql } from 'kysely';
import { engine, momentOf, waiting } from '../mail/engine/engine-tables.ts';
import { addToSend, changeRanges, holdRanges, rangeOf } from '../mail/engine/ranges.ts';
import { divideByWarmUp } from '../mail/engine/warm-up.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import type { InsertRows, RunStatement } from '../platform/database/writes.ts';
import { dueFor, type TimedReader, wantsEmail } from './own-time.ts';

/** Longer than the clocks of processes may differ. */
const soonMs = 10 * 60_000;
/** A day that has begun anywhere has ended everywhere after this. */
const longestDayMs = 50 * 3_600_000;

type HeldSend = Awaited<ReturnType<typeof holdSends>>[number];

/**
 * Holds the sends that a change of preferences may concern until the transaction ends: those that are being sent, those
 * that may begin in a moment, and those that ended while their day goes on somewhere. Nobody adds readers to them
 * meanwhile.
 */
export function holdSends(run: RunStatement, { kind }: Pick<OpenDatabase, 'kind'>, at: Date) {
  const soon = new Date(at.getTime() + soonMs);
  const lately = new Date(at.getTime() - longestDayMs);
  const sends = engine
    .selectFrom('smtp_sends')
    .select(['id', 'status', 'reason', 'day', 'timezone', 'weekly'])
    .select(['local_time as localTime', 'owner_at as ownerAt', 'prepared_to as preparedTo'])
    .select(['is_prepared as isPrepared', 'range_size as rangeSize'])
    .select(['warm_up_day as warmUpDay', 'warm_up_amount as warmUpAmount'])
    .select(['held_since as heldSince', 'held_id as heldId', 'is_rest_sent as isRestSent'])
    .where('day', 'is not', null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('status', '=', 'pending'), eb('scheduled_at', '<=', soon)]),
        eb('status', 'in', ['preparing', 'sending', 'paused']),
        and([eb('status', '=', 'released'), eb('reason', 'is', null), eb('finished_at', '>=', lately)]),
      ]),
    )
    .orderBy('id');
  return run(kind === 'postgresql' ? sends.forUpdate() : sends);
}

interface ChangedReader {
  id: number;
  isOnList: boolean;
  /** As in `Place`. */
  since: Date;
  before: TimedReader;
  after: TimedReader;
}

/**
 * Moves, adds or removes a reader's own deliveries after a change. What has begun stays, so nobody gets an email twice;
 * and an email that the new time has passed for is due at once, so nobody misses one.
 *
 * @param sends Held by this transaction.
 */
export async function moveDeliveries(
  { localTimes, database }: { localTimes: boolean; database: Pick<OpenDatabase, 'kind'> },
  { run, insert }: { run: RunStatement; insert: InsertRows },
  sends: readonly HeldSend[],
  { id: readerId, isOnList, since, before, after }: ChangedReader,
  at: Date,
): Promise<void> {
  for (const send of sends) {
    const email = momentOf({ ...send, ownerAt: send.ownerAt === null ? null : new Date(send.ownerAt) });
    // If the reader is not recorded yet, the new preferences will be read.
    const isRecorded = send.status !== 'pending' && (send.isPrepared || send.preparedTo >= readerId);
    if (!email || !isRecorded) continue;
    const dueOf = (reader: TimedReader) => (localTimes ? dueFor(reader, email) : email.at);
    const [due, dueBefore] = [dueOf(after), dueOf(before)];
    const nth = rangeOf(readerId, send.rangeSize);
    // From now on, no process begins it.
    const [range] = await holdRanges(database, run, send.id, [nth]);
    if (range?.claimed.includes(readerId)) continue;
    const mine = sql<SqlBool>`send_id = ${send.id} and reader_id = ${readerId}`;
    const [delivery] = await run(engine.selectFrom('deliveries').select('state').where(mine));
    const wants = wantsEmail(email, after);
    if (delivery && !wants) {
      const removed = await run(sql`delete from deliveries where ${mine} and ${waiting} returning reader_id`);
      if (removed.length > 0) await changeRanges(database, run, send.id, [{ nth, readers: -1 }]);
    } else if (delivery && due.getTime() !== dueBefore.getTime()) {
      const dueAt = due > at ? due : at;
      const moved = await run(
        sql`update deliveries set due_at = ${dueAt}, first_due_at = null
          where ${mine} and state = 'queued' returning reader_id`,
      );
      if (moved.length > 0) await changeRanges(database, run, send.id, [{ nth, nextAt: dueAt }]);
    } else if (!delivery && wants && isOnList && due > at) {
      const { within } = await divideByWarmUp(database, run, send, [{ readerId, since }]);
      if (within.length === 0) continue;
      const added = await insert<object>(
        'deliveries (send_id, reader_id, due_at)',
        [[send.id, readerId, due]],
        'on conflict do nothing returning reader_id',
      );
      if (added.length > 0) await addToSend(database, run, send, [{ readerId, dueAt: due }]);
    }
  }
}
