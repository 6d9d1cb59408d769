import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { counts, csv, earlier, later, runImport, stored } from '../../../../../test/import-words.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { aWord } from '../../../../../test/words.ts';
import { removeWord } from '../save-word.ts';
import { Word } from '../word.ts';

const jsonLines = (word: object) => `${JSON.stringify(word)}\n`;

describe.each(databaseKinds)('%s', (kind) => {
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
      await runImport(db, csv('old', 'same'), { now: earlier, source: 'admin' });
      await db.em().nativeUpdate(Word, { wordKey: 'old' }, { usedCount: 7 });
      return db;
    }

    test('skip leaves them unchanged', async () => {
      const db = await library();
      const before = await stored(db);
      const report = await runImport(db, file, { onConflict: 'skip', batchRows });
      expect(report.message).toBe('Added 2 words, skipped 5.');
      expect(counts(report)).toEqual({ added: 2, updated: 0, skipped: 5, refused: 0 });
      const after = await stored(db);
      expect(after.slice(0, 2)).toEqual(before);
      expect(after.slice(2).map(({ word, definition }) => [word, definition])).toEqual([
        ['new', 'first'],
        ['Other', aWord().definition],
      ]);
    });

    test('update keeps optional fields that a file lacks, and changes those that it has', async () => {
      const db = await openTestDatabase(kind);
      const about = { teaser: 'a smell of rain', level: 'reader', tags: 'weather', sensitive: '' };
      await runImport(db, jsonLines({ ...aWord({ word: 'one' }), ...about }), { source: 'admin' });
      const { teaser, level, tags, sensitive, ...older } = aWord({ word: 'one', definition: 'new' });
      const options = { onConflict: 'update', batchRows } as const;
      expect(counts(await runImport(db, jsonLines(older), options))).toMatchObject({ updated: 1 });
      expect(await stored(db)).toMatchObject([{ ...about, definition: 'new' }]);
      expect(counts(await runImport(db, jsonLines(older), options))).toMatchObject({ skipped: 1 });
      await runImport(db, jsonLines({ ...older, level: '', tags: 'rain' }), options);
      expect(await stored(db)).toMatchObject([{ ...about, level: '', tags: 'rain' }]);
      await runImport(db, jsonLines({ ...older, word: 'two' }), options);
      expect((await stored(db))[1]).toMatchObject({ word: 'two', teaser: '', level: '' });
    });

    test('refuses a level that does not exist', async () => {
      const db = await openTestDatabase(kind);
      const report = await runImport(db, jsonLines(aWord({ level: 'hard' })), { batchRows });
      expect(report.errors).toMatchObject([
        { message: 'Level must be one of these, or empty: everyday, reader, rare' },
      ]);
    });

    test('update replaces their text and nothing else', async () => {
      const db = await library();
      const [, same] = await stored(db);
      const report = await runImport(db, file, { onConflict: 'update', batchRows });
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
      const again = await runImport(db, csv('old', 'same', 'other'), { onConflict: 'update', batchRows });
      expect(counts(again)).toEqual({ added: 0, updated: 2, skipped: 1, refused: 0 });
    });

    test('fail stores nothing from the file and names the first existing word', async () => {
      const db = await library();
      const before = await stored(db);
      const first = csv('before', { word: 'SAME' }, 'behind');
      await expect(runImport(db, first, { onConflict: 'fail', batchRows })).rejects.toMatchObject({
        code: 'import.conflict',
        message: expect.stringContaining('“SAME” (line 3) is already in the library. Nothing was imported.'),
      });
      const twice = csv('before', 'x', 'y', 'z', 'X', 'behind');
      await expect(runImport(db, twice, { onConflict: 'fail', batchRows })).rejects.toMatchObject({
        code: 'import.conflict',
        message: expect.stringContaining('“X” (line 6) is in the file more than once.'),
      });
      expect(await stored(db)).toEqual(before);
    });

    test('fail stores a file without existing words, in the order of the file', async () => {
      const db = await library();
      const words = ['z', 'a', 'm', 'résumé', 'resume'];
      const report = await runImport(db, csv(...words), { onConflict: 'fail', batchRows });
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
        const dry = await runImport(db, file + refused, { onConflict, batchRows, dryRun: true });
        expect(await stored(db)).toEqual(before);
        const { message, ...real } = await runImport(db, file + refused, { onConflict, batchRows });
        expect(dry).toEqual({
          ...real,
          message: expect.stringMatching(/^Would add 2 words, .* 1 row would be refused\.$/),
        });
        const again = await runImport(db, file, { onConflict, batchRows, dryRun: true });
        expect(again.added).toBe(0);
      },
    );

    test('a dry run with fail fails in the same way and writes nothing', async () => {
      const db = await library();
      const before = await stored(db);
      const dry = { onConflict: 'fail', batchRows, dryRun: true } as const;
      await expect(runImport(db, csv('a', 'same'), dry)).rejects.toMatchObject({ code: 'import.conflict' });
      await expect(runImport(db, csv('a', 'A'), dry)).rejects.toMatchObject({ code: 'import.conflict' });
      expect((await runImport(db, csv('a', 'b'), dry)).message).toBe('Would add 2 words.');
      expect(await stored(db)).toEqual(before);
    });
  });

  test.each(['skip', 'update', 'fail'] as const)('%s adds a removed word again', async (onConflict) => {
    const db = await openTestDatabase(kind);
    await runImport(db, csv({ word: 'gone', definition: 'before' }), { now: earlier });
    const [gone] = await stored(db);
    await db
      .em()
      .nativeUpdate(Word, { wordKey: 'gone' }, { removedAt: earlier(), wordKey: null, usedCount: 3 });
    const report = await runImport(db, csv({ word: 'gone', definition: 'after' }), { onConflict });
    expect(report.added).toBe(1);
    const all = await stored(db);
    expect(all).toMatchObject([
      { id: gone?.id, definition: 'before', wordKey: null, removedAt: earlier(), usedCount: 3 },
      { definition: 'after', wordKey: 'gone', removedAt: null, usedCount: 0 },
    ]);
    await removeWord({ database: db, now: later }, all[1]?.id ?? 0);
  });
});
