import { type SqlBool, sql } from 'kysely';
import type { WordFinding } from '../../contract/word-check.ts';
import { tables } from '../../platform/database/query.ts';
import type { ListWordsDeps } from '../list-words.ts';
import { spellingKey, type Word } from '../word.ts';
import { contentWords, likeness } from './word-sets.ts';

export interface ComparedWord {
  id: number;
  word: string;
  definition: string;
}

export interface Comparison {
  /** What a word has in common with another word in the library. */
  check(word: ComparedWord): WordFinding[];
  /** The words that have something in common with a word: what it finds, they may find too. */
  alike(word: ComparedWord): Iterable<ComparedWord>;
}

/** Definitions that share this fraction of their words say the same thing. */
const alikeWords = 0.7;
/** With fewer words, two definitions can be alike by chance. */
const fewestWords = 3;

/** How many of some words a definition must have to say the same. */
function fewestShared(content: ReadonlySet<string>): number {
  // Products such as 0.7 * 30 can be a little too large.
  return Math.ceil(alikeWords * content.size - 1e-9);
}

const compared = tables<{ words: Word }>()
  .selectFrom('words')
  .select(['words.id', 'words.word', 'words.definition'])
  .where('removed_at', 'is', null);

/** Compares with the whole library, which it reads. For few words, `nearWords` are enough. */
export async function compareLibrary({ database }: ListWordsDeps): Promise<Comparison> {
  return compareWords(await database.read(compared.orderBy('id')));
}

/** A word with more words like it is one of a kind of text: which of them it is compared with does not matter. */
const mostNear = 200;

/** The words of the library that may have something in common with some texts, found without reading the others. */
export async function nearWords(
  { database }: ListWordsDeps,
  texts: readonly Omit<ComparedWord, 'id'>[],
): Promise<ComparedWord[]> {
  const near = new Map<number, ComparedWord>();
  const conditions = texts.flatMap(({ word, definition }) => [
    sql<SqlBool>`spelling_key = ${spellingKey(word)}`,
    ...saysNearly(contentWords(definition)),
  ]);
  for (const condition of conditions) {
    const found = await database.read(compared.where(condition).limit(mostNear));
    for (const word of found) near.set(word.id, word);
  }
  return [...near.values()];

  function saysNearly(content: ReadonlySet<string>) {
    if (content.size < fewestWords) return [];
    return [database.containingMost('words', [...content], fewestShared(content))];
  }
}

/** Compares words with all of these. */
export function compareWords(library: Iterable<ComparedWord>): Comparison {
  const bySpelling = new Map<string, ComparedWord[]>();
  const byContent = new Map<string, Entry[]>();
  for (const word of library) {
    addTo(bySpelling, spellingKey(word.word), word);
    const entry = { word, content: contentWords(word.definition) };
    for (const part of entry.content) addTo(byContent, part, entry);
  }
  const spelledLike = ({ id, word }: ComparedWord) =>
    (bySpelling.get(spellingKey(word)) ?? []).filter((other) => other.id !== id);
  return {
    check: (word) => [
      ...sameWord(word, spelledLike(word)),
      ...sameDefinition(withSameDefinition(word, byContent)),
    ],
    *alike(word) {
      yield* spelledLike(word);
      yield* withSameDefinition(word, byContent);
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
  return one.size >= fewestWords && likeness(one, other) >= alikeWords;
}

function sameWord({ word }: ComparedWord, [other]: readonly ComparedWord[]): WordFinding[] {
  if (other === undefined) return [];
  const message = `The library also has “${other.word}”. Remove “${word}” or the other one.`;
  return [{ code: 'word.duplicate', field: 'word', message }];
}

function sameDefinition(others: Iterable<ComparedWord>): WordFinding[] {
  for (const other of others) {
    const message = `“${other.word}” has nearly the same definition. Say what sets this word apart.`;
    return [{ code: 'definition.duplicate', field: 'definition', message }];
  }
  return [];
}

/** Looks only at definitions with one of the rarest words: what says the same cannot lack all of them. */
function* withSameDefinition(
  { id, definition }: ComparedWord,
  byContent: Map<string, Entry[]>,
): Generator<ComparedWord> {
  const content = contentWords(definition);
  if (content.size < fewestWords) return;
  const rarestFirst = [...content]
    .map((part) => byContent.get(part) ?? [])
    .toSorted((one, other) => one.length - other.length);
  const seen = new Set<Entry>();
  for (const entries of rarestFirst.slice(0, content.size - fewestShared(content) + 1))
    for (const entry of entries) {
      if (seen.has(entry)) continue;
      seen.add(entry);
      if (entry.word.id !== id && saysTheSame(content, entry.content)) yield entry.word;
    }
}
