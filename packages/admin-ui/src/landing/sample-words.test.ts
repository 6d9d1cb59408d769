import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleWords } from './sample-words.ts';

const starterWords = readFileSync(
  join(import.meta.dirname, '../../../../examples/words/starter.csv'),
  'utf8',
).split('\n');

test.each(sampleWords)(
  '$word is written as in the library that a new installation has',
  ({ word, phoneticPronunciation, partOfSpeech, definition }) => {
    const start = [word, phoneticPronunciation, partOfSpeech, ''].join();
    expect(starterWords.filter((line) => line.startsWith(start))).toHaveLength(1);
    expect(definition).toMatch(/^[A-Z].*\.$/);
  },
);
