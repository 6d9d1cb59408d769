import Database from 'better-sqlite3';
import type { Bench } from '../lib/bench.ts';
import { median } from '../lib/bench.ts';
import { runLoad } from '../lib/load.ts';
import { signIn, startProduct, workFolder } from '../lib/product.ts';
import { filledDatabase } from './lists.ts';

/** The index query alone, in process: the hits of one page, by the index that the product keeps. */
function openIndex(file: string): { p50: (text: string) => number; close: () => void } {
  const database = new Database(file, { readonly: true });
  const page = database.prepare(
    `select * from words where id in (select rowid from words_search where words_search match ?)
     and search_text like ? and removed_at is null order by sort_key, id limit 50`,
  );
  return {
    p50(text) {
      const trigrams = Array.from({ length: text.length - 2 }, (_, n) => text.slice(n, n + 3)).join(' AND ');
      const times = Array.from({ length: 200 }, () => {
        const startedAt = performance.now();
        page.all(trigrams, `%${text}%`);
        return performance.now() - startedAt;
      });
      return median(times);
    },
    close: () => void database.close(),
  };
}

export default async function search(bench: Bench): Promise<void> {
  const { folder, remove } = workFolder();
  const file = await filledDatabase(folder, { words: 100_000, readers: 0, emails: 0 });
  const ours = await startProduct(folder, `sqlite:${file}`);
  const cookie = await signIn(ours.origin);
  const index = openIndex(file);
  const p50 = async (text: string) => {
    const paths = [`/api/admin/words?page=1&limit=50&search=${text}`];
    const { origin } = ours;
    return (await runLoad({ origin, connections: 1, seconds: 2, paths, headers: { cookie } })).p50;
  };
  try {
    for (const [what, text] of [
      ['found', 'zebra'],
      ['none found', 'quagga'],
    ] as const) {
      await bench.compare(
        {
          what: `search, 3 letters or more, ${what}, p50`,
          limit: 'the index query, in process',
          unit: 'ms',
          bound: { atMost: 3, plus: 1 },
        },
        () => p50(text),
        async () => index.p50(text),
      );
    }
    for (const text of ['z', 'qu']) {
      await bench.compare({ what: `search, “${text}”, p50`, unit: 'ms', bound: { most: 15 } }, () =>
        p50(text),
      );
    }
  } finally {
    index.close();
    await ours.stop();
    remove();
  }
}
