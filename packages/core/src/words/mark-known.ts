import type { LookupResult } from '../contract/dictionary.ts';
import { type FindWordDeps, findWord } from './find-word.ts';

/** Marks looked-up words that are already in the library: saving would skip them. */
export async function* markKnown(
  deps: FindWordDeps,
  results: AsyncIterable<LookupResult>,
): AsyncGenerator<LookupResult> {
  for await (const result of results) {
    const isKnown = result.success && (await findWord(deps, result.word)) !== undefined;
    yield isKnown ? { ...result, inLibrary: true } : result;
  }
}
