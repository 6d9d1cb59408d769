import { type Expression, type SqlBool, sql } from 'kysely';

/** Another process owns the row now. Stop right away: that process continues. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Matches rows that no process holds. */
export function unleased(now: Date, leaseMs: number) {
  const latest = latestEnd(now, leaseMs);
  return { $or: [{ leaseUntil: null }, { leaseUntil: { $lt: now } }, { leaseUntil: { $gt: latest } }] };
}

/** The same as SQL. */
export function unleasedRows(now: Date, leaseMs: number): Expression<SqlBool> {
  return sql<SqlBool>`(lease_until is null or lease_until < ${now} or lease_until > ${latestEnd(now, leaseMs)})`;
}

/** Whether a lease end that was written `leaseMs` ahead has passed. */
export function hasEnded(end: Date, now: Date, leaseMs: number): boolean {
  return end < now || end > latestEnd(now, leaseMs);
}

export function leaseEnd(now: Date, leaseMs: number): Date {
  return new Date(now.getTime() + leaseMs);
}

/** A later end was written by a clock that was ahead. It would hold the row for just as long. */
function latestEnd(now: Date, leaseMs: number): Date {
  return leaseEnd(now, 2 * leaseMs);
}
