import { expect, test } from 'vitest';
import { withSense } from '../../contract/dictionary.ts';
import { type DictionaryEntry, originNotRecorded } from './dictionary.ts';
import { createOfflineDictionary } from './offline-dictionary.ts';
import { lookUpWord } from './open-dictionary.ts';

const dictionary = createOfflineDictionary();

async function entryOf(word: string): Promise<DictionaryEntry> {
  const outcome = await dictionary.lookUp(word);
  if (!outcome.found) throw new Error(outcome.reason);
  return outcome.entry;
}

test('the built-in packs are a dictionary too, before WordNet', async () => {
  const petrichor = await entryOf('petrichor');
  expect(petrichor).toMatchObject({ source: 'starter', etymology: expect.stringContaining('Greek') });
  expect(petrichor.senses).toBeUndefined();
  const { senses = [], ...sanguine } = await entryOf('Sanguine');
  expect(sanguine).toMatchObject({ source: 'starter', word: 'sanguine' });
  expect(senses[0]).toMatchObject({ definition: sanguine.definition, etymology: sanguine.etymology });
  expect(senses[1]).toMatchObject({ etymology: originNotRecorded });
  expect(await entryOf('wabi sabi')).toMatchObject({ word: 'wabi-sabi' });
});

test('suggests a word of the packs for a misspelled one', async () => {
  expect(await dictionary.lookUp('petricor')).toEqual({
    found: false,
    reason: 'No entry for “petricor”. Did you mean petrichor?',
    suggestions: ['petrichor'],
  });
});

test('another sense can be chosen by its number', async () => {
  const result = await lookUpWord({ dictionary }, 'elusive');
  expect(withSense(result, 1)).toBe(result);
  expect(withSense(result, 2)).toMatchObject({ success: true, definition: 'Skillful at eluding capture.' });
  expect(withSense(result, 9)).toEqual({
    success: false,
    word: 'elusive',
    error: '“elusive” has 4 senses: there is no sense 9.',
    code: 'dictionary.not_found',
  });
  const single = await lookUpWord({ dictionary }, 'dwindle');
  expect(withSense(single, 2)).toMatchObject({ error: '“dwindle” has only one sense: there is no sense 2.' });
});
