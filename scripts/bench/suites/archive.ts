import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../../../test/postgres.ts';
import type { Bench } from '../lib/bench.ts';
import { fillSentWords } from '../lib/fill.ts';
import { runLoad } from '../lib/load.ts';
import { type RunningProcess, startProcess } from '../lib/processes.ts';
import { startProduct, workFolder } from '../lib/product.ts';
import { filledDatabase } from './lists.ts';

/** Words that were sent, ten a day: one a day would be 274 years of months to link to. */
const words = 100_000;
const sentPerDay = 10;
const headers = { 'accept-encoding': 'gzip, deflate, br' };
/** The product caches a page for this long. */
const keptMs = 10_000;

export default async function archive(bench: Bench): Promise<void> {
  const { folder, remove } = workFolder();
  try {
    const file = await filledDatabase(folder, { words, readers: 0, emails: words, sentPerDay });
    await measure(bench, { folder, url: `sqlite:${file}`, kind: 'SQLite' });
    const postgres = await startPostgres({ durable: true });
    try {
      await (await startProduct(folder, postgres.url)).stop();
      await fillSentWords(postgres.url, words, sentPerDay);
      await measure(bench, { folder, url: postgres.url, kind: 'PostgreSQL' });
    } finally {
      await postgres.stop();
    }
  } finally {
    remove();
  }
}

interface Setting {
  folder: string;
  url: string;
  kind: 'SQLite' | 'PostgreSQL';
}

async function measure(bench: Bench, { folder, url, kind }: Setting): Promise<void> {
  const ours = await startProduct(folder, url);
  const bare = await samePages(folder, url, ours);
  const limit = 'Koa, prepared look-ups, templates';
  try {
    for (const { what, paths } of eachAnother) {
      const ask = async ({ origin }: RunningProcess) =>
        (await runLoad({ origin, connections: 10, seconds: 3, paths, headers })).perSecond;
      await bench.compare(
        { what: `${what}, 10 connections, ${kind}`, limit, unit: 'per second', bound: { atLeast: 0.4 } },
        async () => {
          await wait(keptMs);
          return ask(ours);
        },
        () => ask(bare),
      );
    }
    await bench.compare(
      {
        what: `a part of the site map, 45,000 of 100,000 words, ${kind}`,
        limit,
        unit: 'ms',
        bound: { atMost: 2.5 },
      },
      async () => {
        await wait(keptMs);
        return timeOfMap(ours);
      },
      () => timeOfMap(bare),
    );
  } finally {
    await Promise.all([ours, bare].map((server) => server.stop()));
  }
}

/** More pages than the product caches, so that each is rebuilt. */
const eachAnother = [
  { what: 'pages of words', paths: Array.from({ length: 4000 }, (_, n) => `/words/word-${1 + n * 24}`) },
  {
    what: 'pages of months',
    // There are 327 months; a slash at the end makes another page for what is kept, and twice as many as are kept.
    paths: ['', '/'].flatMap((end) =>
      Array.from({ length: 310 }, (_, n) => `/archive/${monthBefore(n)}${end}`),
    ),
  },
];

function monthBefore(months: number): string {
  return new Date(Date.UTC(2025, 5 - months)).toISOString().slice(0, 7);
}

async function timeOfMap({ origin }: RunningProcess): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${origin}/sitemap-1.xml`, { headers });
  const text = await answer.text();
  if (text.split('<loc>').length < 45_000) throw new Error(`The site map is too short: ${text.length}`);
  return performance.now() - startedAt;
}

/** A limit that serves the same pages as the product. */
async function samePages(folder: string, url: string, { origin }: RunningProcess): Promise<RunningProcess> {
  const keep = async (name: string, path: string) => {
    const answer = await fetch(`${origin}${path}`);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    writeFileSync(join(folder, name), await answer.text());
    return join(folder, name);
  };
  const example = 'word-50000';
  const [word, month] = [
    await keep('word.html', `/words/${example}`),
    await keep('month.html', '/archive/2020-01'),
  ];
  return startProcess({
    args: [join(import.meta.dirname, '../limits/archive.ts'), url, word, month, example],
    cwd: folder,
    ready: '/readyz',
  });
}
