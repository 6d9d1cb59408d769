import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { wordFields } from '../../contract/word-fields.ts';
import type { WordDraft } from '../../contract/words.ts';
import { closestTo } from '../../platform/edit-distance.ts';
import type { Dictionary, LookupOutcome } from './dictionary.ts';
import { noEntry, normalizeWord, withoutAccents, wordKey } from './normalize-word.ts';
import { createWordNet } from './wordnet/wordnet.ts';

/** The built-in packs and WordNet: without network or key. An entry of ours comes first, with WordNet's meanings to choose from. */
export function createOfflineDictionary(): Dictionary {
  const wordNet = createWordNet();
  return {
    ...wordNet,
    async lookUp(word, options) {
      const outcome = await wordNet.lookUp(word, options);
      const own = ownEntry(word);
      if (own !== undefined) return withOwn(own, outcome);
      if (outcome.found) return outcome;
      const meant = nearestOwnWord(word);
      return meant === undefined || outcome.suggestions.length > 0
        ? outcome
        : noEntry(normalizeWord(word), [meant]);
    },
  };
}

function withOwn(own: WordDraft, others: LookupOutcome): LookupOutcome {
  const entry = { ...own, source: 'starter' as const };
  if (!others.found) return { found: true, entry };
  const { source, senses, ...first } = others.entry;
  return { found: true, entry: { ...entry, senses: [own, ...(senses ?? [first])] } };
}

/** The entries of the word packs that are built in, by the key of their word. Read when first needed: 732 entries. */
let entries: Map<string, WordDraft> | undefined;

/** The entry of a built-in word pack: complete, and written by hand. */
function ownEntry(word: string): WordDraft | undefined {
  return ownEntries().get(keyOf(word));
}

/** The word of a built-in pack that a misspelled one is most likely to be. */
function nearestOwnWord(misspelled: string): string | undefined {
  const key = keyOf(misspelled);
  const most = key.length < 8 ? 1 : 2;
  const [, entry] = closestTo(key, ownEntries(), { most, spelling: ([known]) => known }) ?? [];
  return entry?.word;
}

/** Equal for "wabi sabi" and "wabi-sabi", "ennui" and "Ennui". */
function keyOf(word: string): string {
  return withoutAccents(wordKey(word)).replaceAll(/[ -]/gu, '');
}

function ownEntries(): Map<string, WordDraft> {
  entries ??= new Map(
    packFiles().flatMap((file) =>
      parse<Record<string, string>>(readFileSync(file, 'utf8'), { columns: true, bom: true }).map((row) => {
        const entry = Object.fromEntries(wordFields.map((field) => [field, row[field] ?? ''])) as WordDraft;
        return [keyOf(entry.word), entry] as const;
      }),
    ),
  );
  return entries;
}

const packs = /^(?:starter|second.*)\.csv$/u;

/** Next to the code in the published package, in the examples folder in the repository. */
function packFiles(): string[] {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    for (const place of [folder, join(folder, 'examples/words')]) {
      const files = existsSync(place) ? readdirSync(place).filter((name) => packs.test(name)) : [];
      if (files.length > 0) return files.map((name) => join(place, name));
    }
    if (folder === dirname(folder)) return [];
  }
}
