import type { OpenDatabase } from '../database/open-database.ts';
import { RateLimit } from './rate-limit.ts';

/** Deletes the counts of attempts that no longer matter: every caller's address leaves one. */
export async function forgetExpiredAttempts({
  database,
  now,
}: {
  database: OpenDatabase;
  now: () => Date;
}): Promise<void> {
  await database.em().nativeDelete(RateLimit, { expire: { $lte: now().getTime() } });
}
