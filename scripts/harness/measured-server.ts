import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/free-port.ts';
import { baseEnvironment } from '../bench/lib/processes.ts';
import { cli, productEnvironment } from '../bench/lib/product.ts';

/** Milliseconds of processor time since the start. */
export interface ProcessorTime {
  /** The thread of the event loop: while it works, nobody else is answered. */
  loop: number;
  /** All threads. */
  all: number;
}

/** In MB. */
export interface Memory {
  /** Objects and buffers that are still in use. */
  live: number;
  /** What the system counts. */
  resident: number;
}

export interface MeasuredServer {
  origin: string;
  publicOrigin: string;
  pid: number;
  /** What it wrote to standard error last. */
  said(): string;
  hasEnded(): boolean;
  processorTime(): ProcessorTime;
  /** After garbage collection. */
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

/** Lets requests through that a relay would send. */
export const hookToken = 'h'.repeat(32);

/** Starts the built product as an owner does, behind one proxy, and waits until it is ready. */
export async function startMeasuredServer(folder: string, databaseUrl: string): Promise<MeasuredServer> {
  const port = await freePort();
  const product = productEnvironment(databaseUrl);
  const DELIVERY_HOOK_TOKEN = hookToken;
  const env = { ...baseEnvironment(folder), ...product, PORT: `${port}`, DELIVERY_HOOK_TOKEN };
  const probe = join(import.meta.dirname, 'probe.ts');
  const child = spawn(process.execPath, ['--import', probe, cli, 'serve'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  const origin = `http://127.0.0.1:${port}`;
  const pid = child.pid ?? 0;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  while (!(await isReady(origin))) {
    if (hasEnded()) throw new Error(`The server ended: ${said}`);
  }
  return {
    origin,
    publicOrigin: product.PUBLIC_URL ?? origin,
    pid,
    said: () => said,
    hasEnded,
    processorTime: () => processorTime(pid),
    memory: () => memory(child),
    stop: () => stop(child),
  };
}

async function isReady(origin: string): Promise<boolean> {
  const ok = await fetch(`${origin}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
  if (!ok) await new Promise((resolve) => setTimeout(resolve, 20));
  return ok;
}

/** From Linux's accounting: in nanoseconds for the main thread, in hundredths of a second for all. */
function processorTime(pid: number): ProcessorTime {
  const [running = '0'] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return { loop: Number(running) / 1e6, all: (user + system) * 10 };
}

async function memory(child: ChildProcess): Promise<Memory> {
  child.send('memory');
  const [usage] = (await once(child, 'message')) as [NodeJS.MemoryUsage];
  const megabytes = (bytes: number) => bytes / 2 ** 20;
  return { live: megabytes(usage.heapUsed + usage.external), resident: megabytes(usage.rss) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
