import { isPlaceholder } from '../../contract/placeholder.ts';
import type { WordFinding } from '../../contract/word-check.ts';
import { wordFieldTable } from '../../contract/word-fields.ts';
import type { WordInput } from '../../contract/words.ts';
import { containsLemma } from '../../dictionary/wordnet/meanings.ts';
import { lemmaOf } from './definition.ts';
import { likeness, wordsOf } from './text.ts';

/** Two sentences that share this fraction of their words are variants of one sentence. */
const alike = 0.6;

export function checkExamples(word: WordInput): WordFinding[] {
  return [...withoutWord(word), ...nearlyAlike(word)];
}

function withoutWord(word: WordInput): WordFinding[] {
  const lemma = lemmaOf(word.word);
  return (['example1', 'example2'] as const).flatMap((field): WordFinding[] => {
    const example = word[field];
    if (example.trim() === '' || isPlaceholder(example) || containsLemma(example, lemma)) return [];
    const message = `${wordFieldTable[field].label} does not contain “${word.word}”. Rewrite it with the word or a form of it.`;
    return [{ code: 'example.without_word', field, message }];
  });
}

function nearlyAlike({ example1, example2 }: WordInput): WordFinding[] {
  if (isPlaceholder(example1)) return [];
  if (likeness(new Set(wordsOf(example1)), new Set(wordsOf(example2))) < alike) return [];
  const message = 'The two examples are nearly alike. Give the second another speaker and setting.';
  return [{ code: 'example.duplicate', field: 'example2', message }];
}
