import { createHmac, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/sql';
import { isSuppressedStatus, type SuppressionReason } from '../contract/choices.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { Instant } from '../database/reads.ts';
import type { RunStatement } from '../database/writes.ts';

/** The addresses of removed readers, as hashes. For existing readers, the status holds this information. */
export interface Suppressions {
  /** Call this before a transaction, because a transaction cannot wait for the key. */
  hashOf(email: string): Promise<string>;
  /**
   * Returns which of these addresses are remembered. @param run Pass the transaction's `run` so that no address is
   * missed.
   */
  among(emails: readonly string[], run?: RunStatement): Promise<Map<string, Remembered>>;
}

export interface Remembered {
  reason: SuppressionReason;
  since: Instant;
}

/** Why a reader's address is remembered once the reader is gone. */
export function reasonOf(status: string): SuppressionReason {
  return isSuppressedStatus(status) ? status : 'removed';
}

export function openSuppressions(database: OpenDatabase): Suppressions {
  let known: string | undefined;
  // Every signup runs this, so it is plain SQL.
  const findKey = async (run: RunStatement) =>
    (known ??= (await run<{ key: string }>('select key from suppression_keys'))[0]?.key);
  return {
    async hashOf(email) {
      if (!(await findKey(database.read))) await makeKey(database);
      return hash((await findKey(database.read)) ?? '', email);
    },
    async among(emails, run = database.read) {
      const key = emails.length > 0 ? await findKey(run) : undefined;
      // Without a key, nobody has been remembered yet.
      if (key === undefined) return new Map();
      const byHash = new Map(emails.map((email) => [hash(key, email), email]));
      const found = await run<Remembered & { hash: string }>(
        `select hash, reason, since from suppressions where hash in (${[...byHash].map(() => '?')})`,
        [...byHash.keys()],
      );
      return new Map(found.map(({ hash: one, ...remembered }) => [byHash.get(one) ?? '', remembered]));
    },
  };
}

function hash(key: string, email: string): string {
  return createHmac('sha256', key).update(email).digest('hex');
}

/** The first process that needs the key creates it for all. */
async function makeKey(database: OpenDatabase): Promise<void> {
  const row = [1, randomBytes(32).toString('hex')];
  await database.insertTogether((insert) =>
    insert('suppression_keys (id, key)', [row], 'on conflict (id) do nothing'),
  );
}

/** Remembers an address, within the transaction that deletes its reader. The most telling reason is kept. */
export async function remember(
  em: EntityManager,
  hash: string,
  { reason, since }: Remembered,
): Promise<void> {
  await em.execute(
    `insert into suppressions (hash, reason, since) values (?, ?, ?) on conflict (hash) do update
     set reason = excluded.reason, since = excluded.since where suppressions.reason = 'removed'`,
    [hash, reason, new Date(since)],
    'run',
  );
}
