import type { QueryResult } from '@mikro-orm/core';
import { keepDays, mostClearedAtOnce } from './policy.ts';
import type { RecordDeps } from './record-entry.ts';

const deleteOldest = `delete from audit_entries where id in (
  select id from audit_entries where at <= ? order by at limit ${mostClearedAtOnce})`;
// An address is also part of what makes two refusals the same.
const clearAddresses = `update audit_entries set address = null, same_as = null where id in (
  select id from audit_entries where at <= ? and address is not null order by at limit ${mostClearedAtOnce})`;

/**
 * Deletes the entries that have been kept long enough, and clears addresses that have been kept long enough.
 *
 * @returns how many entries were deleted, at most 5,000
 */
export async function clearEntries({ database, now, keepAddressDays }: RecordDeps): Promise<number> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000);
  const run = (sql: string, before: Date) => database.em().execute<QueryResult>(sql, [before], 'run');
  await run(clearAddresses, daysAgo(keepAddressDays));
  return (await run(deleteOldest, daysAgo(keepDays))).affectedRows;
}
