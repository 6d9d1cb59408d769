import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import type { Bench } from '../lib/bench.ts';
import { type Call, calls } from '../lib/growth-calls.ts';
import { drawGrowth, type Growth, type Times } from '../lib/growth-chart.ts';
import { repository } from '../lib/processes.ts';
import { signIn, startProduct, workFolder } from '../lib/product.ts';
import { filledDatabase } from './lists.ts';

/** Words, and as many readers. */
const sizes = [10_000, 100_000, 1_000_000];
const emails = 1000;
/** Requests of each call at each size, unless they take longer than `enoughMs`. */
const asked = 200;
const least = 20;
const enoughMs = 5000;

/** Every call at 1, 10 and 100 times the size: a table, and the chart in docs/. */
export default async function growth(_: Bench): Promise<void> {
  const grown: Growth[] = calls.map(({ what }) => ({ what, times: [] }));
  for (const size of sizes) {
    const times = await timesAt(size);
    for (const [at, call] of grown.entries()) call.times.push(...times.slice(at, at + 1));
  }
  console.log(table(grown));
  writeFileSync(join(repository, 'docs/growth.svg'), drawGrowth(grown, sizes));
}

/** The times of each call, in order. */
async function timesAt(size: number): Promise<Times[]> {
  const { folder, remove } = workFolder();
  try {
    const file = await filledDatabase(folder, { words: size, readers: size, emails });
    const server = await startProduct(folder, `sqlite:${file}`);
    try {
      const cookie = await signIn(server.origin);
      const times: Times[] = [];
      for (const call of calls) times.push(await measure(call, size, server.origin, cookie));
      return times;
    } finally {
      await server.stop();
    }
  } finally {
    remove();
  }
}

/** @returns milliseconds of one request after the other, the first few left out */
async function measure({ what, request }: Call, size: number, origin: string, cookie: string) {
  const pool = new Pool(origin, { connections: 1 });
  const times: number[] = [];
  const warmUp = 10;
  const begunAt = performance.now();
  for (let n = 0; n < warmUp + asked; n += 1) {
    if (n >= warmUp + least && performance.now() - begunAt > enoughMs) break;
    const { path, method = 'GET', body } = request(n, size);
    const headers = {
      cookie,
      origin: 'http://words.example',
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${n >> 4}.1`,
    };
    const startedAt = performance.now();
    const answer = await pool.request({ path, method, headers, body: body ? JSON.stringify(body) : null });
    const text = await answer.body.text();
    times.push(performance.now() - startedAt);
    if (answer.statusCode > 299) throw new Error(`${what} answered ${answer.statusCode}: ${text}`);
  }
  await pool.close();
  const sorted = times.slice(warmUp).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

function table(grown: readonly Growth[]): string {
  const titles = sizes.map((size) => `${size.toLocaleString('en-US')} words and readers`);
  const rows = grown.map(
    ({ what, times }) =>
      `| ${what} | ${times.map(({ p50, p99 }) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`).join(' | ')} |`,
  );
  return [
    `| ms, p50 / p99 | ${titles.join(' | ')} |`,
    `| --- |${' --- |'.repeat(sizes.length)}`,
    ...rows,
  ].join('\n');
}
