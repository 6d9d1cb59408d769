/**
 * How long the command takes to start, against the same Node doing nothing, and how long a command
 * takes that reads the database. Needs a build:
 *
 *     npx node scripts/bench/cli.ts
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const runs = 40;
const ratioLimit = 1.8;
const readLimitMs = 400;

const cli = join(import.meta.dirname, '../../packages/cli/bin/wordrise.js');
const folder = mkdtempSync(join(tmpdir(), 'wordrise-bench-'));
const env = { PATH: process.env.PATH ?? '', HOME: folder, TIMEZONE: 'UTC' };

function timeOf(args: string[]): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}

/** Taken in turns, so that a busy moment of the machine meets all of them alike. */
function timesOf(commands: Record<string, string[]>, count: number): Record<string, number[]> {
  const times: Record<string, number[]> = {};
  for (let run = -1; run < count; run += 1) {
    for (const [name, args] of Object.entries(commands)) {
      const ms = timeOf(args);
      // The first fills the disk's cache.
      if (run >= 0) times[name] = [...(times[name] ?? []), ms];
    }
  }
  return times;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function report(name: string, times: number[], rest: string): void {
  const least = Math.min(...times).toFixed(0);
  console.log(`${name.padEnd(24)} median ${median(times).toFixed(0)} ms, least ${least} ms${rest}`);
}

let isWithin = true;
function limit(value: number, most: number): string {
  if (value > most) isWithin = false;
  return value > most ? `OVER the limit of ${most}` : `limit ${most}`;
}

try {
  const bare = ['-e', '0'];
  const started = timesOf({ bare, help: [cli, '--help'], version: [cli, '--version'] }, runs);
  report('node -e 0', started.bare ?? [], '');
  for (const name of ['help', 'version'] as const) {
    // Of the least times: whatever else the machine does can only add to one.
    const ratio = Math.min(...(started[name] ?? [])) / Math.min(...(started.bare ?? []));
    report(
      `wordrise --${name}`,
      started[name] ?? [],
      `, ${ratio.toFixed(2)} times (${limit(ratio, ratioLimit)})`,
    );
  }
  timeOf([cli, 'migrate']);
  const read = timesOf({ list: [cli, 'words', 'list'], stats: [cli, 'schedule', 'stats'] }, 12);
  report('wordrise words list', read.list ?? [], ` (${limit(median(read.list ?? []), readLimitMs)})`);
  report('wordrise schedule stats', read.stats ?? [], ` (${limit(median(read.stats ?? []), readLimitMs)})`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isWithin ? 0 : 1;
