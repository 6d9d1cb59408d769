import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl } from '../../../../test/databases.ts';
import { loadConfig } from '../config.ts';
import { Word } from '../words/word.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

async function opened(url: string): Promise<OpenDatabase> {
  const { database } = loadConfig({ DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) });
  const db = await openDatabase(database);
  onTestFinished(() => db.close());
  return db;
}

describe.each(databaseKinds)('%s', (kind) => {
  test('migrations give exactly the schema of the entities', async () => {
    const db = await opened(await temporaryDatabaseUrl(kind));
    expect(await db.pendingMigrations()).toHaveLength(1);
    expect(await db.migrate()).toHaveLength(1);
    expect(await db.migrate()).toEqual([]);
    expect(await db.schemaDifference()).toBe('');
  });

  test('two that start at once migrate one after the other', async () => {
    const url = await temporaryDatabaseUrl(kind);
    const [one, two] = [await opened(url), await opened(url)];
    const applied = await Promise.all([one.migrate(), two.migrate()]);
    expect(applied.flat()).toHaveLength(1);
  });

  test('gives instants back as they were, and sorts by plain code points', async () => {
    const db = await opened(await temporaryDatabaseUrl(kind));
    await db.migrate();
    const createdAt = new Date('2026-03-29T01:30:00.123Z');
    const texts = { phoneticPronunciation: '', partOfSpeech: '', definition: '', etymology: '' };
    const rest = { example1: '', example2: '', conversationTip: '', searchText: '', usedCount: 0 };
    const source = 'admin' as const;
    await db.em().insertMany(
      Word,
      ['ice cream', 'iceberg', 'ice-free', 'icarus'].map((word) => ({
        ...{ word, wordKey: word, sortKey: word, createdAt, source, ...texts, ...rest },
      })),
    );
    const words = await db.em().find(Word, {}, { orderBy: { sortKey: 'asc' } });
    expect(words.map(({ word }) => word)).toEqual(['icarus', 'ice cream', 'ice-free', 'iceberg']);
    expect(words[0]?.createdAt).toEqual(createdAt);
  });

  test('says its version', async () => {
    const db = await opened(await temporaryDatabaseUrl(kind));
    expect(await db.version()).toMatch(kind === 'sqlite' ? /^SQLite 3\.\d+/ : /^PostgreSQL \d+/);
    expect(await db.isReachable()).toBe(true);
  });
});

test.each([
  ['postgres://user:hunter2secret@127.0.0.1:1/words', 'nothing answers at that address'],
  ['sqlite:/dev/null/words.db', 'The database could not be opened'],
])('an unreachable database is said without its password', async (url, text) => {
  const { database } = loadConfig({ DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) });
  const error = await openDatabase(database).then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  expect(error).toMatchObject({ code: 'database.unreachable' });
  expect(error?.message).toContain(text);
  expect(error?.message).not.toContain('hunter2secret');
});
