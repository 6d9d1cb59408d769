import { limits } from '../contract/limits.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { isDomainError } from '../errors.ts';
import type { AttemptLimits } from '../limits/attempt-limits.ts';

export interface RefusalDeps {
  database: OpenDatabase;
  now: () => Date;
  limits: Pick<AttemptLimits, 'attempt'>;
}

/** How many refused sites are kept: those seen most recently. */
const keptSites = 50;

// A program can claim any origin. If there are too many, the site seen longest ago is dropped.
const forgetOldest = `delete from embed_origins where allowed_at is null and origin not in (
  select origin from embed_origins where allowed_at is null
  order by last_refused_at desc, origin limit ${keptSites})`;

/**
 * Counts a refused signup on a site's page. Anything that is not an origin of a page is ignored, and so is a network
 * that reports too many.
 *
 * @param address IP address of the visitor.
 */
export async function rememberRefusal(
  { database, now, limits: attempts }: RefusalDeps,
  origin: string,
  address: string,
): Promise<void> {
  if (!isPageOrigin(origin)) return;
  try {
    await attempts.attempt('refusedSitePerAddress', address);
  } catch (error) {
    if (isDomainError(error, 'limit.too_many')) return;
    throw error;
  }
  await database.insertTogether((insert) =>
    insert(
      'embed_origins (origin, refusals, last_refused_at)',
      [[origin, 1, now()]],
      `on conflict (origin) do update set
       refusals = embed_origins.refusals + 1, last_refused_at = excluded.last_refused_at`,
    ),
  );
  await database.em().execute(forgetOldest, [], 'run');
}

function isPageOrigin(origin: string): boolean {
  if (origin.length > limits.originLength || !/^https?:/.test(origin)) return false;
  return URL.canParse(origin) && new URL(origin).origin === origin;
}
