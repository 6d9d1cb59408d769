import { createHmac, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/sql';
import { isSuppressedStatus, type SuppressionReason } from '../contract/choices.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { Instant } from '../database/reads.ts';
import type { RunStatement } from '../database/writes.ts';

/** The addresses of removed readers, as hashes. A reader who is there says the same by their status. */
export interface Suppressions {
  /** Before a transaction, which could not wait for the key. */
  hashOf(email: string): Promise<string>;
  /** Of these addresses, those that are remembered. @param run Of the transaction that must not miss one. */
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
  // Each signup asks, so this is plain SQL.
  const findKey = async (run: RunStatement) =>
    (known ??= (await run<{ key: string }>('select key from suppression_keys'))[0]?.key);
  return {
    async hashOf(email) {
      if (!(await findKey(database.read))) await makeKey(database);
      return hash((await findKey(database.read)) ?? '', email);
    },
    async among(emails, run = database.read) {
      const key = emails.length > 0 ? await findKey(run) : undefined;
      // Without a key nobody was remembered yet.
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

/** Whichever process needs it first makes it, for all. */
async function makeKey(database: OpenDatabase): Promise<void> {
  const row = [1, randomBytes(32).toString('hex')];
  await database.insertTogether((insert) =>
    insert('suppression_keys (id, key)', [row], 'on conflict (id) do nothing'),
  );
}

/** Remembers an address, within the transaction that deletes its reader. What says more is kept. */
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
