import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../../test/databases.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { aWord } from '../../../../../test/words.ts';
import { limits } from '../../contract/limits.ts';
import { wordFields } from '../../contract/word-fields.ts';
import type { WordInput } from '../../contract/words.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { ImportInput } from '../../rows/read-rows.ts';
import { wordEmails } from '../../schedule/word-emails.ts';
import { removeWord } from '../remove-word.ts';
import { Word } from '../word.ts';
import { type ImportOptions, type ImportProgress, importWords, type RefusedRow } from './import-words.ts';

const earlier = () => new Date('2026-01-01T07:00:00.123Z');
const later = () => new Date('2026-07-01T07:00:00.456Z');

function csv(...words: (string | Partial<WordInput>)[]): string {
  const rows = words.map((word) => (typeof word === 'string' ? aWord({ word }) : aWord(word)));
  return stringify(rows, { header: true, columns: [...wordFields] });
}

type Options = Partial<ImportOptions> & { now?: () => Date };

function run(database: OpenDatabase, input: ImportInput, { now = later, ...options }: Options = {}) {
  return importWords({ database, now }, input, { onConflict: 'skip', source: 'import', ...options });
}

/** All that is stored, in the order it was added. */
function stored(db: OpenDatabase) {
  return db.em().find(Word, {}, { orderBy: { id: 'asc' } });
}

function counts({ added, updated, skipped, refused }: Record<string, unknown>) {
  return { added, updated, skipped, refused };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);

describe.each(databaseKinds)('%s', (kind) => {
  test('stores a word with its derived columns', async () => {
    const db = await openTestDatabase(kind);
    const input = aWord({ word: ' Élan ', definition: 'Energy, “style”\nand 😀 ENTHUSIASM' });
    const report = await run(db, csv(input), { source: 'starter' });
    expect(report).toEqual({
      message: 'Added 1 word.',
      ...{ added: 1, updated: 0, skipped: 0, refused: 0, errors: [] },
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
    expect(counts(await run(db, input))).toEqual({ added: 2, updated: 0, skipped: 0, refused: 0 });
    const bytes = Buffer.from(input);
    const pieces = Array.from(bytes, (byte) => Buffer.of(byte));
    expect(counts(await run(db, pieces, { format }))).toEqual({
      added: 0,
      updated: 0,
      skipped: 2,
      refused: 0,
    });
  });

  describe.each([2000, 2])('with existing words, %i rows in a batch', (batchRows) => {
    const file = csv(
      { word: 'Old', definition: 'changed' },
      { word: 'same' },
      { word: 'new', definition: 'first' },
      { word: 'NEW', definition: 'second' },
      { word: 'new', definition: 'third' },
      { word: 'new', definition: 'third' },
      { word: 'Other' },
    );

    async function library() {
      const db = await openTestDatabase(kind);
      await run(db, csv('old', 'same'), { now: earlier, source: 'admin' });
      await db.em().nativeUpdate(Word, { wordKey: 'old' }, { usedCount: 7 });
      return db;
    }

    test('skip leaves them unchanged', async () => {
      const db = await library();
      const before = await stored(db);
      const report = await run(db, file, { onConflict: 'skip', batchRows });
      expect(report.message).toBe('Added 2 words, skipped 5.');
      expect(counts(report)).toEqual({ added: 2, updated: 0, skipped: 5, refused: 0 });
      const after = await stored(db);
      expect(after.slice(0, 2)).toEqual(before);
      expect(after.slice(2).map(({ word, definition }) => [word, definition])).toEqual([
        ['new', 'first'],
        ['Other', aWord().definition],
      ]);
    });

    test('update replaces their text and nothing else', async () => {
      const db = await library();
      const [, same] = await stored(db);
      const report = await run(db, file, { onConflict: 'update', batchRows });
      expect(report.message).toBe('Added 2 words, updated 3, skipped 2.');
      expect(counts(report)).toEqual({ added: 2, updated: 3, skipped: 2, refused: 0 });
      const after = await stored(db);
      expect(after[0]).toMatchObject({
        word: 'Old',
        definition: 'changed',
        searchText: 'old\nchanged',
        source: 'import',
        usedCount: 7,
        createdAt: earlier(),
      });
      expect(after[1]).toEqual(same);
      expect(after.slice(2).map(({ word, definition }) => [word, definition])).toEqual([
        ['new', 'third'],
        ['Other', aWord().definition],
      ]);
      const again = await run(db, csv('old', 'same', 'other'), { onConflict: 'update', batchRows });
      expect(counts(again)).toEqual({ added: 0, updated: 2, skipped: 1, refused: 0 });
    });

    test('fail stores nothing from the file and names the first existing word', async () => {
      const db = await library();
      const before = await stored(db);
      const first = csv('before', { word: 'SAME' }, 'behind');
      await expect(run(db, first, { onConflict: 'fail', batchRows })).rejects.toMatchObject({
        code: 'import.conflict',
        message: expect.stringContaining('“SAME” (line 3) is already in the library. Nothing was imported.'),
      });
      const twice = csv('before', 'x', 'y', 'z', 'X', 'behind');
      await expect(run(db, twice, { onConflict: 'fail', batchRows })).rejects.toMatchObject({
        code: 'import.conflict',
        message: expect.stringContaining('“X” (line 6) is in the file more than once.'),
      });
      expect(await stored(db)).toEqual(before);
    });

    test('fail stores a file without existing words, in the order of the file', async () => {
      const db = await library();
      const words = ['z', 'a', 'm', 'résumé', 'resume'];
      const report = await run(db, csv(...words), { onConflict: 'fail', batchRows });
      expect(counts(report)).toEqual({ added: 5, updated: 0, skipped: 0, refused: 0 });
      const all = await stored(db);
      expect(all.map(({ word }) => word)).toEqual(['old', 'same', ...words]);
      expect(all.at(-1)).toMatchObject({
        ...aWord({ word: 'resume' }),
        source: 'import',
        createdAt: later(),
      });
    });

    test.each(['skip', 'update'] as const)(
      'a dry run with %s gives the same counts and writes nothing',
      async (onConflict) => {
        const db = await library();
        const before = await stored(db);
        const refused = 'no fields at all\n';
        const dry = await run(db, file + refused, { onConflict, batchRows, dryRun: true });
        expect(await stored(db)).toEqual(before);
        const { message, ...real } = await run(db, file + refused, { onConflict, batchRows });
        expect(dry).toEqual({
          ...real,
          message: expect.stringMatching(/^Would add 2 words, .* 1 row would be refused\.$/),
        });
        const again = await run(db, file, { onConflict, batchRows, dryRun: true });
        expect(again.added).toBe(0);
      },
    );

    test('a dry run with fail fails in the same way and writes nothing', async () => {
      const db = await library();
      const before = await stored(db);
      const dry = { onConflict: 'fail', batchRows, dryRun: true } as const;
      await expect(run(db, csv('a', 'same'), dry)).rejects.toMatchObject({ code: 'import.conflict' });
      await expect(run(db, csv('a', 'A'), dry)).rejects.toMatchObject({ code: 'import.conflict' });
      expect((await run(db, csv('a', 'b'), dry)).message).toBe('Would add 2 words.');
      expect(await stored(db)).toEqual(before);
    });
  });

  test.each(['skip', 'update', 'fail'] as const)('%s adds a removed word again', async (onConflict) => {
    const db = await openTestDatabase(kind);
    await run(db, csv({ word: 'gone', definition: 'before' }), { now: earlier });
    const [gone] = await stored(db);
    await db
      .em()
      .nativeUpdate(Word, { wordKey: 'gone' }, { removedAt: earlier(), wordKey: null, usedCount: 3 });
    const report = await run(db, csv({ word: 'gone', definition: 'after' }), { onConflict });
    expect(report.added).toBe(1);
    const all = await stored(db);
    expect(all).toMatchObject([
      { id: gone?.id, definition: 'before', wordKey: null, removedAt: earlier(), usedCount: 3 },
      { definition: 'after', wordKey: 'gone', removedAt: null, usedCount: 0 },
    ]);
    await removeWord({ database: db, now: later, emails: wordEmails }, all[1]?.id ?? 0);
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
    const report = await run(db, csv(...rows), { onRefused: (row) => void refused.push(row) });
    const errors = bad.map(({ row, message }, index) => {
      return { line: 2 + 5 * index, word: row.word.slice(0, limits.wordLength), message };
    });
    expect(report.errors).toEqual(errors);
    expect(report.message).toBe('Added 5 words; 5 rows were refused.');
    const values = bad.map(({ row }) => ({ ...row, etymology: row.etymology.trim() }));
    expect(refused).toEqual(errors.map((error, index) => ({ ...error, values: values[index] })));
    expect(await stored(db)).toHaveLength(5);
  });

  test('refuses half a surrogate pair, which JSON can contain', async () => {
    const db = await openTestDatabase(kind);
    const line = JSON.stringify(aWord({ word: 'a' })).replace('"a"', '"a\\ud83d"');
    const report = await run(db, `${line}\n${JSON.stringify(aWord({ word: 'b' }))}\n`);
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
    const report = await run(db, `${csv('a')}${'short\n'.repeat(1500)}${csv('b').split('\n')[1]}`, {
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
    await run(db, file, { batchRows: 2, onProgress: (progress) => seen.push(progress) });
    expect(seen.map(({ rows, added, refused }) => [rows, added, refused])).toEqual([
      [2, 2, 0],
      [4, 4, 0],
      [6, 5, 1],
    ]);
    expect(seen.at(-1)?.bytes).toBe(Buffer.byteLength(file));
  });

  test('a file that turns out to be broken keeps the complete batches, and reports them', async () => {
    const db = await openTestDatabase(kind);
    const words = many(5000);
    const input = [csv(...words), Buffer.from([0x63, 0xe9, 0x0a])];
    const dryRun = run(db, input, { dryRun: true });
    await expect(dryRun).rejects.toMatchObject({ message: expect.not.stringContaining('Before that') });
    expect(await stored(db)).toHaveLength(0);
    const error = await run(db, input).catch((thrown: Error) => thrown);
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
    await expect(run(db, input, { onConflict: 'fail' })).rejects.toMatchObject({
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
      const report = await run(db, csv(...many(9)), {
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
      const running = run(db, source(), { signal: stop.signal });
      await asked.promise;
      stop.abort();
      const { added } = await running;
      expect(added).toBeGreaterThan(0);
      expect(added).toBeLessThan(5000);
      expect(await stored(db)).toHaveLength(added);
    });

    test('stores nothing if it was stopped before it started', async () => {
      const db = await openTestDatabase(kind);
      expect((await run(db, csv('a'), { signal: AbortSignal.abort() })).added).toBe(0);
      expect(await stored(db)).toEqual([]);
    });
  });

  describe('next to other imports', () => {
    test.each(['skip', 'update'] as const)(
      'simultaneous imports of the same words all succeed with %s',
      async (onConflict) => {
        const db = await openTestDatabase(kind);
        const other = await openTestDatabase(kind, db.url);
        const words = many(400);
        const reports = await Promise.all([
          run(db, csv(...words), { onConflict, batchRows: 50 }),
          run(other, csv(...words.toReversed()), { onConflict, batchRows: 70 }),
          run(db, csv(...words.toReversed()), { onConflict, batchRows: 90 }),
        ]);
        const total = (key: 'added' | 'updated' | 'skipped') =>
          reports.reduce((sum, report) => sum + report[key], 0);
        expect([total('added'), total('updated'), total('skipped')]).toEqual([400, 0, 800]);
        expect(new Set((await stored(db)).map(({ word }) => word)).size).toBe(400);
      },
    );

    test('waits for a word that another import has added but not committed yet', async () => {
      const db = await openTestDatabase(kind);
      const other = await openTestDatabase(kind, db.url);
      const added = Promise.withResolvers<void>();
      const mayCommit = Promise.withResolvers<void>();
      const adding = other.em().transactional(async (em) => {
        const { source, createdAt } = { source: 'admin' as const, createdAt: earlier() };
        const keys = { wordKey: 'a', sortKey: 'a', searchText: 'a', usedCount: 0 };
        await em.insert(Word, { ...aWord({ word: 'A' }), ...keys, source, createdAt });
        added.resolve();
        await mayCommit.promise;
      });
      await added.promise;
      const running = run(db, csv('a', 'b'));
      await untilBlocked(kind, db);
      mayCommit.resolve();
      await adding;
      expect(counts(await running)).toEqual({ added: 1, updated: 0, skipped: 1, refused: 0 });
      expect((await stored(db)).map(({ word }) => word)).toEqual(['A', 'b']);
    });

    test('with fail, a word that another import adds in the meantime leaves nothing from the file', async () => {
      const db = await openTestDatabase(kind);
      const onRefused = async () => {
        await run(db, csv('b'));
      };
      const file = `${csv('a', 'b', 'c')}short\n`;
      await expect(run(db, file, { onConflict: 'fail', batchRows: 1, onRefused })).rejects.toMatchObject({
        code: 'import.conflict',
        message: expect.stringContaining('“b” (line 3) is already in the library'),
      });
      expect((await stored(db)).map(({ word }) => word)).toEqual(['b']);
    });
  });
});

/** Waits until the import waits for the other transaction. */
async function untilBlocked(kind: DatabaseKind, db: OpenDatabase): Promise<void> {
  if (kind === 'sqlite') {
    // It tries as soon as it has read the file, which takes a few turns of the event loop.
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    return;
  }
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  while ((await db.em().execute(waiting)).length === 0) await new Promise(setImmediate);
}
