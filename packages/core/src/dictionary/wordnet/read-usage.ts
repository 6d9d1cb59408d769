import { withoutAccents } from '../normalize-word.ts';
import { chooseMeaning, readMeanings } from './meanings.ts';
import { openWordNetFiles } from './wordnet-files.ts';

/** A word that occurs this often in the tagged texts is understood in its inoffensive meanings. */
const commonFrom = 10;

/** How often each word occurs in WordNet's tagged texts, and whether it can offend; in the order given. */
export async function readUsages(
  words: readonly string[],
): Promise<{ count: number; isOffensive: boolean }[]> {
  const files = openWordNetFiles();
  const usages = [];
  for (const word of words) {
    const lemma = withoutAccents(word.trim().toLowerCase()).replaceAll(/\s+/gu, '_');
    const meanings = await readMeanings(files, lemma);
    const count = meanings.reduce((sum, meaning) => sum + meaning.count, 0);
    const isMostlyOffensive = meanings.length > 0 && chooseMeaning(meanings, word) === undefined;
    const canOffend = count < commonFrom && meanings.some(({ offense }) => offense === 'gross');
    usages.push({ count, isOffensive: isMostlyOffensive || canOffend });
  }
  return usages;
}
