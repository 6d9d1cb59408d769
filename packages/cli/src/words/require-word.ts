import { DomainError, type Wordrise } from '@wordrise/core';
import type { WordView } from '@wordrise/core/contract';

/**
 * The word that was typed: its spelling in any case, or its id.
 *
 * @throws DomainError `word.not_found`, with similar words
 */
export async function requireWord({ words }: Wordrise, typed: string): Promise<WordView> {
  const found = await words.find(typed);
  if (found) return found;
  if (/^\d+$/.test(typed)) return words.get(Number(typed));
  const similar = (await words.search(typed)).slice(0, 3).map(({ word }) => `“${word}”`);
  const hint = similar.length > 0 ? ` Did you mean ${similar.join(' or ')}?` : ' See: wordrise words list';
  throw new DomainError('word.not_found', `“${typed}” is not in the library.${hint}`);
}
