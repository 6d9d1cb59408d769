import type { Wordrise } from '@wordrise/core';

export const emptyLibrary = 'The library is empty. To add the 732 starter words: wordrise words add-starters';

export async function isLibraryEmpty({ words }: Pick<Wordrise, 'words'>): Promise<boolean> {
  return (await words.list({ limit: 1 })).total === 0;
}
