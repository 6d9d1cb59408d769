import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { aWord } from '../../../../test/words.ts';
import { takeBackCredit } from '../readers/consent.ts';
import { Registration } from '../readers/reader-tables.ts';
import { getWord } from './find-word.ts';
import { addWord } from './save-word.ts';
import { dismissSuggestion, listSuggestions } from './suggestions.ts';

const now = () => new Date('2026-07-01T12:00:00Z');
const at = now();

describe.each(databaseKinds)('favorite words of readers on %s', (kind) => {
  async function given(...rows: Partial<Registration>[]) {
    const database = await openTestDatabase(kind);
    const readers = rows.map((row, nth) => ({
      email: `reader${nth}@example.com`,
      firstName: 'Ada',
      createdAt: at,
      status: 'subscribed' as const,
      ...row,
    }));
    await database.em().insertMany(Registration, readers);
    return { database, now };
  }

  test('are counted in any spelling, most frequent first, with the names of those who agreed', async () => {
    const deps = await given(
      { favoriteWord: 'Petrichor', creditAgreedAt: at },
      { favoriteWord: 'petrichor', firstName: 'Grace' },
      { favoriteWord: 'petrichor', firstName: 'Mary', creditAgreedAt: at },
      { favoriteWord: 'hush', firstName: '', creditAgreedAt: at },
      { favoriteWord: 'spam', status: 'unconfirmed' },
      { favoriteWord: 'gone', status: 'unsubscribed' },
      { favoriteWord: null },
    );
    const { id } = await addWord(deps, aWord({ word: 'petrichor' }));
    expect(await listSuggestions(deps)).toEqual({
      suggestions: [
        { word: 'petrichor', count: 3, names: ['Ada', 'Mary'], state: 'unused', wordId: id, goesOut: null },
        { word: 'hush', count: 1, names: [], state: 'new', wordId: null, goesOut: null },
      ],
      total: 2,
      dismissed: [],
    });
  });

  test('can be dismissed and taken back', async () => {
    const deps = await given({ favoriteWord: 'asdf' });
    await dismissSuggestion(deps, { word: 'ASDF', dismissed: true });
    expect(await dismissSuggestion(deps, { word: 'ASDF', dismissed: true })).toEqual({
      suggestions: [],
      total: 0,
      dismissed: ['ASDF'],
    });
    expect(await dismissSuggestion(deps, { word: 'asdf', dismissed: false })).toMatchObject({ total: 1 });
  });

  test('a name goes off its word when the reader withdraws', async () => {
    const deps = await given();
    const own = await addWord(deps, aWord({ word: 'petrichor', suggestedBy: 'Ada' }));
    const other = await addWord(deps, aWord({ word: 'hush', suggestedBy: 'Ada' }));
    const reader = { firstName: 'Ada', favoriteWord: 'Petrichor', creditAgreedAt: at };
    await takeBackCredit(deps.database.em(), { ...reader, creditAgreedAt: null });
    expect(await getWord(deps, own.id)).toMatchObject({ suggestedBy: 'Ada' });
    await takeBackCredit(deps.database.em(), reader);
    expect(await getWord(deps, own.id)).toMatchObject({ suggestedBy: '' });
    expect(await getWord(deps, other.id)).toMatchObject({ suggestedBy: 'Ada' });
  });
});
