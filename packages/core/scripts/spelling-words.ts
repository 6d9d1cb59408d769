import { readFileSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

// `import.meta.resolve` is missing where vitest runs this.
const require = createRequire(import.meta.url);

import { withoutAccents } from '../src/words/dictionary/normalize-word.ts';

/** One line of the affix file: a flag, what it removes, what it adds, and where. */
interface Affix {
  isPrefix: boolean;
  /** Whether a prefix may join a word with this suffix. */
  isCombined: boolean;
  removed: string;
  added: string;
  fits: RegExp;
}

/**
 * All words and word forms of the American English spelling dictionary, sorted, each on a line. Possessives are left
 * out, and so are accents. The built-in words are among them, because the dictionary does not have the rarest ones.
 */
export function spellingWords(): Buffer {
  const read = (name: string) => readFileSync(join(dirname(require.resolve('dictionary-en')), name), 'utf8');
  const affixes = readAffixes(read('index.aff'));
  const words = new Set<string>();
  for (const line of read('index.dic').split('\n').slice(1)) {
    const [word = '', flags = ''] = line.split('/');
    // Numbers, and the possessives that the list has as words.
    if (!/^\p{L}/u.test(word) || word.endsWith("'s")) continue;
    for (const form of formsOf(word, flags, affixes)) words.add(withoutAccents(form));
  }
  for (const word of builtInWords()) words.add(withoutAccents(word));
  return Buffer.from(`${[...words].toSorted().join('\n')}\n`);
}

/** The words of the packs that come with Wordrise; phrases and names are not checked. */
function builtInWords(): string[] {
  // This file is part of another one while core is built.
  const core = dirname(findPackageJSON(import.meta.url) ?? '');
  const folder = join(core, '../../examples/words');
  return ['starter.csv', 'second.csv'].flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^(\p{Ll}+),/gmu)].map(([, word = '']) => word),
  );
}

function readAffixes(text: string): Map<string, Affix[]> {
  const affixes = new Map<string, Affix[]>();
  const combined = new Set<string>();
  for (const line of text.split('\n')) {
    const [kind = '', flag = '', removed = '', added = '', condition] = line.split(/\s+/u);
    if (!['PFX', 'SFX'].includes(kind)) continue;
    if (condition === undefined || condition === '') {
      if (removed === 'Y') combined.add(flag);
      continue;
    }
    const isPrefix = kind === 'PFX';
    const affix = {
      isPrefix,
      isCombined: combined.has(flag),
      removed: removed === '0' ? '' : removed,
      added,
      fits: new RegExp(isPrefix ? `^${condition}` : `${condition}$`, 'u'),
    };
    affixes.set(flag, [...(affixes.get(flag) ?? []), affix]);
  }
  // The possessive, which every noun has.
  affixes.delete('M');
  return affixes;
}

function formsOf(word: string, flags: string, affixes: Map<string, Affix[]>): string[] {
  const all = [...flags].flatMap((flag) => affixes.get(flag) ?? []);
  const suffixed = all
    .filter(({ isPrefix, fits }) => !isPrefix && fits.test(word))
    .map((affix) => ({ form: word.slice(0, word.length - affix.removed.length) + affix.added, affix }));
  const prefixes = all.filter(({ isPrefix }) => isPrefix);
  const stems = [word, ...suffixed.filter(({ affix }) => affix.isCombined).map(({ form }) => form)];
  const prefixed = prefixes.flatMap(({ added }) => stems.map((stem) => added + stem));
  return [word, ...suffixed.map(({ form }) => form), ...prefixed];
}
