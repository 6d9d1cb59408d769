import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { counts, csv, later, many, runImport, stored } from '../../../../../test/import-words.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { aWord } from '../../../../../test/words.ts';
import { limits } from '../../contract/limits.ts';
import type { ImportProgress, RefusedRow } from './import-words.ts';

describe.each(databaseKinds)('%s', (kind) => {
  test('stores a word with its derived columns', async () => {
    const db = await openTestDatabase(kind);
    const input = aWord({ word: ' Élan ', definition: 'Energy, “style”\nand 😀 ENTHUSIASM' });
    const report = await runImport(db, csv(input), { source: 'starter' });
    expect(report).toEqual({
      message: 'Added 1 word.',
      added: 1,
      updated: 0,
      skipped: 0,
      refused: 0,
      errors: [],
      ignoredColumns: [],
    });
    const [word] = await stored(db);
    expect(word).toMatchObject({
      ...input,
      word: 'Élan',
      wordKey: 'élan',
      sortKey: 'elan',
      searchText: 'élan\nenergy, “style”\nand 😀 enthusiasm',
      source: 'starter',
      usedCount: 0,
      createdAt: later(),
      removedAt: null,
    });
  });

  test.each([
    { format: 'csv', input: csv('a', 'b') },
    {
      format: 'jsonl',
      input: `${JSON.stringify(aWord({ word: 'a' }))}\n${JSON.stringify(aWord({ word: 'b' }))}`,
    },
  ] as const)('reads $format, given or detected, in chunks of any size', async ({ format, input }) => {
    const db = await openTestDatabase(kind);
    expect(counts(await runImport(db, input))).toEqual({ added: 2, updated: 0, skipped: 0, refused: 0 });
    const bytes = Buffer.from(input);
    const pieces = Array.from(bytes, (byte) => Buffer.of(byte));
    expect(counts(await runImport(db, pieces, { format }))).toEqual({
      added: 0,
      updated: 0,
      skipped: 2,
      refused: 0,
    });
  });

  test('refuses rows by the rules of a word and stores the rows around them', async () => {
    const db = await openTestDatabase(kind);
    const refused: RefusedRow[] = [];
    const bad = [
      { row: aWord({ etymology: '  ' }), message: 'Etymology is required' },
      { row: aWord({ word: '', example2: '' }), message: 'Word is required; Example 2 is required' },
      {
        row: aWord({ word: 'x'.repeat(limits.wordLength + 1) }),
        message: 'Word must be at most 100 characters',
      },
      {
        row: aWord({ definition: 'x'.repeat(limits.textLength + 1) }),
        message: 'Definition must be at most 10000 characters',
      },
      { row: aWord({ example1: 'a\0b' }), message: 'Example 1 holds a character that cannot be stored' },
    ];
    const rows = bad.flatMap(({ row }, index) => [row, aWord({ word: `two\nlines ${index}` })]);
    const report = await runImport(db, csv(...rows), { onRefused: (row) => void refused.push(row) });
    const errors = bad.map(({ row, message }, index) => {
      return { line: 2 + 5 * index, word: row.word.slice(0, limits.wordLength), message };
    });
    expect(report.errors).toEqual(errors);
    expect(report.message).toBe('Added 5 words; 5 rows were refused.');
    const values = bad.map(({ row }) => ({ ...row, etymology: row.etymology.trim() }));
    expect(refused).toEqual(
      errors.map((error, index) => ({
        ...error,
        values: values[index],
        csv: { separator: ',', hasMark: false },
      })),
    );
    expect(await stored(db)).toHaveLength(5);
  });

  test.each(['csv', 'jsonl'] as const)('reports the columns that are ignored (%s)', async (format) => {
    const db = await openTestDatabase(kind);
    const { quotation, ...word } = aWord();
    const rows = [
      { ...word, quotatoin: 'Rain.', id: '7', line: '3', error: 'Word is required' },
      { ...word, word: 'b', quotatoin: '', id: '8', line: '4', error: '' },
    ];
    const text = (row: object) =>
      Object.values(row)
        .map((value) => `"${value}"`)
        .join(',');
    const input =
      format === 'csv'
        ? [Object.keys(rows[0] ?? {}).join(','), ...rows.map(text)].join('\n')
        : rows.map((row) => JSON.stringify(row)).join('\n');
    const report = await runImport(db, input);
    expect(report).toMatchObject({ added: 2, refused: 0 });
    expect(report.ignoredColumns).toEqual([
      { name: 'quotatoin', nearest: 'quotation' },
      { name: 'id', nearest: null },
    ]);
  });

  test('an ignored column is not taken for one that the file has', async () => {
    const db = await openTestDatabase(kind);
    const input = JSON.stringify({ ...aWord(), 'Example 3': 'One more.', exmaple2: 'x' });
    const { ignoredColumns } = await runImport(db, input);
    expect(ignoredColumns).toEqual([
      { name: 'Example 3', nearest: null },
      { name: 'exmaple2', nearest: null },
    ]);
  });

  test('reports twenty ignored columns at most', async () => {
    const db = await openTestDatabase(kind);
    const extra = Array.from({ length: 30 }, (_, at) => [`measurement${at}`, '1']);
    for (const input of [
      JSON.stringify({ ...aWord(), ...Object.fromEntries(extra) }),
      `${Object.keys(aWord()).join(',')},${extra.map(([name]) => name).join(',')}\n`,
    ]) {
      expect((await runImport(db, input)).ignoredColumns).toHaveLength(20);
    }
  });

  test('refuses half a surrogate pair, which JSON can contain', async () => {
    const db = await openTestDatabase(kind);
    const line = JSON.stringify(aWord({ word: 'a' })).replace('"a"', '"a\\ud83d"');
    const report = await runImport(db, `${line}\n${JSON.stringify(aWord({ word: 'b' }))}\n`);
    expect(report.errors).toMatchObject([
      { line: 1, message: 'Word holds a character that cannot be stored' },
    ]);
    expect(report.added).toBe(1);
  });

  test('lists a thousand refused rows, reports every one and counts them all', async () => {
    const db = await openTestDatabase(kind);
    const lines: number[] = [];
    const onRefused = async ({ line }: RefusedRow) => {
      await Promise.resolve();
      lines.push(line);
    };
    const report = await runImport(db, `${csv('a')}${'short\n'.repeat(1500)}${csv('b').split('\n')[1]}`, {
      onRefused,
    });
    expect(counts(report)).toEqual({ added: 2, updated: 0, skipped: 0, refused: 1500 });
    expect(report.errors).toHaveLength(1000);
    expect(report.errors.at(-1)).toEqual({ line: 1002, word: 'short', message: expect.any(String) });
    expect(lines).toEqual(Array.from({ length: 1500 }, (_, index) => index + 3));
    expect(report.message).toBe('Added 2 words; 1,500 rows were refused.');
  });

  test('reports progress after each batch and at the end', async () => {
    const db = await openTestDatabase(kind);
    const file = `${csv(...many(5))}short\n`;
    const seen: ImportProgress[] = [];
    await runImport(db, file, { batchRows: 2, onProgress: (progress) => seen.push(progress) });
    expect(seen.map(({ rows, added, refused }) => [rows, added, refused])).toEqual([
      [2, 2, 0],
      [4, 4, 0],
      [6, 5, 1],
    ]);
    expect(seen[0]?.bytes).toBeLessThan(Buffer.byteLength(file));
    expect(seen.at(-1)?.bytes).toBe(Buffer.byteLength(file));
  });

  test('a file that turns out to be broken keeps the complete batches, and reports them', async () => {
    const db = await openTestDatabase(kind);
    const words = many(5000);
    const input = [csv(...words), Buffer.from([0x63, 0xe9, 0x0a])];
    const dryRun = runImport(db, input, { dryRun: true });
    await expect(dryRun).rejects.toMatchObject({ message: expect.not.stringContaining('Before that') });
    expect(await stored(db)).toHaveLength(0);
    const error = await runImport(db, input).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({
      code: 'import.unreadable',
      message: expect.stringMatching(/^Line 5002 is not in UTF-8\. .* Before that: Added [\d,]+ words\.$/),
    });
    const kept = (await stored(db)).map(({ word }) => word);
    expect(kept).toEqual(words.slice(0, kept.length));
    expect(kept.length).toBeGreaterThan(500);
    expect(error.message).toContain(`Added ${kept.length.toLocaleString('en-US')} words`);
  });

  test('with fail, a file that turns out to be broken leaves nothing', async () => {
    const db = await openTestDatabase(kind);
    const input = [csv(...many(2000)), Buffer.from([0x63, 0xe9, 0x0a])];
    await expect(runImport(db, input, { onConflict: 'fail' })).rejects.toMatchObject({
      message: expect.not.stringContaining('Before that'),
    });
    expect(await stored(db)).toEqual([]);
  });

  describe('stopped by a signal', () => {
    test.each(['skip', 'fail'] as const)('keeps the batches already stored with %s', async (onConflict) => {
      const db = await openTestDatabase(kind);
      const stop = new AbortController();
      const onProgress = ({ rows }: ImportProgress) => {
        if (rows === 4) stop.abort();
      };
      const report = await runImport(db, csv(...many(9)), {
        onConflict,
        batchRows: 2,
        onProgress,
        signal: stop.signal,
      });
      const kept = { skip: 4, fail: 0 }[onConflict];
      expect(counts(report)).toEqual({ added: kept, updated: 0, skipped: 0, refused: 0 });
      expect(report.message).toBe(`Stopped before the end of the file. Added ${kept} words.`);
      expect(await stored(db)).toHaveLength(kept);
    });

    test('does not wait for a source that sends nothing more', async () => {
      const db = await openTestDatabase(kind);
      const stop = new AbortController();
      const asked = Promise.withResolvers<void>();
      async function* source() {
        yield csv(...many(5000));
        asked.resolve();
        await new Promise(() => {});
      }
      const running = runImport(db, source(), { signal: stop.signal });
      await asked.promise;
      stop.abort();
      const { added } = await running;
      expect(added).toBeGreaterThan(0);
      expect(added).toBeLessThan(5000);
      expect(await stored(db)).toHaveLength(added);
    });

    test('stores nothing if it was stopped before it started', async () => {
      const db = await openTestDatabase(kind);
      expect((await runImport(db, csv('a'), { signal: AbortSignal.abort() })).added).toBe(0);
      expect(await stored(db)).toEqual([]);
    });
  });
});
