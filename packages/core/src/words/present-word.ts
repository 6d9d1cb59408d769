import { wordFields } from '../contract/word-fields.ts';
import { type UnusedWordView, type WordView, wordTexts } from '../contract/words.ts';
import { type Instant, isoInstant } from '../database/reads.ts';

/** A word from the ORM or from a query. */
export type WordRecord = Omit<WordView, 'createdAt' | 'goesOut' | 'olderEmails'> & {
  createdAt: Instant;
  goesOut?: Instant | null;
};

/** The fields of a `WordRecord`, for a query. */
export const wordViewFields: readonly (keyof WordView)[] = [
  'id',
  ...wordFields,
  'usedCount',
  'source',
  'createdAt',
];

/** Lists the fields that are shown, so that a new column never leaks. */
export function presentWord(word: WordRecord): WordView {
  return {
    id: word.id,
    ...wordTexts(word),
    usedCount: word.usedCount,
    source: word.source,
    createdAt: isoInstant(word.createdAt),
    ...(word.goesOut && { goesOut: isoInstant(word.goesOut) }),
  };
}

export function presentUnusedWord({ id, word, definition }: UnusedWordView): UnusedWordView {
  return { id, word, definition };
}
