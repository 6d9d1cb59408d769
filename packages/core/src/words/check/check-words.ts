import { limits } from '../../contract/limits.ts';
import type { CheckedWord, CheckedWordsPage, WordFinding } from '../../contract/word-check.ts';
import { type WordsQuery, type WordView, wordTexts } from '../../contract/words.ts';
import { readUsages } from '../../dictionary/wordnet/read-usage.ts';
import { type FindWordDeps, getWord } from '../find-word.ts';
import { type ListWordsDeps, listWords } from '../list-words.ts';
import { presentWord } from '../present-word.ts';
import { editWord } from '../save-word.ts';
import { Word } from '../word.ts';
import { checkText } from './check-text.ts';
import { type ComparedWord, type Comparison, compareWords } from './compare-words.ts';
import { repairPronunciation } from './repair-pronunciation.ts';

/** One page of the library, each word with its findings. */
export async function checkWords(deps: ListWordsDeps, query: WordsQuery): Promise<CheckedWordsPage> {
  const { words, ...page } = await listWords(deps, query);
  return { words: await checkAll(words, await compareLibrary(deps)), ...page };
}

/** The whole library, each word with its findings. */
export async function* checkLibrary(deps: ListWordsDeps): AsyncGenerator<CheckedWord> {
  const comparison = await compareLibrary(deps);
  for (let page = 1; ; page++) {
    const query = { page, limit: limits.pageSizeMax, search: '', letter: '' };
    const { words, hasMore } = await listWords(deps, query);
    yield* await checkAll(words, comparison);
    if (!hasMore) return;
  }
}

/** The findings of one word. @throws DomainError `word.not_found` */
export async function checkWord(deps: ListWordsDeps & FindWordDeps, id: number): Promise<WordFinding[]> {
  const [checked] = await checkAll([await getWord(deps, id)], await compareLibrary(deps));
  return checked?.findings ?? [];
}

/** Some words with their findings. They are not compared with the rest of the library. */
export async function checkSome(
  { database }: FindWordDeps,
  ids: readonly number[],
): Promise<{ word: WordView; findings: WordFinding[] }[]> {
  const found = await database.em().find(Word, { id: { $in: [...ids] }, removedAt: null });
  const words = found.map(presentWord);
  const checked = await checkAll(words, compareWords(words));
  return words.map((word, at) => ({ word, findings: checked[at]?.findings ?? [] }));
}

/**
 * Fixes what needs no judgment: the notation of the pronunciation.
 *
 * @returns the fixed word, or `undefined` if there was nothing to fix
 * @throws DomainError `word.not_found`
 */
export async function repairWord(
  deps: FindWordDeps,
  id: number,
  { dryRun = false }: { dryRun?: boolean | undefined } = {},
): Promise<WordView | undefined> {
  const word = await getWord(deps, id);
  const phoneticPronunciation = repairPronunciation(word.phoneticPronunciation);
  if (phoneticPronunciation === word.phoneticPronunciation) return undefined;
  const repaired = { ...word, phoneticPronunciation };
  return dryRun ? repaired : editWord(deps, id, wordTexts(repaired));
}

async function compareLibrary({ database }: ListWordsDeps): Promise<Comparison> {
  const sql = 'select id, word, definition from words where removed_at is null order by id';
  return compareWords(await database.read<ComparedWord>(sql, []));
}

async function checkAll(words: readonly WordView[], comparison: Comparison): Promise<CheckedWord[]> {
  const usages = await readUsages(words.map(({ word }) => word));
  return words.map((word, index) => ({
    id: word.id,
    word: word.word,
    findings: [
      ...checkText(word, usages[index] ?? { count: 0, isOffensive: false }),
      ...comparison.check(word),
    ],
  }));
}
