import { describe, expect, test, vi } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { aWord } from '../../../../test/words.ts';
import { wordStates } from '../contract/words.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { emailTime } from '../schedule/email-time.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { countUnusedMarks, countWords, listUnusedWords, listWords, unusedMarks } from './list-words.ts';
import { addWord, removeWord } from './save-word.ts';
import { Word } from './word.ts';

const now = () => new Date('2026-07-01T12:00:00Z');
const texts = ['apple', 'Äpfel', 'bread', 'Bread roll', 'éclat', 'zest', 'ωμέγα', '3D', "'tis", '́'];
const statuses = ['pending', 'scheduled', 'sent', 'failed'] as const;

/** Forty words. Of every five, four have an email, one for each status. One word whose email was sent is removed. */
async function fill(database: OpenDatabase): Promise<void> {
  for (let nth = 0; nth < 40; nth += 1) {
    const word = `${texts[nth % texts.length]} ${nth}`;
    const { id } = await addWord({ database, now }, aWord({ word }));
    const status = statuses[nth % 5];
    if (!status) continue;
    const em = database.em();
    const email = { ...emailTime(now(), 'UTC'), createdAt: now(), status, messageName: word };
    em.create(ScheduledEmail, { ...email, word: em.getReference(Word, id) });
    await em.flush();
    if (status !== 'sent') continue;
    await em.nativeUpdate(Word, { id }, { usedCount: 1 });
    if (nth % 2) await removeWord({ database, now }, id);
  }
}

type List = (query: {
  page: number;
  limit: number;
  letter: string;
  search: string;
}) => Promise<{ words: { id: number }[]; total: number; hasMore: boolean }>;

/** The ids of all pages, one after the other. */
async function everyPage(list: List, limit: number, letter: string): Promise<number[]> {
  const found: number[] = [];
  for (let page = 1; ; page += 1) {
    const { words, total, hasMore } = await list({ page, limit, letter, search: '' });
    found.push(...words.map(({ id }) => id));
    if (hasMore) continue;
    expect(total).toBe(found.length);
    expect(await list({ page: page + 2, limit, letter, search: '' })).toEqual({
      words: [],
      total,
      hasMore: false,
    });
    return found;
  }
}

describe.each(databaseKinds)('pages of words on %s', (kind) => {
  test('together contain all words in order, for any letter and page size', async () => {
    const database = await openTestDatabase(kind);
    await fill(database);
    const words = await database
      .em()
      .find(Word, { removedAt: null }, { orderBy: { sortKey: 'asc', id: 'asc' } });
    const emails = await database.em().find(ScheduledEmail, {});
    const waiting = new Set(
      emails.filter(({ status }) => /pending|scheduled/.test(status)).map(({ word }) => word.id),
    );
    expect(words.length).toBe(36);
    for (const letter of ['', 'a', 'e', 'q', 'z']) {
      const here = words.filter(({ sortKey }) => sortKey.startsWith(letter));
      const unused = here.filter(({ id, usedCount }) => usedCount === 0 && !waiting.has(id));
      for (const limit of [1, 3, 7, 50]) {
        const ids = await everyPage((query) => listWords({ database }, query), limit, letter);
        expect(ids, `${letter}, by ${limit}`).toEqual(here.map(({ id }) => id));
        const deps = { database };
        const unusedIds = await everyPage((query) => listUnusedWords(deps, query), limit, letter);
        expect(unusedIds, `unused, ${letter}, by ${limit}`).toEqual(unused.map(({ id }) => id));
      }
    }
  });

  test('are narrowed to a state, and counted by state', async () => {
    const database = await openTestDatabase(kind);
    await fill(database);
    const words = await database.em().find(Word, { removedAt: null });
    await database.em().nativeUpdate(Word, { sortKey: { $like: 'bread%' } }, { findings: 'word.too_easy' });
    const emails = await database.em().find(ScheduledEmail, {});
    const waits = ({ id }: Word) =>
      emails.some(({ word, status }) => word.id === id && /pending|scheduled/.test(status));
    const expected = {
      unused: words.filter((word) => word.usedCount === 0 && !waits(word)),
      waiting: words.filter(waits),
      sent: words.filter(({ usedCount }) => usedCount > 0),
      work: words.filter(({ sortKey }) => sortKey.startsWith('bread')),
    };
    for (const state of wordStates) {
      const query = { page: 1, limit: 50, search: '', letter: '', state };
      const found = await listWords({ database }, query);
      expect(found.words.map(({ id }) => id).toSorted(), state).toEqual(
        expected[state].map(({ id }) => id).toSorted(),
      );
      const findings = found.words.map((word) => word.findings);
      expect(findings.every((codes) => state !== 'work' || codes?.join() === 'word.too_easy')).toBe(true);
    }
    expect(await countWords({ database })).toEqual({
      all: 36,
      ...Object.fromEntries(wordStates.map((state) => [state, expected[state].length])),
    });
  });

  test('have only words of the level that is asked for, of one state or of all', async () => {
    const database = await openTestDatabase(kind);
    for (const [word, level] of Object.entries({ hush: 'rare', lull: 'everyday', mum: 'rare', wry: '' }))
      await addWord({ database, now }, aWord({ word, level }));
    const rare = { page: 1, limit: 50, search: '', letter: '', level: 'rare' } as const;
    const wordsOf = async (query: Parameters<typeof listWords>[1]) =>
      (await listWords({ database }, query)).words.map(({ word }) => word);
    expect(await wordsOf(rare)).toEqual(['hush', 'mum']);
    expect(await wordsOf({ ...rare, state: 'unused', letter: 'm' })).toEqual(['mum']);
    expect(await wordsOf({ ...rare, state: 'sent' })).toEqual([]);
  });

  test('take one statement, and one to count unless the page shows the total', async () => {
    const database = await openTestDatabase(kind);
    await fill(database);
    const read = vi.spyOn(database, 'read');
    const count = vi.spyOn(database, 'count');
    const list = (page: number, limit: number) =>
      listWords({ database }, { page, limit, letter: '', search: '' });
    expect(await list(1, 10)).toMatchObject({ total: 36, hasMore: true });
    expect([read.mock.calls.length, count.mock.calls.length]).toEqual([1, 1]);
    expect(await list(4, 10)).toMatchObject({ total: 36, hasMore: false });
    expect(await list(1, 50)).toMatchObject({ total: 36, hasMore: false });
    expect([read.mock.calls.length, count.mock.calls.length]).toEqual([3, 1]);
  });
});

describe.each(databaseKinds)('the marks of unused words on %s', (kind) => {
  test('are those of exactly the unused words, and are counted together', async () => {
    const database = await openTestDatabase(kind);
    await fill(database);
    await database.em().nativeUpdate(Word, { id: { $lte: 10 } }, { level: 'rare', tags: 'work' });
    const deps = { database };
    const found = await unusedMarks(deps);
    const unused = await everyPage((query) => listUnusedWords(deps, query), 50, '');
    expect(found.map(({ id }) => id).toSorted()).toEqual(unused.toSorted());
    const rare = found.filter(({ level }) => level === 'rare');
    expect(rare).toContainEqual({ id: expect.any(Number), level: 'rare', tags: 'work', sensitive: '' });
    const counts = await countUnusedMarks(deps);
    expect(counts).toHaveLength(2);
    expect(counts).toContainEqual({ level: 'rare', tags: 'work', sensitive: '', count: rare.length });
  });
});

test('on SQLite, the marks of unused words are read from an index alone', async () => {
  const database = await openTestDatabase('sqlite');
  const seen: string[] = [];
  const watched = {
    ...database,
    read: (query: { compile: () => { sql: string } }) => {
      seen.push(query.compile().sql);
      return database.read(query as never);
    },
  } as unknown as OpenDatabase;
  await unusedMarks({ database: watched });
  await countUnusedMarks({ database: watched });
  expect(seen).toHaveLength(2);
  for (const text of seen) {
    const plan = await database.em().getConnection().execute(`explain query plan ${text}`);
    const details = plan.map((step) => step.detail).join('\n');
    expect(details).toContain('USING COVERING INDEX words_drawing');
    expect(details).not.toContain('TEMP B-TREE FOR GROUP BY');
  }
});
