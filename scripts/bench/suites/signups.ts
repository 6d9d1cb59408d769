import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { startPostgres } from '../../../test/postgres.ts';
import type { Bench } from '../lib/bench.ts';
import { type LoadResult, runLoad } from '../lib/load.ts';
import { type RunningProcess, startProcess } from '../lib/processes.ts';
import { startProduct, workFolder } from '../lib/product.ts';

const seconds = 4;
let loads = 0;

/** Signs up new people, and nobody twice in any load of a run. */
function signUp({ origin }: RunningProcess, connections: number): Promise<LoadResult> {
  loads += 1;
  return runLoad({ origin, connections, seconds, paths: 'signup', nth: loads });
}

const limit = (folder: string, program: string, ...args: string[]) =>
  startProcess({
    args: [join(import.meta.dirname, `../limits/${program}.ts`), ...args],
    cwd: folder,
    ready: '/readyz',
  });

export default async function signups(bench: Bench): Promise<void> {
  const { folder, remove } = workFolder();
  try {
    await onSqlite(bench, folder);
    await onPostgres(bench, folder);
  } finally {
    remove();
  }
}

async function onSqlite(bench: Bench, folder: string): Promise<void> {
  const file = join(folder, 'wordrise.db');
  const ours = await startProduct(folder, `sqlite:${file}`);
  const normal = await limit(folder, 'signups-sqlite', join(folder, 'normal.db'), 'normal');
  const full = await limit(folder, 'signups-sqlite', join(folder, 'full.db'), 'full');
  try {
    let answered = 0;
    await bench.compare(
      {
        what: 'signups, 50 connections, SQLite',
        limit: 'Koa, one insert each, synchronous=NORMAL',
        unit: 'per second',
        bound: { atLeast: 0.5 },
      },
      async () => {
        const result = await signUp(ours, 50);
        answered += result.requests;
        return result.perSecond;
      },
      async () => (await signUp(normal, 50)).perSecond,
    );
    requireStored(count(file), answered);
    await bench.compare(
      {
        what: 'signup, 1 connection, p50, SQLite',
        limit: 'Koa, one insert each, full sync',
        unit: 'ms',
        bound: { atMost: 2 },
      },
      async () => (await signUp(ours, 1)).p50,
      async () => (await signUp(full, 1)).p50,
    );
  } finally {
    await Promise.all([ours, normal, full].map((server) => server.stop()));
  }
}

async function onPostgres(bench: Bench, folder: string): Promise<void> {
  const postgres = await startPostgres({ durable: true });
  const ours = await startProduct(folder, postgres.url);
  const bare = await limit(folder, 'signups-postgresql', postgres.url);
  try {
    let answered = 0;
    await bench.compare(
      {
        what: 'signups, 50 connections, PostgreSQL',
        limit: 'Koa, pg pool, one insert each',
        unit: 'per second',
        bound: { atLeast: 0.7 },
      },
      async () => {
        const result = await signUp(ours, 50);
        answered += result.requests;
        return result.perSecond;
      },
      async () => (await signUp(bare, 50)).perSecond,
    );
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query('select count(*)::int as count from registrations');
    await client.end();
    requireStored(rows[0].count, answered);
  } finally {
    await Promise.all([ours, bare].map((server) => server.stop()));
    await postgres.stop();
  }
}

function count(file: string): number {
  const database = new Database(file, { readonly: true });
  const stored = database.prepare('select count(*) as count from registrations').get() as { count: number };
  database.close();
  return stored.count;
}

/** Those of the warm-up are stored as well. */
function requireStored(stored: number, answered: number): void {
  if (stored < answered) throw new Error(`${answered} signups were answered, ${stored} are stored.`);
}
