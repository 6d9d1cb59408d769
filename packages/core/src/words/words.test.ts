import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { noAudit } from '../../../../test/no-audit.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { aQuotation, aWord } from '../../../../test/words.ts';
import type { WordInput } from '../contract/words.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { emailTime } from '../schedule/email-time.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { findWord } from './find-word.ts';
import { listUnusedWords, listWords, searchWords } from './list-words.ts';
import { openWords } from './open-words.ts';
import { addWord, editWord, removeWord, saveLookedUpWords } from './save-word.ts';
import { Word } from './word.ts';

const now = () => new Date('2026-07-01T12:00:00Z');
const query = { page: 1, limit: 50, search: '', letter: '' };

async function library(db: OpenDatabase, ...words: (string | Partial<ReturnType<typeof aWord>>)[]) {
  const added = [];
  for (const word of words) {
    const input = aWord(typeof word === 'string' ? { word } : word);
    added.push(await addWord({ database: db, now }, input));
  }
  return added;
}

async function schedule(db: OpenDatabase, wordId: number, status: ScheduledEmail['status']) {
  const em = db.em();
  const messageName = crypto.randomUUID();
  em.create(ScheduledEmail, {
    word: em.getReference(Word, wordId),
    ...emailTime(now(), 'UTC'),
    createdAt: now(),
    status,
    messageName,
  });
  await em.flush();
}

const names = (page: { words: { word: string }[] }) => page.words.map(({ word }) => word);

test('a word that a program adds is checked, and its optional fields may be left out', async () => {
  const database = await openTestDatabase('sqlite');
  const words = openWords({ database, now, audit: noAudit, needsSetup: async () => false });
  const { word, phoneticPronunciation, partOfSpeech, definition, etymology, ...others } = aWord();
  const { example1, example2, conversationTip } = others;
  const required = { phoneticPronunciation, partOfSpeech, definition, etymology, example1, example2 };
  const draft = { word: ` ${word} `, conversationTip, ...required };
  expect(await words.add(draft)).toMatchObject({ word, definition, theme: '', source: 'admin' });
  await expect(words.add({ ...draft, word: 'solace', definition: ' ' })).rejects.toMatchObject({
    code: 'input.invalid',
    fields: { definition: ['Definition is required'] },
  });
  expect(await words.find('solace')).toBeUndefined();
});

test('a list that a program asks for has the defaults of the API, and a wrong query is refused', async () => {
  const database = await openTestDatabase('sqlite');
  const words = openWords({ database, now, audit: noAudit, needsSetup: async () => false });
  await addWord({ database, now }, aWord());
  expect(await words.list()).toMatchObject({ total: 1, hasMore: false });
  expect((await words.list({})).words).toHaveLength(1);
  await expect(words.list({ page: 0 })).rejects.toMatchObject({
    code: 'input.invalid',
    fields: { page: ['Page must be a whole number from 1 to 1,000,000'] },
  });
});

describe.each(databaseKinds)('words on %s', (kind) => {
  test('an edit of a text that someone else has changed is refused, with what it says now', async () => {
    const db = await openTestDatabase(kind);
    const [word = await Promise.reject()] = await library(db, 'petrichor');
    const before = aWord({ word: 'petrichor' });
    const theirs = { ...before, definition: 'Theirs.' };
    const mine = { ...before, definition: 'Mine.', conversationTip: 'Mine too.' };
    await editWord({ database: db }, word.id, theirs, before);
    await expect(editWord({ database: db }, word.id, mine, before)).rejects.toMatchObject({
      code: 'word.changed',
      message:
        '“petrichor” was changed while you were editing: Definition. Look at it, then save yours again.',
      fields: { definition: ['Theirs.'] },
    });
    expect(await findWord({ database: db }, 'petrichor')).toMatchObject(theirs);
    // What is as it should be already is no conflict, nor are line breaks of another system.
    const same = { ...theirs, conversationTip: 'Mine too.' };
    await editWord({ database: db }, word.id, same, before);
    const lines = { ...same, etymology: 'One\nTwo' };
    await editWord({ database: db }, word.id, lines, same);
    await editWord({ database: db }, word.id, mine, { ...lines, etymology: 'One\r\nTwo' });
    // Without the text that was edited, any text is replaced.
    await editWord({ database: db }, word.id, before);
    expect(await findWord({ database: db }, 'petrichor')).toMatchObject(before);
  });

  test('of several edits of one text at the same moment, one is saved', async () => {
    const db = await openTestDatabase(kind);
    const [word = await Promise.reject()] = await library(db, 'petrichor');
    const before = aWord({ word: 'petrichor' });
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        editWord({ database: db }, word.id, { ...before, definition: `Text ${n}.` }, before),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toMatchObject(Array(7).fill({ code: 'word.changed' }));
  });

  test('an edit that leaves out what is about a word keeps it', async () => {
    const db = await openTestDatabase(kind);
    const about = { teaser: 'the smell of rain', level: 'rare', tags: 'weather', sensitive: '' };
    const [{ id } = { id: 0 }] = await library(db, { word: 'petrichor', ...about });
    const { teaser, level, tags, sensitive, ...older } = aWord({ definition: 'New.' });
    expect(await editWord({ database: db }, id, older)).toMatchObject({ ...about, definition: 'New.' });
    expect(await editWord({ database: db }, id, { ...older, tags: '' })).toMatchObject({
      ...about,
      tags: '',
    });
  });

  test('a quotation keeps its author and work', async () => {
    const db = await openTestDatabase(kind);
    const [{ id } = { id: 0 }] = await library(db, { word: 'petrichor', ...aQuotation });
    const edit = (change: Partial<WordInput>) =>
      editWord({ database: db }, id, { ...aWord(), ...aQuotation, ...change });
    expect(await edit({ quotationYear: '' })).toMatchObject({ ...aQuotation, quotationYear: '' });
    await expect(edit({ quotationAuthor: '' })).rejects.toMatchObject({
      code: 'input.invalid',
      fields: { quotationAuthor: ['Quotation author is required with a quotation'] },
    });
    expect(await edit({ quotation: '', quotationAuthor: '', quotationWork: '' })).toMatchObject({
      quotation: '',
    });
  });

  test('are listed alphabetically, regardless of case and accents', async () => {
    const db = await openTestDatabase(kind);
    await library(db, 'zeal', 'Éclat', 'ebb', 'ice cream', 'iceberg', 'Apt', 'ego');
    const page = await listWords({ database: db }, query);
    expect(names(page)).toEqual(['Apt', 'ebb', 'Éclat', 'ego', 'ice cream', 'iceberg', 'zeal']);
    expect(page).toMatchObject({ total: 7, hasMore: false });
  });

  test.each([
    { why: 'part of a word', search: 'CHO', found: ['petrichor'] },
    { why: 'part of a definition', search: 'gLow', found: ['Éclat'] },
    { why: 'accents in another case', search: 'éCLAT', found: ['Éclat'] },
    { why: 'a percent sign, literally', search: '100%', found: ['odds'] },
    { why: 'an underscore, literally', search: 'a_b', found: ['snake'] },
    { why: 'the sign that escapes, literally', search: 'wow!', found: ['odds'] },
    { why: 'a quote', search: "o'c", found: ["o'clock"] },
    { why: 'nothing', search: 'xylophone', found: [] },
  ])('are found by $why', async ({ search, found }) => {
    const db = await openTestDatabase(kind);
    await library(
      db,
      'petrichor',
      { word: 'Éclat', definition: 'A brilliant GLOW.' },
      { word: 'odds', definition: 'A chance of 100%, wow!' },
      { word: 'snake', definition: 'Named a_b.' },
      { word: 'axb', definition: 'A decoy.' },
      "o'clock",
    );
    expect(names(await listWords({ database: db }, { ...query, search }))).toEqual(found);
    expect((await searchWords({ database: db }, search)).map(({ word }) => word)).toEqual(found);
  });

  test('are filtered by first letter and paged', async () => {
    const db = await openTestDatabase(kind);
    await library(db, 'éclat', 'ebb', 'ego', 'Elan', 'dusk', 'fog', 'zest', '1st');
    const first = await listWords({ database: db }, { ...query, letter: 'e', limit: 3 });
    expect(first).toMatchObject({ total: 4, hasMore: true });
    const second = await listWords({ database: db }, { ...query, letter: 'e', limit: 3, page: 2 });
    expect([...names(first), ...names(second)]).toEqual(['ebb', 'éclat', 'ego', 'Elan']);
    expect(second.hasMore).toBe(false);
    expect(names(await listWords({ database: db }, { ...query, letter: 'z' }))).toEqual(['zest']);
    expect(names(await listWords({ database: db }, { ...query, page: 9 }))).toEqual([]);
  });

  test('are unique, regardless of case', async () => {
    const db = await openTestDatabase(kind);
    const [first, second] = await library(db, 'Élan', 'dusk');
    const again = addWord({ database: db, now }, aWord({ word: 'éLAN' }));
    await expect(again).rejects.toMatchObject({
      code: 'word.exists',
      fields: { word: [expect.any(String)] },
    });
    const renamed = editWord({ database: db }, second?.id as number, aWord({ word: 'ÉLAN' }));
    await expect(renamed).rejects.toMatchObject({ code: 'word.exists' });
    expect(await editWord({ database: db }, first?.id as number, aWord({ word: 'élan' }))).toMatchObject({
      word: 'élan',
    });
    expect((await findWord({ database: db }, 'ÉLAN'))?.word).toBe('élan');
    expect((await listWords({ database: db }, query)).total).toBe(2);
  });

  test('one of several concurrent additions wins', async () => {
    const db = await openTestDatabase(kind);
    const ask = () => addWord({ database: db, now }, aWord({ word: 'dusk' }));
    const results = await Promise.allSettled([ask(), ask(), ask()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await listWords({ database: db }, query)).total).toBe(1);
  });

  test('an edit changes search and order, and keeps the count', async () => {
    const db = await openTestDatabase(kind);
    const [word] = await library(db, 'dusk');
    await db.em().nativeUpdate(Word, { id: word?.id as number }, { usedCount: 3 });
    const edited = await editWord({ database: db }, word?.id as number, aWord({ word: 'twilight' }));
    expect(edited).toMatchObject({ word: 'twilight', usedCount: 3 });
    expect((await listWords({ database: db }, { ...query, search: 'dusk', letter: 'd' })).total).toBe(0);
    expect((await listWords({ database: db }, { ...query, letter: 't' })).total).toBe(1);
    const unknown = editWord({ database: db }, 999, aWord());
    await expect(unknown).rejects.toMatchObject({ code: 'word.not_found' });
  });

  test('are unused until scheduled or sent; a failed email makes its word unused again', async () => {
    const db = await openTestDatabase(kind);
    const [pending, scheduled, failed, sent] = await library(
      db,
      'pending',
      'scheduled',
      'failed',
      'sent',
      'fresh',
    );
    await schedule(db, pending?.id as number, 'pending');
    await schedule(db, scheduled?.id as number, 'scheduled');
    await schedule(db, failed?.id as number, 'failed');
    await db.em().nativeUpdate(Word, { id: sent?.id as number }, { usedCount: 1 });
    const page = await listUnusedWords({ database: db }, query);
    expect(page.words.map(({ word }) => word)).toEqual(['failed', 'fresh']);
    expect(page.total).toBe(2);
    expect(Object.keys(page.words[0] ?? {})).toEqual(['id', 'word', 'definition']);
    expect(names(await listUnusedWords({ database: db }, { ...query, letter: 'f', search: 'resh' }))).toEqual(
      ['fresh'],
    );
  });

  test('a scheduled word cannot be removed; a sent one can, and its history stays', async () => {
    const db = await openTestDatabase(kind);
    const [waiting, sent, plain] = await library(db, 'waiting', 'sent', 'plain');
    await schedule(db, waiting?.id as number, 'scheduled');
    await schedule(db, sent?.id as number, 'sent');
    const refused = removeWord({ database: db, now }, waiting?.id as number);
    await expect(refused).rejects.toMatchObject({
      code: 'word.waiting',
      message: expect.stringContaining('Replace or cancel it in the schedule first'),
    });
    await removeWord({ database: db, now }, sent?.id as number);
    await removeWord({ database: db, now }, plain?.id as number);
    expect(names(await listWords({ database: db }, query))).toEqual(['waiting']);
    expect(await db.em().count(ScheduledEmail)).toBe(2);
    const twice = removeWord({ database: db, now }, sent?.id as number);
    await expect(twice).rejects.toMatchObject({ code: 'word.not_found' });
    await library(db, 'SENT', 'plain');
    expect((await listWords({ database: db }, query)).total).toBe(3);
  });

  test('looked-up words are saved once, and existing ones are skipped', async () => {
    const db = await openTestDatabase(kind);
    await library(db, { word: 'dusk', definition: 'Mine.' });
    const wordData = ['Dusk', 'dawn', 'DAWN', 'noon'].map((word) => ({
      ...aWord({ word }),
      source: 'wordnet' as const,
    }));
    const answer = await saveLookedUpWords({ database: db, now }, { wordData });
    expect(answer).toMatchObject({ saved: 2, skipped: 2 });
    const { words } = await listWords({ database: db }, query);
    expect(words.map(({ word, source }) => [word.toLowerCase(), source])).toEqual([
      ['dawn', 'wordnet'],
      ['dusk', 'admin'],
      ['noon', 'wordnet'],
    ]);
    expect(words[1]?.definition).toBe('Mine.');
  });
});
