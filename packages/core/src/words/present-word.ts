import type { UnusedWordView, WordView } from '../contract/words.ts';
import type { Word } from './word.ts';

/** Lists the fields that leave the building, so that a new column never leaks. */
export function presentWord(word: Word): WordView {
  return {
    id: word.id,
    word: word.word,
    phoneticPronunciation: word.phoneticPronunciation,
    partOfSpeech: word.partOfSpeech,
    definition: word.definition,
    etymology: word.etymology,
    example1: word.example1,
    example2: word.example2,
    conversationTip: word.conversationTip,
    usedCount: word.usedCount,
    source: word.source,
    createdAt: word.createdAt.toISOString(),
  };
}

export function presentUnusedWord({ id, word, definition }: Word): UnusedWordView {
  return { id, word, definition };
}
