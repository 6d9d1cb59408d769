import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../test/free-port.ts';

export const repository = join(import.meta.dirname, '../../..');

/** The server and the client each have a core to themselves, if the machine has enough. */
export const cores = { server: '0', client: '1' };

const canPin = spawnSync('taskset', ['-c', cores.client, 'true']).status === 0;

/** A command line bound to one core; unchanged if the machine has only one. */
export function pinned(core: string, command: readonly string[]): string[] {
  return canPin ? ['taskset', '-c', core, ...command] : [...command];
}

/**
 * The command line of a measured program, in the control group whose folder `BENCH_CGROUP` names, if any: V8 decides by the
 * memory that a process may have how much of it is left to garbage.
 */
export function measured(args: readonly string[]): string[] {
  const group = process.env.BENCH_CGROUP;
  const enter = group ? ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', group] : [];
  return [...enter, process.execPath, ...args];
}

export interface RunningProcess {
  origin: string;
  /** Resident memory in MB. */
  memory(): number;
  /** Its highest so far, in MB. */
  peakMemory(): number;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** What Node runs, with its arguments. */
  args: readonly string[];
  env?: Record<string, string>;
  cwd: string;
  /** A path that answers 200 once the server is ready. */
  ready: string;
}

/** Starts a server on the server's core and waits until it answers. `PORT` is given in its environment. */
export async function startProcess(options: ServerOptions): Promise<RunningProcess> {
  const port = await freePort();
  const [file = '', ...args] = pinned(cores.server, measured(options.args));
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { ...baseEnvironment(options.cwd), ...options.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  const origin = `http://127.0.0.1:${port}`;
  await answered(child, `${origin}${options.ready}`, () => said);
  return {
    origin,
    memory: () => status(child, 'VmRSS'),
    peakMemory: () => status(child, 'VmHWM'),
    stop: () => stop(child),
  };
}

/** Only the part of the caller's environment that a program needs to run. */
export function baseEnvironment(home: string): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: home, TZ: 'UTC', TIMEZONE: 'UTC' };
}

async function answered(child: ChildProcess, url: string, said: () => string): Promise<void> {
  while (child.exitCode === null) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`The server ended with ${child.exitCode}: ${said()}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), 5000);
  await exited;
  clearTimeout(kill);
}

function status({ pid }: ChildProcess, name: 'VmRSS' | 'VmHWM'): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1] ?? 0) / 1024;
}

/** How long a command takes from start to end, in ms. With `anyCore`, it is not bound to the server's core. */
export function timeOf(
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string>; anyCore?: boolean },
): number {
  const command = measured(args);
  const [file = '', ...rest] = options.anyCore ? command : pinned(cores.server, command);
  const startedAt = performance.now();
  const { status: code, stderr } = spawnSync(file, rest, {
    cwd: options.cwd,
    env: { ...baseEnvironment(options.cwd), ...options.env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}: ${stderr}`);
  return performance.now() - startedAt;
}
