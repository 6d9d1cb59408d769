import type { QueryResult } from '@mikro-orm/core';
import type { OpenDatabase } from '../database/open-database.ts';

export interface ClearAddressesDeps {
  database: OpenDatabase;
  now: () => Date;
  /** How long the IP address of a signup is kept. */
  keepAddressDays: number;
}

/** Few enough that a signup waiting for SQLite's write lock is not delayed noticeably. */
const mostAtOnce = 5000;

// The condition of the partial index is in the text: a bound value would not match it.
const clearOldest = `update registrations set ip_address = null where id in (
  select id from registrations where ip_address is not null and created_at <= ?
  order by created_at limit ${mostAtOnce})`;

/**
 * Clears the IP addresses of signups that have been kept long enough, oldest first.
 *
 * @returns how many, at most 5,000
 */
export async function clearSignupAddresses(deps: ClearAddressesDeps): Promise<number> {
  const { database, now, keepAddressDays } = deps;
  const before = new Date(now().getTime() - keepAddressDays * 86_400_000);
  const { affectedRows } = await database.em().execute<QueryResult>(clearOldest, [before], 'run');
  return affectedRows;
}
