import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { aWord } from '../../../../../test/words.ts';
import type { WordInput } from '../../contract/words.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { Word } from '../word.ts';
import { type ImportOptions, importWords } from './import-words.ts';

const now = () => new Date('2026-07-01T12:00:00Z');

/** 331 rows. Some are repeated in the next row, a few rows later or far away, with the same or other text. */
const rows = Array.from({ length: 331 }, (_, n) => {
  const nth = n % 7 === 3 ? n - 1 : n % 11 === 5 ? n - 4 : n % 13 === 8 ? Math.floor(n / 2) : n;
  return aWord({ word: n % 2 ? `word ${nth}` : `WORD ${nth}`, definition: `Meaning ${n % 3}.` });
});
const libraryRows = rows.filter((_, n) => n % 17 === 1).map((row) => ({ ...row, definition: 'Old.' }));

/** The result of storing the rows one by one. */
function oneByOne(onConflict: 'skip' | 'update') {
  const library = new Map<string, WordInput>();
  const counts = { added: 0, updated: 0, skipped: 0 };
  for (const row of libraryRows) library.set(row.word.toLowerCase(), row);
  for (const row of rows) {
    const there = library.get(row.word.toLowerCase());
    const isSame = there && JSON.stringify(there) === JSON.stringify(row);
    counts[there ? (onConflict === 'skip' || isSame ? 'skipped' : 'updated') : 'added'] += 1;
    if (!there || onConflict === 'update') library.set(row.word.toLowerCase(), row);
  }
  return { counts, texts: [...library.values()].map(({ word, definition }) => `${word}: ${definition}`) };
}

function run(database: OpenDatabase, words: WordInput[], options: Partial<ImportOptions>) {
  const input = words.map((word) => JSON.stringify(word)).join('\n');
  return importWords({ database, now }, [input], { onConflict: 'skip', source: 'import', ...options });
}

async function texts(database: OpenDatabase): Promise<string[]> {
  const words = await database.em().find(Word, {}, { orderBy: { id: 'asc' } });
  return words.map(({ word, definition }) => `${word}: ${definition}`);
}

describe.each(databaseKinds)('repeated words in a long file on %s', (kind) => {
  test.each([
    { onConflict: 'skip', batchRows: 2000 },
    { onConflict: 'skip', batchRows: 75 },
    { onConflict: 'update', batchRows: 2000 },
    { onConflict: 'update', batchRows: 75 },
  ] as const)('are stored as if one by one, %j', async (options) => {
    const database = await openTestDatabase(kind);
    await run(database, libraryRows, {});
    const expected = oneByOne(options.onConflict);
    const dry = await run(database, rows, { ...options, dryRun: true });
    expect(dry).toMatchObject(expected.counts);
    expect(await run(database, rows, options)).toMatchObject(expected.counts);
    expect(await texts(database)).toEqual(expected.texts);
  });

  test('fail the import at the first one', async () => {
    const database = await openTestDatabase(kind);
    const fail = (words: WordInput[]) => run(database, words, { onConflict: 'fail' });
    const fresh = Array.from({ length: 60 }, (_, n) => aWord({ word: `fresh ${n}` }));
    await expect(fail([...fresh, ...rows])).rejects.toThrow('“word 2” (line 64) is in the file');
    await run(database, libraryRows, {});
    await expect(fail([...fresh, ...rows])).rejects.toThrow('“word 1” (line 62) is already');
    expect(await texts(database)).toHaveLength(new Set(libraryRows.map(({ word }) => word)).size);
  });
});
