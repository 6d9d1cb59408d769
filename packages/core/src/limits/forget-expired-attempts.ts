import type { EntityManager } from '@mikro-orm/sql';
import { RateLimit } from './rate-limit.ts';

/** Deletes the counts of attempts whose time is over: each caller's address leaves one behind. */
export async function forgetExpiredAttempts({
  forkEm,
  now,
}: {
  forkEm: () => EntityManager;
  now: () => Date;
}): Promise<void> {
  await forkEm().nativeDelete(RateLimit, { expire: { $lte: now().getTime() } });
}
