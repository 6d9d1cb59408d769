import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { baseEnvironment, cores, pinned } from './processes.ts';

/** What the client does, in a process on its own core. */
export interface Load {
  origin: string;
  connections: number;
  /** Measured for this long, after a warm-up. */
  seconds: number;
  warmUpSeconds?: number;
  /** Requested in turn; `signup` posts a new address every time. */
  paths: readonly string[] | 'signup';
  headers?: Record<string, string>;
  /** The number of a load that signs up, 1 to 200: no two use the same people or addresses. */
  nth?: number;
  /** Requests of each connection in a second; by default, as many as are answered. */
  pace?: number;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  /** How much of its core the client used; close to 1 it is measuring itself. */
  clientBusy: number;
}

/** @throws if any answer was not 2xx */
export async function runLoad(load: Load): Promise<LoadResult> {
  const client = join(import.meta.dirname, 'client.ts');
  const [file = '', ...args] = pinned(cores.client, [process.execPath, client, JSON.stringify(load)]);
  const { stdout } = await promisify(execFile)(file, args, { env: baseEnvironment('/') });
  const result: LoadResult = JSON.parse(stdout);
  if (result.clientBusy > 0.95) console.warn(`  the client was busy (${result.clientBusy.toFixed(2)})`);
  return result;
}
