/**
 * What the engine that sends to each reader writes, without the time of a mail server: bytes for each delivery, how long
 * the first email takes, and how many a second the database allows.
 *
 *     node --conditions=source scripts/bench/deliveries.ts --database postgresql --readers 100000
 *     node --conditions=source scripts/bench/deliveries.ts --snapshot   # while an older state is read
 *     node --conditions=source scripts/bench/deliveries.ts --readers 1000000 --first   # stops after the first email
 *
 * It imports nothing of the engine but its entry point, so the same file measures an earlier commit.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openProductDatabase } from '../../packages/core/src/entities.ts';
import { createEngine } from '../../packages/core/src/mail/engine/engine.ts';
import { smtpPolicy } from '../../packages/core/src/mail/policy.ts';
import { noSmtpLimits } from '../../packages/core/src/platform/settings/config.ts';
import { loadConfig } from '../../packages/core/src/platform/settings/load-config.ts';
import { createMailingList } from '../../packages/core/src/readers/mailing-list.ts';
import { startPostgres } from '../../test/postgres.ts';
import { statement } from '../../test/statement.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgresql' },
    readers: { type: 'string', default: '100000' },
    connections: { type: 'string', default: '5' },
    snapshot: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
  },
});
const readers = Number(values.readers);
const folder = mkdtempSync(join(tmpdir(), 'wordrise-deliveries-'));
const postgres = values.database === 'postgresql' ? await startPostgres({ durable: true }) : undefined;
const url = postgres?.url ?? `sqlite:${join(folder, 'wordrise.db')}`;
const { database: config } = loadConfig({ DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) });
const database = await openProductDatabase(config);
try {
  await database.migrate();
  await fill();
  const before = await written();
  let firstAt: number | undefined;
  let accepted = 0;
  const enough = new AbortController();
  const engine = createEngine({
    database,
    now: () => new Date(),
    list: createMailingList({ database, now: () => new Date() }),
    policy: smtpPolicy,
    connections: Number(values.connections),
    limits: noSmtpLimits,
    timezone: 'UTC',
    checkBackoff: async () => {},
    onBackoff: async () => {},
    open: () => ({
      compose: () => (reader) => reader,
      async send(_, mayEnd) {
        await mayEnd();
        firstAt ??= performance.now();
        accepted += 1;
        if (values.first) enough.abort();
        return { kind: 'sent', answer: `250 2.0.0 Ok: queued as ${crypto.randomUUID().slice(0, 12)}` };
      },
      close() {},
    }),
  });
  const { messageId } = await engine.sends.createMessage({
    name: 'a',
    subject: 'A',
    html: '<p>A</p>',
    text: 'A',
  });
  await engine.sends.schedule(messageId, new Date());
  const reading = values.snapshot && postgres ? await openSnapshot() : undefined;
  const startedAt = performance.now();
  const { signal } = enough;
  while (!signal.aborted && (accepted < readers || (await engine.deliveries.isDue())))
    await engine.deliveries.run({ signal, onEvent: () => {} });
  const seconds = (performance.now() - startedAt) / 1000;
  await reading?.();
  const after = await written();
  console.log(
    [
      `${readers.toLocaleString('en-US')} readers, ${await database.version()}${reading ? ', an older state is read' : ''}`,
      `first email after ${(((firstAt ?? 0) - startedAt) / 1000).toFixed(2)} s`,
      ...(values.first
        ? []
        : [
            `${Math.round(readers / seconds)} a second`,
            `${Math.round((after.size - before.size) / readers)} bytes for each in the database`,
            ...(postgres
              ? [`${Math.round((after.log - before.log) / readers)} bytes for each in its log`]
              : []),
          ]),
    ].join('\n  '),
  );
} finally {
  await database.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
}

async function fill(): Promise<void> {
  const joined = new Date(Date.now() - 3_600_000);
  for (let from = 0; from < readers; from += 1000) {
    await database.insertTogether((insert) =>
      insert(
        'registrations (email, first_name, created_at, status, mail_token)',
        Array.from({ length: Math.min(1000, readers - from) }, (_, nth) => [
          `reader${from + nth}@example.com`,
          'Ada',
          joined,
          'subscribed',
          crypto.randomUUID().replaceAll('-', ''),
        ]),
      ),
    );
  }
}

/** Bytes of the tables of deliveries and of what belongs to them, and of the log so far. */
async function written(): Promise<{ size: number; log: number }> {
  if (!postgres) return { size: statSync(url.replace('sqlite:', '')).size, log: 0 };
  const [row] = await database.read(
    statement<{ size: number; log: number }>(
      `select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as size,
        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as log
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname ~ '^(deliveries|smtp_(sends|workers|ranges|answers))'`,
    ),
  );
  return { size: Number(row?.size), log: Number(row?.log) };
}

/** Reads a state of the database for as long as it is open. */
async function openSnapshot(): Promise<() => Promise<void>> {
  if (database.native.kind !== 'postgresql') throw new Error('Only PostgreSQL keeps old states.');
  const client = await database.native.pool.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from smtp_sends');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}
