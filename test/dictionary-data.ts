import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packDictionary } from '../packages/core/scripts/pack-dictionary.ts';

/** The dictionary's packed files, which the sources read where the build puts them. */
export default function setup(): void {
  const folder = fileURLToPath(new URL('../packages/core/dist/dictionary-data', import.meta.url));
  // The file that was added last: a folder of an older build lacks it.
  if (!existsSync(`${folder}/spelling`)) packDictionary(folder);
}
