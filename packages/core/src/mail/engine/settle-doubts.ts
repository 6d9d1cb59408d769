import { defineEntity, p } from '@mikro-orm/core';
import { type SqlBool, sql } from 'kysely';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { type Instant, isAmong, jsonTable, tables } from '../../platform/database/query.ts';
import type { RunStatement } from '../../platform/database/writes.ts';
import { emailHash } from '../smtp/reader-token.ts';
import type { Failure } from './carrier.ts';
import { type SmtpMessage, type SmtpSend, WideInteger } from './engine-tables.ts';
import { changeRanges, holdRanges, type RangeChange, rangeOf, total } from './ranges.ts';

const RelayVerdictSchema = defineEntity({
  name: 'RelayVerdict',
  tableName: 'relay_verdicts',
  properties: {
    sendId: p.integer().primary(),
    readerId: p.type(WideInteger).primary(),
    result: p.enum(['sent', 'failed', 'absent'] as const),
    failure: p.string().length(20).nullable(),
    answer: p.text(),
    at: p.datetime(3),
  },
});

/**
 * What a relay said about an email before anyone knew that its answer was lost; `absent` for one that was sent again
 * because the relay never had it.
 */
export class RelayVerdict extends RelayVerdictSchema.class {}
RelayVerdictSchema.setClass(RelayVerdict);

const sends = tables<{ smtp_sends: SmtpSend; smtp_messages: SmtpMessage; relay_verdicts: RelayVerdict }>();

/** What a relay says about one email. */
export interface Verdict {
  /** The part of its `Message-ID` that stands for the email. */
  emailHash: string;
  readerId: number;
  /** `absent`: the relay never had it, so it may be sent again. */
  result: 'sent' | 'failed' | 'absent';
  failure: Failure | undefined;
  answer: string;
}

interface SettleDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** Relays report much sooner, and individual results are kept for longer. */
const reportedWithinMs = 8 * 24 * 3_600_000;
/** A server may take so long to accept an email that it has received (RFC 5321), also if nobody is connected anymore. */
const absentAfterMs = 10 * 60_000;

interface Row {
  send_id: number;
  reader_id: number;
  result: string;
  failure: string | null;
  answer: string;
}

const rowColumns = {
  send_id: 'bigint',
  reader_id: 'bigint',
  result: 'text',
  failure: 'text',
  answer: 'text',
} as const;

/**
 * Settles emails whose answer was lost by what their relay reports about them. Others stay as they are. A report about
 * an email that is still being sent is kept, in case its process has just been killed.
 */
export async function settleDoubts(
  { database, now }: SettleDeps,
  verdicts: readonly Verdict[],
): Promise<void> {
  if (verdicts.length === 0) return;
  const at = now();
  const open = await database.read(
    sends
      .selectFrom('smtp_sends as send')
      .innerJoin('smtp_messages as message', 'message.id', 'send.message_id')
      .select(['send.id', 'message.name'])
      .where('send.started_at', '>', new Date(at.getTime() - reportedWithinMs))
      .where(
        sql<SqlBool>`(send.status in ('preparing', 'sending', 'paused') or ${total('unknown', 'send')} > 0
          or exists (select 1 from smtp_ranges where send_id = send.id and worker is not null))`,
      ),
  );
  const byHash = new Map(open.map(({ id, name }) => [emailHash(name), id]));
  const rows = new Map<string, Row>();
  for (const { emailHash: hash, readerId, result, failure, answer } of verdicts) {
    const sendId = byHash.get(hash);
    if (sendId === undefined) continue;
    const key = `${sendId} ${readerId}`;
    if (result === 'absent' && rows.has(key)) continue;
    rows.set(key, { send_id: sendId, reader_id: readerId, result, failure: failure ?? null, answer });
  }
  const undecided = await withoutResult(database, [...rows.values()]);
  if (undecided.length === 0) return;
  await database.writeTogether(async (run) => {
    const settling = { database, run, at };
    await keep(settling, await settle(settling, undecided));
  });
}

/** Most reports are about emails that were sent. Then nothing is held, and nobody who sends waits. */
async function withoutResult(database: OpenDatabase, rows: readonly Row[]): Promise<Row[]> {
  const found: Row[] = [];
  for (const id of new Set(rows.map((row) => row.send_id))) {
    const ofSend = rows.filter((row) => row.send_id === id);
    const open = await openReaders((statement) => database.read(statement), database, id, ofSend);
    found.push(...ofSend.filter((row) => open.has(row.reader_id)));
  }
  return found;
}

async function openReaders(
  run: RunStatement,
  { kind }: Pick<OpenDatabase, 'kind'>,
  sendId: number,
  rows: readonly Row[],
): Promise<Set<number>> {
  const readers = rows.map((row) => row.reader_id);
  if (readers.length === 0) return new Set();
  const open = await run(
    sql<{ readerId: number }>`select reader_id as "readerId" from deliveries
      where send_id = ${sendId} and ${isAmong(kind, 'reader_id', readers)}
      and state in ('queued', 'deferred', 'unknown')`,
  );
  return new Set(open.map(({ readerId }) => readerId));
}

/** Settles emails that have become doubtful since their relay reported about them. */
export async function settleKept({ database, now }: SettleDeps): Promise<void> {
  const kept = sends
    .selectFrom('relay_verdicts')
    .select(['send_id', 'reader_id', 'result', 'failure', 'answer'])
    .where('result', '<>', 'absent')
    .limit(1000);
  if ((await database.read(kept)).length === 0) return;
  const at = now();
  await database.writeTogether(async (run) => {
    const rows = await run(kept);
    const early = new Set(await settle({ database, run, at }, rows));
    const done = rows.filter((row) => !early.has(row));
    await run(
      sql`delete from relay_verdicts where at < ${new Date(at.getTime() - reportedWithinMs)}
        or exists (select 1 from ${jsonTable(database.kind, rowColumns, done)} as given
          where given.send_id = relay_verdicts.send_id and given.reader_id = relay_verdicts.reader_id)`,
    );
  });
}

interface Settling {
  database: OpenDatabase;
  run: RunStatement;
  at: Date;
}

async function keep({ database: { kind }, run, at }: Settling, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await run(
    sql`insert into relay_verdicts (send_id, reader_id, result, failure, answer, at)
      select send_id, reader_id, result, failure, answer, ${kind === 'sqlite' ? sql`${at}` : sql`${at}::timestamptz`}
      from ${jsonTable(kind, rowColumns, rows)} as given where true on conflict do nothing`,
  );
}

/** @returns those about emails that are still being sent: they may yet become doubtful */
async function settle(settling: Settling, rows: readonly Row[]): Promise<Row[]> {
  const { database, run } = settling;
  const ids = [...new Set(rows.map((row) => row.send_id))];
  // First, like everyone who opens a send again or ends it.
  const held = sql<HeldSend>`select id, range_size as "rangeSize",
      case when status = 'released' and reason is not null then 1 else 0 end as "isStopped"
    from smtp_sends where ${isAmong(database.kind, 'id', ids)} order by id`;
  const found = await run(database.kind === 'postgresql' ? sql<HeldSend>`${held} for update` : held);
  const early: Row[] = [];
  for (const send of found) {
    const ofSend = rows.filter((row) => row.send_id === send.id);
    early.push(...(await settleSend(settling, send, ofSend)));
  }
  return early;
}

interface HeldSend {
  id: number;
  rangeSize: number;
  /** By the owner: then nothing more is sent. */
  isStopped: number;
}

async function settleSend(
  settling: Settling,
  { id, rangeSize, isStopped }: HeldSend,
  rows: readonly Row[],
): Promise<Row[]> {
  const { database, run, at } = settling;
  const { kind } = database;
  const nths = [...new Set(rows.map((row) => rangeOf(row.reader_id, rangeSize)))];
  // A result of what has begun is not in the totals yet. Its process counts it, or the one that takes over.
  const begun = new Set((await holdRanges(database, run, id, nths)).flatMap(({ claimed }) => claimed));
  const contradicted = await reportedBefore(run, id, rows);
  const certain = rows.filter(
    ({ reader_id: reader, result }) =>
      !begun.has(reader) && !(result === 'absent' && contradicted.has(reader)),
  );
  // By key, like the results of a send: with the send alone as a constant, all of its deliveries would be read.
  const joined = sql<SqlBool>`deliveries.send_id = given.send_id and deliveries.reader_id = given.reader_id`;
  const readerIds = certain.map((row) => row.reader_id).join(',');
  const isGiven =
    kind === 'sqlite'
      ? joined
      : sql<SqlBool>`deliveries.send_id = ${id}
          and deliveries.reader_id = any(string_to_array(${readerIds}, ',')::bigint[]) and ${joined}`;
  const settled = await run(
    sql<{ readerId: number; state: string; dueAt: Instant }>`update deliveries
      set state = case given.result when 'absent' then ${isStopped ? sql`'skipped'` : sql`'queued'`} else given.result end,
        problem = case given.result when 'failed' then 'failed' end,
        failure = given.failure, answer = given.answer, answer_id = null,
        ended_at = ${isStopped ? sql`${at}` : sql`case given.result when 'absent' then null else ${kind === 'sqlite' ? sql`${at}` : sql`${at}::timestamptz`} end`}
      from ${jsonTable(kind, rowColumns, certain)} as given
      where ${isGiven} and deliveries.state = 'unknown'
      and (given.result <> 'absent' or deliveries.ended_at <= ${new Date(at.getTime() - absentAfterMs)})
      returning deliveries.reader_id as "readerId", deliveries.state, deliveries.due_at as "dueAt"`,
  );
  const changes = settled.map(({ readerId, state, dueAt }): RangeChange => {
    const change = { nth: rangeOf(readerId, rangeSize), unknown: -1 };
    if (state === 'queued') return { ...change, nextAt: new Date(dueAt) };
    if (state === 'sent') return { ...change, sent: 1 };
    return state === 'failed' ? { ...change, failed: 1 } : change;
  });
  await changeRanges(database, run, id, changes);
  if (settled.length > 0) {
    const unknown = total('unknown');
    await run(
      sql`update smtp_sends set left_unknown = case when left_unknown > ${unknown} then ${unknown} else left_unknown end
        where id = ${id}`,
    );
  }
  const again = new Set(settled.filter(({ state }) => state === 'queued').map(({ readerId }) => readerId));
  if (again.size > 0) {
    await keep(
      settling,
      certain.filter((row) => again.has(row.reader_id)),
    );
    await run(
      sql`update smtp_sends set status = 'sending', finished_at = null where id = ${id} and status = 'released'`,
    );
  }
  // What the relay did not have yet, it may get now.
  const early = rows.filter((row) => row.result !== 'absent' && begun.has(row.reader_id));
  const open = await openReaders(run, database, id, early);
  return early.filter((row) => open.has(row.reader_id));
}

/**
 * Readers for whom `absent` says nothing: the relay has reported that it had the email, or the email was sent again since
 * it never had it, and this may be the same report once more.
 */
async function reportedBefore(run: RunStatement, id: number, rows: readonly Row[]): Promise<Set<number>> {
  const absent = rows.filter(({ result }) => result === 'absent').map((row) => row.reader_id);
  if (absent.length === 0) return new Set();
  const found = await run(
    sends
      .selectFrom('relay_verdicts')
      .select('reader_id')
      .where('send_id', '=', id)
      .where('reader_id', 'in', absent),
  );
  return new Set(found.map((row) => row.reader_id));
}
