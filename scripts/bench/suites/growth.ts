import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { wordFields } from '../../../packages/core/src/contract/word-fields.ts';
import type { Bench } from '../lib/bench.ts';
import { drawGrowth, type Growth } from '../lib/growth-chart.ts';
import { repository } from '../lib/processes.ts';
import { signIn, startProduct, workFolder } from '../lib/product.ts';
import { filledDatabase } from './lists.ts';

/** Words, and as many readers. */
const sizes = [10_000, 100_000, 1_000_000];
const emails = 1000;
const asked = 200;

interface Call {
  what: string;
  /** The nth request at a size. */
  request(n: number, size: number): { path: string; method?: 'POST' | 'PUT'; body?: object };
}

const list = (query: string) => ({ path: `/api/admin/words?limit=50&${query}` });
const word = (text: string) => ({
  ...Object.fromEntries(wordFields.map((field) => [field, 'A text of some length.'])),
  word: text,
});

const calls: Call[] = [
  { what: 'words, the first pages', request: (n) => list(`page=${1 + (n % 20)}`) },
  { what: 'words, the last pages', request: (n, size) => list(`page=${size / 50 - (n % 20)}`) },
  { what: 'words, one letter', request: (n) => list(`page=1&letter=${'aemtz'[n % 5]}`) },
  { what: 'search, found', request: () => list('page=1&search=zebra') },
  { what: 'search, none found', request: () => list('page=1&search=quagga') },
  { what: 'search, two letters', request: (n) => list(`page=1&search=${['qu', 'ze', 'in'][n % 3]}`) },
  {
    what: 'unused words',
    request: (n) => ({ path: `/api/admin/words/unused?limit=20&page=${1 + (n % 20)}` }),
  },
  { what: 'schedule', request: () => ({ path: '/api/admin/schedule?limit=100' }) },
  { what: 'schedule, statistics', request: () => ({ path: '/api/admin/schedule/stats' }) },
  { what: 'overview', request: () => ({ path: '/api/admin/overview' }) },
  { what: 'landing page', request: () => ({ path: '/' }) },
  {
    what: 'signup',
    request: (n) => ({
      path: '/api/register',
      method: 'POST',
      body: { email: `new${n}@example.com`, firstName: 'Ada' },
    }),
  },
  {
    what: 'a word is added',
    request: (n) => ({ path: '/api/admin/words', method: 'POST', body: word(`new word ${n}`) }),
  },
  {
    what: 'a word is changed',
    request: (n) => ({ path: `/api/admin/words/${n + 1}`, method: 'PUT', body: word(`changed ${n}`) }),
  },
];

/** Every call at 1, 10 and 100 times the size: a table, and the chart in docs/. */
export default async function growth(_: Bench): Promise<void> {
  const grown: Growth[] = calls.map(({ what }) => ({ what, times: [] }));
  for (const size of sizes) {
    const { folder, remove } = workFolder();
    try {
      const file = await filledDatabase(folder, { words: size, readers: size, emails });
      const server = await startProduct(folder, `sqlite:${file}`);
      try {
        const cookie = await signIn(server.origin);
        for (const [at, call] of calls.entries()) {
          grown[at]?.times.push(await measure(call, size, server.origin, cookie));
        }
      } finally {
        await server.stop();
      }
    } finally {
      remove();
    }
  }
  console.log(table(grown));
  writeFileSync(join(repository, 'docs/growth.svg'), drawGrowth(grown, sizes));
}

/** @returns milliseconds of one request after the other, the first few left out */
async function measure({ what, request }: Call, size: number, origin: string, cookie: string) {
  const pool = new Pool(origin, { connections: 1 });
  const times: number[] = [];
  const warmUp = 10;
  for (let n = 0; n < warmUp + asked; n += 1) {
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
