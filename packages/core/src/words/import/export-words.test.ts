import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { aWord } from '../../../../../test/words.ts';
import { wordFields } from '../../contract/word-fields.ts';
import type { WordInput } from '../../contract/words.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { addWord } from '../save-word.ts';
import { Word } from '../word.ts';
import { exportWords } from './export-words.ts';
import { importWords } from './import-words.ts';

const now = () => new Date('2026-07-01T07:00:00Z');

async function library(db: OpenDatabase, ...words: Partial<WordInput>[]): Promise<void> {
  for (const word of words) await addWord({ database: db, now }, aWord(word));
}

async function exported(database: OpenDatabase, format: 'csv' | 'jsonl'): Promise<string> {
  let text = '';
  for await (const piece of exportWords({ database }, format)) text += piece;
  return text;
}

/** Everything that a file format could stumble over. */
const awkward: Partial<WordInput>[] = [
  { word: 'résumé', definition: 'comma, "quotes", ""twice"" and \'single\'' },
  { word: 'resume', definition: 'line\nfeed, \r\nboth and \r alone' },
  { word: 'naïve', etymology: '=HYPERLINK("http://example.com")', example1: '+1', example2: '-1' },
  { word: '@home', phoneticPronunciation: '/ˈæt,hoʊm/', conversationTip: '@SUM(A1); \t tab' },
  { word: '-ism', definition: '"', etymology: '""', example1: '\\"', example2: 'ends with a mark"' },
  { word: '"quoted"', definition: '😀 👩‍👩‍👧 é (composed) é (not) ｆｕｌｌ' },
  { word: ',', definition: '{"json": true}', etymology: '[fname] {{word}} <b>&amp;</b>' },
  { word: 'nul', definition: 'null', etymology: 'x \u2028 and \uFEFF inside' },
  { word: 'Zebra', etymology: 'From Italian *zebra*, its cited form marked.' },
  { word: 'apple' },
];

describe.each(databaseKinds)('%s', (kind) => {
  test('lists the words in alphabetical order with their eight fields', async () => {
    const db = await openTestDatabase(kind);
    await library(db, { word: 'Zeal' }, { word: 'élan' }, { word: 'apt', definition: 'Fit, "suited"' });
    const csv = await exported(db, 'csv');
    expect(csv.split('\n')).toEqual([
      wordFields.join(','),
      expect.stringMatching(/^apt,.*,"Fit, ""suited""",/),
      expect.stringMatching(/^élan,/),
      expect.stringMatching(/^Zeal,/),
      '',
    ]);
    const lines = (await exported(db, 'jsonl')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      aWord({ word: 'apt', definition: 'Fit, "suited"' }),
      aWord({ word: 'élan' }),
      aWord({ word: 'Zeal' }),
    ]);
    expect(Object.keys(JSON.parse(lines[0] ?? ''))).toEqual(wordFields);
  });

  test.each(['csv', 'jsonl'] as const)(
    'as %s gives the same bytes after an import and export',
    async (format) => {
      const [one, other] = [await openTestDatabase(kind), await openTestDatabase(kind)];
      await library(one, ...awkward);
      const first = await exported(one, format);
      const report = await importWords({ database: other, now }, first, {
        onConflict: 'fail',
        source: 'import',
      });
      expect(report).toMatchObject({ added: awkward.length, refused: 0 });
      expect(await exported(other, format)).toBe(first);
      const inOrder = { orderBy: { sortKey: 'asc', id: 'asc' } } as const;
      const fields = { fields: [...wordFields, 'wordKey', 'sortKey', 'searchText'] } as const;
      const read = async (db: OpenDatabase) =>
        (await db.em().find(Word, {}, { ...inOrder, ...fields })).map(({ id, ...rest }) => ({ ...rest }));
      expect(await read(other)).toEqual(await read(one));
    },
  );

  test('leaves out removed words, and continues across pages', async () => {
    const db = await openTestDatabase(kind);
    const words = Array.from({ length: 1203 }, (_, index) => ({
      ...aWord(),
      word: `w${String(index).padStart(5, '0')}`,
    }));
    const lines = words.map((word) => JSON.stringify(word)).join('\n');
    await importWords({ database: db, now }, lines, { onConflict: 'fail', source: 'import' });
    await db.em().nativeUpdate(Word, { word: 'w00700' }, { removedAt: now(), wordKey: null });
    const text = (await exported(db, 'jsonl')).trimEnd();
    const expected = words.map(({ word }) => word).filter((word) => word !== 'w00700');
    expect(text.split('\n').map((line) => JSON.parse(line).word)).toEqual(expected);
  });

  test('words with the same sort key are all included, regardless of the page they fall on', async () => {
    const db = await openTestDatabase(kind);
    const marks = Array.from({ length: 1100 }, (_, index) =>
      String.fromCodePoint(0x300 + (index % 100)).repeat(1 + index / 100),
    );
    const lines = marks.map((mark) => JSON.stringify({ ...aWord(), word: `a${mark}` }));
    const report = await importWords({ database: db, now }, lines.join('\n'), {
      onConflict: 'skip',
      source: 'import',
    });
    const text = (await exported(db, 'jsonl')).trimEnd().split('\n');
    expect(new Set(text).size).toBe(report.added);
    expect(text).toHaveLength(report.added);
    expect(report.added).toBeGreaterThan(1000);
  });

  test('of an empty library is a header row, or nothing', async () => {
    const db = await openTestDatabase(kind);
    expect(await exported(db, 'csv')).toBe(`${wordFields.join(',')}\n`);
    expect(await exported(db, 'jsonl')).toBe('');
  });
});
