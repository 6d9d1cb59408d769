import { type SqlBool, sql } from 'kysely';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { type Instant, isAmong, jsonTable } from '../../platform/database/query.ts';
import type { Reads } from '../../platform/database/reads.ts';
import type { RunStatement } from '../../platform/database/writes.ts';
import { waiting } from './engine-tables.ts';

type Kind = Pick<OpenDatabase, 'kind'>;

/**
 * How many ids of readers a range has, for a list whose last id is `last`: as many ranges as several processes can share,
 * and few enough to add up their totals for each page.
 */
export function rangeSizeFor(last: number): number {
  const most = 4096;
  let size = 128;
  while (size < most && size * 1000 < last) size *= 2;
  return size;
}

export const rangeOf = (readerId: number, rangeSize: number) => Math.floor(readerId / rangeSize);

/** What changes in the ranges of some readers. */
export interface RangeChange {
  nth: number;
  /** The earliest due time that was added. */
  nextAt?: Date | undefined;
  readers?: number;
  sent?: number;
  failed?: number;
  unknown?: number;
}

/** Adds up changes of the same range, in order, so that two transactions never wait for each other. */
function sumRanges(changes: readonly RangeChange[]): Required<RangeChange>[] {
  const sums = new Map<number, Required<RangeChange>>();
  for (const { nth, nextAt, readers = 0, sent = 0, failed = 0, unknown = 0 } of changes) {
    const sum = sums.get(nth) ?? { nth, nextAt: undefined, readers: 0, sent: 0, failed: 0, unknown: 0 };
    if (nextAt && (!sum.nextAt || nextAt < sum.nextAt)) sum.nextAt = nextAt;
    sum.readers += readers;
    sum.sent += sent;
    sum.failed += failed;
    sum.unknown += unknown;
    sums.set(nth, sum);
  }
  return [...sums.values()].toSorted((one, other) => one.nth - other.nth);
}

const columns = {
  nth: 'bigint',
  next_at: 'timestamptz',
  readers: 'integer',
  sent: 'integer',
  failed: 'integer',
  unknown: 'integer',
} as const;

/** Changes ranges, and makes those that do not exist. Holds them until the transaction ends. */
export async function changeRanges(
  { kind }: Kind,
  run: RunStatement,
  sendId: number,
  changes: readonly RangeChange[],
): Promise<void> {
  const rows = sumRanges(changes).map(({ nextAt, ...sum }) => ({ ...sum, next_at: nextAt ?? null }));
  if (rows.length === 0) return;
  await run(
    sql`insert into smtp_ranges (send_id, nth, next_at, readers, sent, failed, unknown)
      select ${kind === 'sqlite' ? sql`${sendId}` : sql`${sendId}::bigint`}, nth, next_at, readers, sent, failed, unknown
      from ${jsonTable(kind, columns, rows)} as changed where true
      on conflict (send_id, nth) do update set
        next_at = case when smtp_ranges.next_at is null or excluded.next_at < smtp_ranges.next_at
          then excluded.next_at else smtp_ranges.next_at end,
        readers = smtp_ranges.readers + excluded.readers, sent = smtp_ranges.sent + excluded.sent,
        failed = smtp_ranges.failed + excluded.failed, unknown = smtp_ranges.unknown + excluded.unknown`,
  );
}

/** A range that this transaction holds: nobody claims, moves or counts its deliveries meanwhile. */
export interface HeldRange {
  nth: number;
  worker: string | null;
  claimed: number[];
}

/** Holds ranges of a send, or all of them, until the transaction ends. */
export async function holdRanges(
  { kind }: Kind,
  run: RunStatement,
  sendId: number,
  nths?: readonly number[],
): Promise<HeldRange[]> {
  const held = await run(
    sql<{
      nth: number;
      worker: string | null;
      claimed: string | null;
    }>`select nth, worker, claimed from smtp_ranges
      where send_id = ${sendId} ${nths ? sql`and ${isAmong(kind, 'nth', nths)}` : sql``}
      order by nth ${kind === 'postgresql' ? sql`for update` : sql``}`,
  );
  return held.map(({ claimed, ...range }) => ({ ...range, claimed: claimed ? JSON.parse(claimed) : [] }));
}

/**
 * Adds readers to a send. If it had ended, it goes on for them. The transaction must hold the send.
 */
export async function addToSend(
  deps: Kind,
  run: RunStatement,
  { id, rangeSize }: { id: number; rangeSize: number },
  added: readonly { readerId: number; dueAt: Date }[],
): Promise<void> {
  if (added.length === 0) return;
  await changeRanges(
    deps,
    run,
    id,
    added.map(({ readerId, dueAt }) => ({ nth: rangeOf(readerId, rangeSize), nextAt: dueAt, readers: 1 })),
  );
  await run(
    sql`update smtp_sends set status = 'sending', finished_at = null where id = ${id} and status = 'released'`,
  );
}

/** Gives up a range. Its next due time is that of its deliveries without a result. */
export function releaseRange(
  run: RunStatement,
  sendId: number,
  {
    nth,
    rangeSize,
    counted,
  }: { nth: number; rangeSize: number; counted: Omit<RangeChange, 'nth' | 'nextAt'> },
): Promise<{ nextAt: Instant | null }[]> {
  const { sent = 0, failed = 0, unknown = 0 } = counted;
  return run(
    sql<{ nextAt: Instant | null }>`update smtp_ranges set worker = null, claimed = null,
        sent = sent + ${sent}, failed = failed + ${failed}, unknown = unknown + ${unknown},
        next_at = (select min(due_at) from deliveries where send_id = ${sendId}
          and reader_id >= ${nth * rangeSize} and reader_id < ${(nth + 1) * rangeSize} and ${waiting})
      where send_id = ${sendId} and nth = ${nth} returning next_at as "nextAt"`,
  );
}

/** Of a send and its ranges together. */
export interface SendTotals {
  recipients: number;
  sent: number;
  failed: number;
  unknown: number;
}

/** A send's own column and those of its ranges. `send` is the name of the table of sends in the statement. */
export function total(column: keyof SendTotals, send = 'smtp_sends') {
  const ofRange = column === 'recipients' ? 'readers' : column;
  return sql<number>`cast(${sql.ref(`${send}.${column}`)} + (select coalesce(sum(${sql.ref(ofRange)}), 0)
    from smtp_ranges where send_id = ${sql.ref(`${send}.id`)}) as integer)`;
}

export async function totalsOf(database: Pick<Reads, 'read'>, sendId: number): Promise<SendTotals> {
  const [totals] = await database.read(
    sql<SendTotals>`select ${total('recipients')} as recipients, ${total('sent')} as sent,
      ${total('failed')} as failed, ${total('unknown')} as unknown from smtp_sends where id = ${sendId}`,
  );
  return totals ?? { recipients: 0, sent: 0, failed: 0, unknown: 0 };
}

/** Readers of a send whose deliveries have begun. */
export async function claimedOf(database: Pick<Reads, 'read'>, sendId: number): Promise<number[]> {
  const rows = await database.read(
    sql<{
      claimed: string;
    }>`select claimed from smtp_ranges where send_id = ${sendId} and claimed is not null`,
  );
  return rows.flatMap(({ claimed }) => JSON.parse(claimed) as number[]);
}

/** Ranges with something to do, now or later. */
export const isOpen = sql<SqlBool>`(next_at is not null or worker is not null)`;

/** Whether a send has deliveries that have not ended, or readers who are not recorded. */
export async function hasOpen(database: Pick<Reads, 'read'>, sendId: number): Promise<boolean> {
  const open = await database.read(
    sql`select 1 as one where exists (select 1 from smtp_ranges where send_id = ${sendId} and ${isOpen})
      or exists (select 1 from smtp_sends where id = ${sendId} and not is_prepared)`,
  );
  return open.length > 0;
}
