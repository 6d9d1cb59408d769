import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

/** From Debian's package pgbouncer. */
const program = '/usr/sbin/pgbouncer';
export const hasPgbouncer = existsSync(program);

/** How long a client keeps one of the server's connections. */
export type PoolMode = 'session' | 'transaction';
export const poolModes: PoolMode[] = ['session', 'transaction'];

export interface PgbouncerOptions {
  mode: PoolMode;
  /** Connections to the server for each database. */
  poolSize?: number;
}

/**
 * Starts a separate PgBouncer on loopback, in front of a PostgreSQL server without a password.
 *
 * @param url A database of that server.
 * @returns the same database behind PgBouncer
 */
export async function startPgbouncer(
  url: string,
  { mode, poolSize = 20 }: PgbouncerOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port: serverPort, username } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'wordrise-pgbouncer-'));
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 500
`,
  );
  chmodSync(folder, 0o755);
  // It refuses to run as root; "nobody" has an entry everywhere.
  const ids = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const server = spawn(program, ['--quiet', settings], { ...ids, stdio: 'ignore' });
  const ended = once(server, 'exit');
  const behind = Object.assign(new URL(url), { port: String(port) }).href;
  while (server.exitCode === null && !(await answers(behind)));
  return {
    url: behind,
    async stop() {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
