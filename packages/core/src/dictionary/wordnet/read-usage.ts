import { withoutAccents } from '../normalize-word.ts';
import { chooseMeaning, readMeanings } from './meanings.ts';
import { openWordNetFiles } from './wordnet-files.ts';

/** How often each word occurs in WordNet's tagged texts, and whether it offends; in the order given. */
export async function readUsages(
  words: readonly string[],
): Promise<{ count: number; isOffensive: boolean }[]> {
  const files = openWordNetFiles();
  try {
    const usages = [];
    for (const word of words) {
      const lemma = withoutAccents(word.trim().toLowerCase()).replaceAll(/\s+/gu, '_');
      const meanings = await readMeanings(files, lemma);
      const count = meanings.reduce((sum, meaning) => sum + meaning.count, 0);
      usages.push({ count, isOffensive: meanings.length > 0 && chooseMeaning(meanings, word) === undefined });
    }
    return usages;
  } finally {
    await files.close();
  }
}
