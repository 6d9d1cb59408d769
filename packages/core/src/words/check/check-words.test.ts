import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { noAudit } from '../../../../../test/no-audit.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { aWord } from '../../../../../test/words.ts';
import { openWords } from '../open-words.ts';

describe.each(databaseKinds)('the check on %s', (kind) => {
  async function library() {
    const database = await openTestDatabase(kind);
    const now = () => new Date('2026-07-01T12:00:00Z');
    const words = openWords({
      database,
      now,
      audit: noAudit,
      needsSetup: async () => false,
    });
    const good = aWord({ phoneticPronunciation: '/ˈpetrɪˌkɔr/' });
    await words.add(good);
    const { id } = await words.add({
      ...good,
      word: 'dearth',
      definition: 'A supply far below what people need.',
      phoneticPronunciation: 'ˈdɜrθ',
      example1: 'There is a dearth of good bread here.',
      example2: 'There was no dearth of opinions at the table.',
    });
    return { words, id };
  }

  test('finds the words of a page that need work', async () => {
    const { words, id } = await library();
    const page = await words.check({ page: 1, limit: 50, search: '', letter: '' });
    expect(page).toMatchObject({
      total: 2,
      hasMore: false,
      words: [
        { id, word: 'dearth', findings: [{ code: 'pronunciation.malformed' }] },
        { word: 'petrichor', findings: [] },
      ],
    });
    expect(await Array.fromAsync(words.checkAll())).toEqual(page.words);
  });

  test('fixes what is certain and nothing else', async () => {
    const { words, id } = await library();
    const word = expect.objectContaining({ phoneticPronunciation: '/dɝθ/' });
    expect(await words.fix(id, { dryRun: true })).toMatchObject({ word });
    expect(await words.findings(id)).toHaveLength(1);
    const before = await words.get(id);
    expect(await words.fix(id)).toMatchObject({
      word: { ...before, phoneticPronunciation: '/dɝθ/' },
      fixed: [{ code: 'pronunciation.malformed', fix: { label: 'Write /dɝθ/', text: '/dɝθ/' } }],
    });
    expect(await words.findings(id)).toEqual([]);
    expect(await words.fix(id)).toBeUndefined();
  });

  test('applies fixes one after another, also to the same field', async () => {
    const { words, id } = await library();
    const before = await words.get(id);
    await words.edit(id, { ...before, definition: '<i>a supply</i> far below 😀 what people need' });
    const result = await words.fix(id);
    expect(result?.word.definition).toBe('A supply far below what people need.');
    expect(result?.fixed.map(({ code }) => code).toSorted()).toEqual([
      'pronunciation.malformed',
      'text.characters',
      'text.markup',
      'text.sentence',
    ]);
  });

  test('checks a text that is being written, without saving it', async () => {
    const { words, id } = await library();
    const { definition, ...rest } = await words.get(id);
    const codes = async (draft: Parameters<typeof words.checkDraft>[0]) =>
      (await words.checkDraft(draft)).map(({ code }) => code);
    const fixed = { ...rest, phoneticPronunciation: '/dɝθ/' };
    expect(await codes({ ...fixed, definition, id })).toEqual([]);
    expect(await codes({ ...fixed, definition, id: undefined })).toEqual(
      expect.arrayContaining(['word.duplicate', 'definition.duplicate']),
    );
    expect((await words.get(id)).definition).toBe(definition);
  });

  test('compares a word with those of other pages', async () => {
    const { words, id } = await library();
    const { definition, id: _id, usedCount, source, createdAt, ...other } = await words.get(id);
    await words.add({ ...other, word: 'zilch', definition });
    const page = await words.check({ page: 2, limit: 2, search: '', letter: '' });
    expect(page.words.map(({ findings }) => findings.map(({ code }) => code))).toEqual([
      expect.arrayContaining(['definition.duplicate']),
    ]);
  });
});
