import { expect, test } from 'vitest';
import { aWord } from '../../../../test/words.ts';
import { readableFields } from './readable-fields.ts';

test('every placeholder becomes empty, except in a headword', () => {
  const fields = readableFields(
    aWord({ word: 'None', definition: 'TBD', partOfSpeech: 'n/a', example2: 'Example not available' }),
  );
  expect(fields).toMatchObject({ word: 'None', definition: '', partOfSpeech: '', example2: '' });
});

test('keeps lines and removes control characters', () => {
  expect(readableFields(aWord({ definition: ' one\r\ntwo\u0007 ' })).definition).toBe('one\ntwo');
});
