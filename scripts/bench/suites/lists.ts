import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Bench } from '../lib/bench.ts';
import { fillSqlite, type Size } from '../lib/fill.ts';
import { runLoad } from '../lib/load.ts';
import { type RunningProcess, startProcess } from '../lib/processes.ts';
import { signIn, startProduct, workFolder } from '../lib/product.ts';

const size: Size = { words: 100_000, readers: 1_000_000, emails: 1000 };
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

const calls: { what: string; paths: string[]; connections: number; atLeast: number }[] = [
  ...[1, 10].map((connections) => ({
    what: `words, pages 1 to 200, ${plural(connections)}`,
    paths: range(1, 200).map((page) => `/api/admin/words?page=${page}&limit=50`),
    connections,
    atLeast: 0.5,
  })),
  {
    what: 'words, the last pages',
    paths: range(1900, 2000).map((page) => `/api/admin/words?page=${page}&limit=50`),
    connections: 10,
    atLeast: 0.4,
  },
  {
    what: 'words, one letter',
    paths: [...'aemtz'].map((letter) => `/api/admin/words?page=1&limit=50&letter=${letter}`),
    connections: 10,
    atLeast: 0.4,
  },
  {
    what: 'unused words',
    paths: range(1, 100).map((page) => `/api/admin/words/unused?page=${page}&limit=20`),
    connections: 10,
    atLeast: 0.4,
  },
  {
    what: 'schedule of 1,000',
    paths: ['/api/admin/schedule?limit=1000'],
    connections: 10,
    atLeast: 0.4,
  },
  {
    what: 'overview, 1,000,000 readers',
    paths: ['/api/admin/overview'],
    connections: 10,
    atLeast: 0.4,
  },
];

function plural(connections: number): string {
  return connections === 1 ? '1 connection' : `${connections} connections`;
}

/** A database with every list full. The product creates the tables, and is stopped while they are filled. */
export async function filledDatabase(folder: string, contents: Size): Promise<string> {
  const file = join(folder, 'wordrise.db');
  const first = await startProduct(folder, `sqlite:${file}`);
  await first.stop();
  fillSqlite(file, contents);
  return file;
}

/** What a program answers to the first and the last of some calls. */
async function answers({ origin }: RunningProcess, paths: string[], cookie: string): Promise<unknown[]> {
  const ends = new Set([paths[0], paths.at(-1)]);
  return Promise.all(
    [...ends].map(async (path) => (await fetch(`${origin}${path}`, { headers: { cookie } })).json()),
  );
}

export default async function lists(bench: Bench): Promise<void> {
  const { folder, remove } = workFolder();
  const file = await filledDatabase(folder, size);
  const ours = await startProduct(folder, `sqlite:${file}`);
  const cookie = await signIn(ours.origin);
  const limit = join(import.meta.dirname, '../limits/lists.ts');
  const bare = await startProcess({ args: [limit, file], cwd: folder, ready: '/readyz' });
  try {
    for (const { what, paths, connections, atLeast } of calls) {
      const [ofProduct, ofBare] = await Promise.all(
        [ours, bare].map((program) => answers(program, paths, cookie)),
      );
      assert.deepEqual(ofProduct, ofBare, `The two programs answer differently: ${what}`);
      const ask = async ({ origin }: RunningProcess) =>
        (await runLoad({ origin, connections, seconds: 3, paths, headers: { cookie } })).perSecond;
      const comparison = {
        what,
        limit: 'Koa, prepared session and page',
        unit: 'per second',
        bound: { atLeast },
      } as const;
      await bench.compare(
        comparison,
        () => ask(ours),
        () => ask(bare),
      );
    }
    await bench.compare({ what: 'memory after the lists', unit: 'MB', bound: { most: 300 } }, async () =>
      ours.memory(),
    );
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
    remove();
  }
}
