import type { Wordrise } from '@wordrise/core';

export const emptyLibrary =
  'The library is empty. To add the 366 starter words and the 366 of the second pack: wordrise words add-starters';

export async function isLibraryEmpty({ words }: Pick<Wordrise, 'words'>): Promise<boolean> {
  return (await words.list({ limit: 1 })).total === 0;
}
