import { createHmac, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { isSuppressedStatus, type SuppressionReason, suppressedStatuses } from '../contract/choices.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import type { Instant } from '../platform/database/query.ts';
import { type InsertRows, type RunStatement, runIn } from '../platform/database/writes.ts';
import { Registration, readerTables } from './reader-tables.ts';

/** The addresses of removed readers, as hashes. For existing readers, the status holds this information. */
export interface Suppressions {
  /** Call this before a transaction, because a transaction cannot wait for the key. */
  hashOf(email: string): Promise<string>;
  /** The hashes under all keys: that of this database, and those that came with imported readers. */
  hashesOf(email: string): Promise<string[]>;
  /**
   * Returns which of these addresses are remembered. @param run Pass the transaction's `run` so that no address is
   * missed.
   */
  among(emails: readonly string[], run?: RunStatement): Promise<Map<string, Remembered>>;
  /** Remembers removed readers of another installation, by the keys and hashes in its export. */
  adopt(
    removed: { keys: readonly string[]; hashes: readonly RememberedHash[] },
    within: { run: RunStatement; insert: InsertRows },
  ): Promise<void>;
  /** The key of this database first. Hashes do not say which key they were made with. */
  keys(): Promise<string[]>;
  /** All that is remembered, in batches. */
  hashes(): AsyncIterable<RememberedHash[]>;
}

interface RememberedHash {
  hash: string;
  reason: SuppressionReason;
  since: Date;
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
  let known: string[] = [];
  const keysOf = async (run: RunStatement) => {
    const rows = await run(readerTables.selectFrom('suppression_keys').select('key').orderBy('id'));
    known = rows.map(({ key }) => key);
    return known;
  };
  return {
    async hashOf(email) {
      if ((await keysOf(database.read)).length === 0) await makeKey(database);
      return hash((await keysOf(database.read))[0] ?? '', email);
    },
    hashesOf: async (email) => (await keysOf(database.read)).map((key) => hash(key, email)),
    async among(emails, run = database.read) {
      if (emails.length === 0) return new Map();
      // Every signup runs this, so both queries are sent together. Another process may have added a key since.
      const before = known;
      const [found, keys] = await Promise.all([find(run, before, emails), keysOf(run)]);
      return keys.join() === before.join() ? found : find(run, keys, emails);
    },
    keys: () => keysOf(database.read),
    async adopt({ keys, hashes }, { run, insert }) {
      if (keys.length === 0 && hashes.length === 0) return;
      const isKnown = new Set(await keysOf(run));
      for (const key of new Set(keys)) {
        if (isKnown.has(key)) continue;
        await run(
          sql`insert into suppression_keys (id, key) select coalesce(max(id), 0) + 1, ${key} from suppression_keys`,
        );
      }
      const rows = new Map(hashes.map((one) => [one.hash, [one.hash, one.reason, one.since]]));
      await insert('suppressions (hash, reason, since)', [...rows.values()], rememberStronger);
    },
    async *hashes() {
      for (let after = ''; ; ) {
        const found = await database.read(remembered.where('hash', '>', after).orderBy('hash').limit(500));
        const last = found.at(-1);
        if (!last) return;
        yield found.map((one) => ({ ...one, since: new Date(one.since) }));
        after = last.hash;
      }
    },
  };
}

const remembered = readerTables.selectFrom('suppressions').select(['hash', 'reason', 'since']);

async function find(
  run: RunStatement,
  keys: readonly string[],
  emails: readonly string[],
): Promise<Map<string, Remembered>> {
  const strongest = new Map<string, Remembered>();
  // Without a key, nobody has been remembered yet.
  if (keys.length === 0) return strongest;
  const byHash = new Map(keys.flatMap((key) => emails.map((email) => [hash(key, email), email] as const)));
  const found = await run(remembered.where('hash', 'in', [...byHash.keys()]));
  for (const { hash: one, ...rest } of found) {
    const email = byHash.get(one) ?? '';
    if ((strongest.get(email)?.reason ?? 'removed') === 'removed') strongest.set(email, rest);
  }
  return strongest;
}

/** The strongest reason is kept. */
const rememberStronger = `on conflict (hash) do update set reason = excluded.reason, since = excluded.since
  where suppressions.reason = 'removed'`;

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

/** Remembers an address, within the transaction that deletes its reader. */
export async function remember(
  em: EntityManager,
  hash: string,
  { reason, since }: Remembered,
): Promise<void> {
  await runIn(
    em,
    sql`insert into suppressions (hash, reason, since) values (${hash}, ${reason}, ${new Date(since)})
      ${sql.raw(rememberStronger)}`,
  );
}

/** Whether the reader with an address has left the list or cannot be reached. Nothing may be sent to them. */
export async function isSuppressed(
  { database }: { database: OpenDatabase },
  email: string,
): Promise<boolean> {
  const status = { $in: [...suppressedStatuses] };
  if ((await database.em().count(Registration, { email, status })) > 0) return true;
  const remembered = (await openSuppressions(database).among([email])).get(email);
  return remembered !== undefined && remembered.reason !== 'removed';
}
