import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../../test/databases.ts';
import { counts, csv, earlier, many, runImport, stored } from '../../../../../test/import-words.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { aWord } from '../../../../../test/words.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { Word } from '../word.ts';

describe.each(databaseKinds)('%s', (kind) => {
  describe('next to other imports', () => {
    test.each(['skip', 'update'] as const)(
      'simultaneous imports of the same words all succeed with %s',
      async (onConflict) => {
        const db = await openTestDatabase(kind);
        const other = await openTestDatabase(kind, db.url);
        const words = many(400);
        const reports = await Promise.all([
          runImport(db, csv(...words), { onConflict, batchRows: 50 }),
          runImport(other, csv(...words.toReversed()), { onConflict, batchRows: 70 }),
          runImport(db, csv(...words.toReversed()), { onConflict, batchRows: 90 }),
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
      const running = runImport(db, csv('a', 'b'));
      await untilBlocked(kind, db);
      mayCommit.resolve();
      await adding;
      expect(counts(await running)).toEqual({ added: 1, updated: 0, skipped: 1, refused: 0 });
      expect((await stored(db)).map(({ word }) => word)).toEqual(['A', 'b']);
    });

    test('with fail, a word that another import adds in the meantime leaves nothing from the file', async () => {
      const db = await openTestDatabase(kind);
      const onRefused = async () => {
        await runImport(db, csv('b'));
      };
      const file = `${csv('a', 'b', 'c')}short\n`;
      await expect(
        runImport(db, file, { onConflict: 'fail', batchRows: 1, onRefused }),
      ).rejects.toMatchObject({
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
