import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { baseEnvironment, measured } from './processes.ts';
import { cli } from './product.ts';

/** What one process used until it ended. */
interface Usage {
  cpuSeconds: number;
  peakMb: number;
  /** Bytes that it wrote to disks; without those of a database server. */
  written: number;
}

export interface Senders {
  /** Resolves once all have ended. */
  ended: Promise<Usage[]>;
  /** Asks them to end. */
  stop(): void;
}

// Reported by the program itself when it exits: GNU time is not available everywhere.
const report = `
  import { readFileSync } from 'node:fs';
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    let written = 0;
    try { written = Number(/write_bytes: (\\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))[1]); } catch {}
    const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMb: maxRSS / 1024, written };
    process.stderr.write('\\nusage ' + JSON.stringify(usage) + '\\n');
  });`;

/** Processes that send until nothing is left, on any core. */
export function startSenders(
  count: number,
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Senders {
  const args = ['--import', `data:text/javascript,${encodeURIComponent(report)}`, cli, 'process', '--quiet'];
  const [file = '', ...rest] = measured(args);
  const children = Array.from({ length: count }, () =>
    spawn(file, rest, {
      cwd,
      env: { ...baseEnvironment(cwd), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  return {
    ended: Promise.all(children.map(async (child) => usageIn(await text(child.stderr)))),
    stop: () => {
      for (const child of children) child.kill('SIGTERM');
    },
  };
}

function usageIn(said: string): Usage {
  const [, usage] = /\nusage (\{.*\})/.exec(said) ?? [];
  if (!usage) throw new Error(`A process that sends ended without its usage: ${said}`);
  return JSON.parse(usage);
}
