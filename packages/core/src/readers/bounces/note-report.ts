import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { isSuppressedStatus, type SuppressionReason } from '../../contract/choices.ts';
import type { MailFailure } from '../../mail/mailing-list.ts';
import { bouncePolicy } from '../../mail/policy.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { type Instant, jsonTable } from '../../platform/database/query.ts';
import type { InsertRows, RunStatement } from '../../platform/database/writes.ts';
import { Registration, RemovedReader, readerTables } from '../reader-tables.ts';

export interface NoteReportDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** What became of emails to a reader, or what the reader requested. */
export type ReaderReport =
  | { kind: 'bounce'; failure: MailFailure; reason: string }
  | { kind: 'complaint' }
  | { kind: 'unsubscribe' }
  /** The server of the reader's mailbox accepted an email. */
  | { kind: 'delivered' };

const dayMs = 24 * 3_600_000;

export interface NotedReport {
  /** The reader. */
  id: number;
  report: ReaderReport;
  /** When it happened, if known. */
  at?: Date | undefined;
}

/**
 * The one rule for who leaves the list. It applies to a mail server's answer, a returned email, a relay's call and a
 * link. Safe to repeat at any time: a report from before the reader joined the list changes nothing. All reports are
 * noted together or not at all.
 *
 * @returns the readers' status now; without those who do not exist
 */
export async function noteReports(
  { database, now }: NoteReportDeps,
  reports: readonly NotedReport[],
): Promise<Map<number, Registration['status']>> {
  const ids = reports.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  return database.em().transactional(async (em) => {
    // In order, so that two processes never wait for each other.
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
    const found = await em.find(Registration, { id: { $in: ids } }, options);
    const readers = new Map(found.map((reader) => [reader.id, reader]));
    for (const { id, report, at } of reports) {
      const reader = readers.get(id);
      if (!reader || (at && isFromBefore(reader, at))) continue;
      const change = changeOf(reader, report, at && at < now() ? at : now());
      if (change?.status && isOnList(reader)) await takeOffLater(em, leaving(reader, now()));
      if (change) em.assign(reader, change.status ? { ...change, statusAt: now() } : change);
    }
    return new Map(found.map(({ id, status }) => [id, status]));
  });
}

/** As `noteReports`, for one. @returns the reader's status now; `undefined` if there is no such reader */
export async function noteReport(
  deps: NoteReportDeps,
  id: number,
  report: ReaderReport,
  at?: Date,
): Promise<Registration['status'] | undefined> {
  return (await noteReports(deps, [{ id, report, at }])).get(id);
}

/**
 * Whether a report is from before the reader joined, such as an event that a relay repeats after the reader came back.
 */
function isFromBefore(reader: Registration, at: Date): boolean {
  const { statusAt, createdAt } = reader;
  return isOnList(reader) && at.getTime() < (statusAt ?? createdAt).getTime() - bouncePolicy.clocksDifferByMs;
}

const isOnList = ({ status }: Registration) => status === 'subscribed' || status === 'waiting';

/** The next pass reports it to a provider that keeps the list, even one that the readers are just being moved to. */
function leaving({ email, subscriberId, leaseUntil }: Registration, at: Date) {
  return { email, subscriberId: subscriberId ?? null, settledAt: leaseUntil ?? at };
}

/** One row for an address, however often its reader leaves and comes back. */
async function takeOffLater(em: EntityManager, row: ReturnType<typeof leaving>): Promise<void> {
  const { email, subscriberId, settledAt } = row;
  const [earlier] = await em.find(RemovedReader, { email }, { orderBy: { settledAt: 'desc' }, limit: 1 });
  if (!earlier) {
    em.create(RemovedReader, row);
    return;
  }
  await em.nativeDelete(RemovedReader, { email, id: { $ne: earlier.id } });
  earlier.subscriberId = subscriberId ?? earlier.subscriberId ?? null;
  if (settledAt > earlier.settledAt) earlier.settledAt = settledAt;
}

interface Leaving {
  id: number;
  status: SuppressionReason;
  reason: string | null;
  at: Date;
}

/**
 * Takes many readers off the list at once, within a transaction. Readers who are not on it stay unchanged.
 *
 * @returns how many were on it
 */
export async function leaveTogether(
  { kind, run, insert }: { kind: OpenDatabase['kind']; run: RunStatement; insert: InsertRows },
  rows: readonly Leaving[],
  now: Date,
): Promise<number> {
  if (rows.length === 0) return 0;
  type Left = { email: string; subscriberId: string | null; leaseUntil: Instant | null };
  const columns = { id: 'bigint', status: 'text', reason: 'text', at: 'timestamptz' } as const;
  const left = await run(
    sql<Left>`update registrations set status = gone.status, reason = gone.reason, status_at = gone.at
      from ${jsonTable(kind, columns, rows)} as gone
      where registrations.id = gone.id and registrations.status in ('subscribed', 'waiting')
      returning email, subscriber_id as "subscriberId", lease_until as "leaseUntil"`,
  );
  if (left.length === 0) return 0;
  const emails = left.map(({ email }) => email);
  await run(readerTables.deleteFrom('removed_readers').where('email', 'in', emails));
  await insert(
    'removed_readers (email, subscriber_id, settled_at)',
    left.map(({ email, subscriberId, leaseUntil }) => [
      email,
      subscriberId,
      leaseUntil === null ? now : new Date(leaseUntil),
    ]),
  );
  return left.length;
}

type Change = Partial<Pick<Registration, 'status' | 'reason' | 'softBounces' | 'softBouncedOn'>>;

function changeOf(reader: Registration, report: ReaderReport, at: Date): Change | undefined {
  const { status } = reader;
  switch (report.kind) {
    case 'complaint':
      return status === 'complained' ? undefined : { status: 'complained', reason: null };
    case 'unsubscribe':
      // Readers who complained or bounced keep that status: it says more.
      return isSuppressedStatus(status) ? undefined : { status: 'unsubscribed', reason: null };
    case 'delivered':
      return reader.softBounces > 0 ? { softBounces: 0, softBouncedOn: null } : undefined;
    case 'bounce':
      // Nobody confirms a link that did not arrive.
      if (status === 'unconfirmed' && report.failure === 'address')
        return { status: 'bounced', reason: report.reason };
      if (status !== 'subscribed') return undefined;
      return report.failure === 'address'
        ? { status: 'bounced', reason: report.reason }
        : countSoft(reader, report.reason, at);
  }
}

/** Counts days, not reports: a full mailbox returns every email sent to it. */
function countSoft(
  { softBounces, softBouncedOn }: Registration,
  reason: string,
  at: Date,
): Change | undefined {
  const day = at.toISOString().slice(0, 10);
  const daysSince = softBouncedOn ? (Date.parse(day) - Date.parse(softBouncedOn)) / dayMs : Number.NaN;
  if (daysSince <= 0) return undefined;
  const days = daysSince <= bouncePolicy.softForgottenAfterDays ? softBounces + 1 : 1;
  const counted = { softBounces: days, softBouncedOn: day };
  return days < bouncePolicy.softOnDays ? counted : { ...counted, status: 'bounced', reason };
}
