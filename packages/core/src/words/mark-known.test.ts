import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { aWord } from '../../../../test/words.ts';
import type { LookupResult } from '../contract/dictionary.ts';
import { addWord, markKnown } from './save-word.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  test('looked-up words that are in the library are marked, ignoring case', async () => {
    const database = await openTestDatabase(kind);
    await addWord({ database, now: () => new Date() }, aWord({ word: 'Petrichor' }));
    async function* results(): AsyncGenerator<LookupResult> {
      for (const word of ['petrichor', 'lull'])
        yield { success: true, ...aWord({ word }), source: 'wordnet' };
      yield { success: false, word: 'petrichor', error: 'It was not found.' };
      yield { success: false, word: 'xqzzt', error: 'It was not found.' };
    }
    const marked: unknown[] = [];
    for await (const { word, ...result } of markKnown({ database }, results())) {
      marked.push([word, 'inLibrary' in result && result.inLibrary]);
    }
    expect(marked).toEqual([
      ['petrichor', true],
      ['lull', false],
      ['petrichor', true],
      ['xqzzt', false],
    ]);
  });
});
