import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseKinds, onPostgres, temporaryDatabaseUrl } from '../../../../test/databases.ts';
import { openDatabaseAt } from '../../../../test/migrated-database.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { explained } from '../../../../test/statement.ts';
import { aWord } from '../../../../test/words.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { emailTime } from '../schedule/email-time.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { importWords } from './import/import-words.ts';
import { listWords, searchWords } from './list-words.ts';
import { addWord, editWord, removeWord, saveLookedUpWords } from './save-word.ts';
import { searchable, Word } from './word.ts';

const now = () => new Date('2026-07-01T12:00:00Z');

/** Numbers from 0 up to `below`, always the same for a seed (mulberry32). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const pieces = [
  'a',
  'b',
  'A',
  'B',
  'z',
  'é',
  'É',
  'e\u0301',
  'ß',
  'İ',
  'ı',
  'Σ',
  'ς',
  'ω',
  'ñ',
  'я',
  '語',
  '7',
  '%',
  '_',
  '!',
  '\\',
  "'",
  '"',
  '“',
  '*',
  '-',
  '^',
  ':',
  '(',
  ')',
  ',',
  '.',
  ' ',
  '\n',
  '?',
  '$1',
  '😀',
  '👩‍🚀',
  '🇫🇷',
  '\u{1D4B6}',
  '\u0301',
  '\u200D',
  ' AND ',
  'NEAR',
  'the',
  'able',
];

/** Texts built from fragments that no other part of the product would choose. */
function randomTexts(seed: number) {
  const random = randomNumbers(seed);
  const one = <T>(list: readonly T[]) => list[random(list.length)] as T;
  const text = (longest: number) => Array.from({ length: 1 + random(longest) }, () => one(pieces)).join('');
  /** A part of the text, sometimes in a different case. */
  const partOf = (whole: string) => {
    const characters = [...whole];
    const start = random(characters.length);
    const part = characters.slice(start, start + 1 + random(8)).join('');
    return one([part, part.toUpperCase(), part.toLowerCase()]);
  };
  return { random, one, text, partOf };
}

type Texts = ReturnType<typeof randomTexts>;

/** Adds words in every possible way, changes some and removes some. */
async function fill(database: OpenDatabase, { text, random, one }: Texts): Promise<void> {
  const word = () => aWord({ word: `${text(4)}${random(1e6)}${text(2)}`, definition: text(25) });
  const lines = Array.from({ length: 60 }, () => JSON.stringify(word()));
  const options = { source: 'import', format: 'jsonl', batchRows: 25 } as const;
  await importWords({ database, now }, [lines.join('\n')], { ...options, onConflict: 'skip' });
  await importWords({ database, now }, [lines.slice(0, 5).join('\n')], { ...options, onConflict: 'update' });
  const [first = ''] = lines;
  const changed = JSON.stringify({ ...JSON.parse(first), definition: text(25) });
  await importWords({ database, now }, [changed], { ...options, onConflict: 'update' });
  const held = JSON.stringify(word());
  await importWords({ database, now }, [held], { ...options, onConflict: 'fail' });
  const wordData = Array.from({ length: 10 }, word);
  await saveLookedUpWords({ database, now }, { wordData });
  for (let nth = 0; nth < 40; nth += 1) {
    const { id } = await addWord({ database, now }, word());
    if (nth % 4 === 0) await editWord({ database }, id, word());
    if (nth % 8 === 1) await removeSent(database, id);
    if (nth % 8 === 5) await removeWord({ database, now }, id);
  }
  const em = database.em();
  await em.nativeDelete(Word, { id: one([3, 4, 5]) });
}

/** The row of a word that was sent stays, so it must no longer be found although it exists. */
async function removeSent(database: OpenDatabase, id: number): Promise<void> {
  const em = database.em();
  const email = {
    ...emailTime(now(), 'UTC'),
    createdAt: now(),
    status: 'sent' as const,
    messageName: `${id}`,
  };
  em.create(ScheduledEmail, { ...email, word: em.getReference(Word, id) });
  await em.flush();
  await removeWord({ database, now }, id);
}

/** The results of scanning all words. */
async function scan(database: OpenDatabase): Promise<(text: string) => number[]> {
  const words = await database
    .em()
    .find(Word, { removedAt: null }, { orderBy: { sortKey: 'asc', id: 'asc' } });
  const texts = words.map(({ id, word, definition }) => ({
    id,
    text: searchable(`${word}\n${definition}`),
  }));
  return (text) => texts.filter((word) => word.text.includes(searchable(text))).map(({ id }) => id);
}

const ids = (words: { id: number }[]) => words.map(({ id }) => id);

describe.each(databaseKinds)('a search on %s', (kind) => {
  test.each([1, 2, 3])('finds what a scan finds, in any text (seed %i)', async (seed) => {
    const database = await openTestDatabase(kind);
    const texts = randomTexts(seed);
    await fill(database, texts);
    const scanned = await scan(database);
    const words = await database.em().find(Word, {});
    const searches = Array.from({ length: 250 }, () => {
      const { word, definition } = texts.one(words);
      return texts.one([texts.text(3), texts.partOf(word), texts.partOf(definition)]);
    });
    for (const search of [...searches, ...pieces, 'a'.repeat(200)]) {
      const query = { limit: 7, letter: '', search };
      const expected = scanned(search);
      const first = await listWords({ database }, { ...query, page: 1 });
      const second = await listWords({ database }, { ...query, page: 2 });
      const found = [...ids(first.words), ...ids(second.words)];
      expect(found, JSON.stringify(search)).toEqual(expected.slice(0, 14));
      expect([first.total, second.total], JSON.stringify(search)).toEqual(Array(2).fill(expected.length));
      expect(ids(await searchWords({ database }, search))).toEqual(expected.slice(0, 20));
    }
    if (database.native.kind === 'sqlite') {
      database.native.database.exec(
        `insert into words_search (words_search, rank) values ('integrity-check', 1)`,
      );
    }
  });

  test('in a large library uses the search index, or alphabetical order if most words match', async () => {
    const database = await openTestDatabase(kind);
    const lines = Array.from({ length: 6000 }, (_, n) => {
      const rare = n % 500 === 0 ? ' A zebra.' : '';
      return JSON.stringify(aWord({ word: `w${n}`, definition: `Ordinary word.${rare}` }));
    });
    const options = { source: 'import', format: 'jsonl', onConflict: 'skip' } as const;
    await importWords({ database, now }, [lines.join('\n')], options);
    await database.em().execute(kind === 'sqlite' ? 'analyze' : 'vacuum analyze words');
    const scanned = await scan(database);
    // For the last one, every word has each trigram but none has the text.
    for (const search of ['ordinary', 'zebra', 'y ', 'z', 'qu', 'o', 'ñ', 'w59', 'ordinaryord']) {
      const expected = scanned(search);
      for (const page of [1, 3]) {
        const { words, total } = await listWords({ database }, { page, limit: 50, letter: '', search });
        expect(ids(words), search).toEqual(expected.slice((page - 1) * 50, page * 50));
        expect(total, search).toBe(expected.length);
      }
    }
    expect(await planOf(database, 'zebra')).toMatch(/SCAN words_search VIRTUAL|Index Scan on words_search/);
    expect(await planOf(database, 'ordinary')).toMatch(/words_alphabetical/);
  });
});

/** How the database finds the first page. */
async function planOf(database: OpenDatabase, search: string): Promise<string> {
  const read = vi.spyOn(database, 'read');
  await listWords({ database }, { page: 1, limit: 50, letter: '', search });
  const [query] = read.mock.lastCall ?? [];
  return JSON.stringify(query && (await database.read(explained(database.kind, query))));
}

test('without the right to create the extension, PostgreSQL searches all words and warns about it', async () => {
  const role = `limited_${crypto.randomUUID().replaceAll('-', '')}`;
  await onPostgres(`create role ${role} login password 'secret'`);
  onTestFinished(() => onPostgres(`drop role ${role}`));
  const owners = await temporaryDatabaseUrl('postgresql');
  await onPostgres(`grant all on schema public to ${role}`, owners);
  const url = Object.assign(new URL(owners), { username: role, password: 'secret' }).href;
  const database = await openDatabaseAt(url);
  onTestFinished(() => database.close());
  await database.migrate();
  expect(await database.warning()).toContain('create extension if not exists pg_trgm');
  await addWord({ database, now }, aWord({ word: 'dusk' }));
  expect(await searchWords({ database }, 'usk')).toHaveLength(1);
  const [, commands = ''] = /run: (.*)$/.exec((await database.warning()) ?? '') ?? [];
  await onPostgres(commands, owners);
  expect(await database.warning()).toBeUndefined();
  expect(await searchWords({ database }, 'usk')).toHaveLength(1);
});
