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
  ({ word, phoneticPronunciation, partOfSpeech, ...texts }) => {
    const start = [word, phoneticPronunciation, partOfSpeech, ''].join();
    const [line, ...others] = starterWords.filter((entry) => entry.startsWith(start));
    expect(others).toEqual([]);
    for (const text of Object.values(texts)) expect(line).toContain(text);
  },
);
