import type { WordFinding } from '../../contract/word-check.ts';
import type { WordInput } from '../../contract/words.ts';
import { containsLemma } from '../../dictionary/wordnet/meanings.ts';
import { areRelated } from '../../text/related-words.ts';
import { contentWords, wordsOf } from './text.ts';

/** A definition that uses its word, or another form of its base, explains nothing. */
export function checkDefinition({ word, definition }: WordInput): WordFinding[] {
  const circular = (what: string): WordFinding[] => [
    {
      code: 'definition.circular',
      field: 'definition',
      message: `The definition uses ${what}. Explain it in other words.`,
    },
  ];
  if (containsLemma(definition, lemmaOf(word))) return circular(`the word “${word}” itself`);
  const related = [...contentWords(word)].map((part) =>
    wordsOf(definition).find((other) => areRelated(part, other)),
  );
  // One word of a phrase may help to explain it, but not all of them.
  if (related.length === 0 || related.includes(undefined)) return [];
  return circular(`“${related.join('” and “')}”, which comes from the same base as “${word}”`);
}

/** The dictionary's form of a headword. */
export function lemmaOf(word: string): string {
  return word.trim().toLowerCase().replaceAll(/\s+/gu, '_');
}
