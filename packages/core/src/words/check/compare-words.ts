import type { WordFinding } from '../../contract/word-check.ts';
import { withoutAccents } from '../../dictionary/normalize-word.ts';
import { contentWords, likeness } from './text.ts';

export interface ComparedWord {
  id: number;
  word: string;
  definition: string;
}

export interface Comparison {
  /** What a word has in common with another word in the library. */
  check(word: ComparedWord): WordFinding[];
}

/** Definitions that share this fraction of their words say the same thing. */
const alike = 0.7;
/** With fewer words, two definitions can be alike by chance. */
const fewestWords = 3;
/** A word that occurs in very many definitions says little about them. */
const mostShared = 200;

/** Compares words with a whole library, which it reads once. */
export function compareWords(library: Iterable<ComparedWord>): Comparison {
  const bySpelling = new Map<string, ComparedWord[]>();
  const byContent = new Map<string, Entry[]>();
  for (const word of library) {
    addTo(bySpelling, spellingKey(word.word), word);
    const entry = { word, content: contentWords(word.definition) };
    for (const part of entry.content) addTo(byContent, part, entry);
  }
  return {
    check(word) {
      const others = bySpelling.get(spellingKey(word.word)) ?? [];
      return [...sameWord(word, others), ...sameDefinition(word, byContent)];
    },
  };
}

interface Entry {
  word: ComparedWord;
  content: Set<string>;
}

function addTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** The meaning of a word, for comparison with other words. */
export interface Meaning {
  spelling: string;
  content: ReadonlySet<string>;
}

export function meaningOf({ word, definition }: Omit<ComparedWord, 'id'>): Meaning {
  return { spelling: spellingKey(word), content: contentWords(definition) };
}

/** Whether two words are spelled the same, or have nearly the same definition. */
export function isAlike(one: Meaning, other: Meaning): boolean {
  return one.spelling === other.spelling || saysTheSame(one.content, other.content);
}

function saysTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size >= fewestWords && likeness(one, other) >= alike;
}

/** Equal for "e-mail" and "Email", "café" and "cafe". */
function spellingKey(word: string): string {
  return withoutAccents(word.toLowerCase()).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function sameWord({ id, word }: ComparedWord, others: readonly ComparedWord[]): WordFinding[] {
  const other = others.find((candidate) => candidate.id !== id);
  if (other === undefined) return [];
  const message = `The library also has “${other.word}”. Remove “${word}” or the other one.`;
  return [{ code: 'word.duplicate', field: 'word', message }];
}

function sameDefinition({ id, definition }: ComparedWord, byContent: Map<string, Entry[]>): WordFinding[] {
  const content = contentWords(definition);
  if (content.size < fewestWords) return [];
  const telling = [...content].map((part) => byContent.get(part) ?? []);
  const candidates = new Set(telling.filter(({ length }) => length <= mostShared).flat());
  for (const { word: other, content: otherContent } of candidates) {
    if (other.id === id || !saysTheSame(content, otherContent)) continue;
    const message = `“${other.word}” has nearly the same definition. Say what sets this word apart.`;
    return [{ code: 'definition.duplicate', field: 'definition', message }];
  }
  return [];
}
