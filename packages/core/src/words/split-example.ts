import type { ExampleParts } from '../contract/archive.ts';
import { lemmaOf } from './check/check-words.ts';
import { findLemma } from './dictionary/wordnet/meanings.ts';

/** Finds the headword in a sentence, so that it can be set in bold. */
export function splitExample(example: string, word: string): ExampleParts {
  const found = findLemma(example, lemmaOf(word));
  if (!found) return [example, '', ''];
  const { start, end } = found;
  return [example.slice(0, start), example.slice(start, end), example.slice(end)];
}
