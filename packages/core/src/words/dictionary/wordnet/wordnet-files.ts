import { existsSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';

export type PartOfSpeech = 'noun' | 'verb' | 'adjective' | 'adverb';

/** One meaning of a lemma, as the sense index lists it. */
export interface SenseEntry {
  partOfSpeech: PartOfSpeech;
  /** Where its synset starts, in bytes, in the data file of the part of speech. */
  offset: number;
  /** Its position among the lemma's senses of this part of speech, from 1; the most frequent is first. */
  number: number;
  /** How often it occurs in WordNet's tagged texts; mostly 0. */
  count: number;
}

export interface Synset {
  /** The words in their usual spelling, with capitals, and with underscores for spaces. */
  words: string[];
  /** Where the synset of a usage domain ("slang") starts, and the word that it applies to; 0 for all. */
  usages: { offset: number; word: number }[];
  /** Whether it is an instance of a class, as Paris is of cities. */
  isInstance: boolean;
  gloss: string;
}

/** WordNet's files, read in small pieces: they have 30 MB, but a lookup needs only a few kilobytes. */
export interface WordNetFiles {
  /** @param lemma In lower case, with underscores for spaces. */
  senses(lemma: string): SenseEntry[];
  synset(sense: SenseEntry): Synset;
  /** Lemmas in alphabetical order with the count of their most frequent sense. */
  lemmasStartingWith(prefix: string): Map<string, number>;
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
  noun: 'wordnet-data.noun',
  verb: 'wordnet-data.verb',
  adjective: 'wordnet-data.adj',
  adverb: 'wordnet-data.adv',
};

const senseIndex = 'wordnet-index.sense';
/** Most synsets are shorter; longer ones take another read. */
const synsetBytes = 1024;
const blockBytes = 4096;

export function openWordNetFiles(): WordNetFiles {
  return {
    senses(lemma) {
      const entries: SenseEntry[] = [];
      for (const line of linesFrom(packedText(senseIndex), `${lemma}%`)) {
        if (!line.startsWith(`${lemma}%`)) break;
        const [key = '', offset, number, count] = line.split(' ');
        const partOfSpeech = partsOfSpeech[key.charAt(lemma.length + 1)];
        if (partOfSpeech === undefined) continue;
        entries.push({ partOfSpeech, offset: Number(offset), number: Number(number), count: Number(count) });
      }
      return entries;
    },

    synset({ partOfSpeech, offset }) {
      const text = packedText(dataFiles[partOfSpeech]);
      let line = '';
      for (let at = offset; !line.includes('\n'); at += synsetBytes) {
        const piece = text.read(at, synsetBytes);
        if (piece === '') break;
        line += piece;
      }
      return readSynset(line.slice(0, line.indexOf('\n')));
    },

    lemmasStartingWith(prefix) {
      const lemmas = new Map<string, number>();
      for (const line of linesFrom(packedText(senseIndex), prefix)) {
        if (!line.startsWith(prefix)) break;
        const lemma = line.slice(0, line.indexOf('%'));
        const count = Number(line.slice(line.lastIndexOf(' ')));
        lemmas.set(lemma, Math.max(count, lemmas.get(lemma) ?? 0));
      }
      return lemmas;
    },
  };
}

/** The lines of a sorted file from the first that is not before `target`. */
export function* linesFrom(text: PackedText, target: string): Generator<string> {
  let rest = '';
  for (let at = text.findPlace((line) => line < target); ; at += blockBytes) {
    const block = text.read(at, blockBytes);
    const lines = (rest + block).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
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

/**
 * A text of lines, compressed in blocks that each start with a line. A read unpacks the one or two blocks that it
 * touches. Created by `pack-text.ts`.
 */
export interface PackedText {
  /**
   * Binary search among sorted lines.
   *
   * @param isBefore Whether a line comes before the wanted position
   * @returns the start of the first line that does not, in bytes of the text
   */
  findPlace(isBefore: (line: string) => boolean): number;
  /** Reads up to this many bytes of the text, fewer at its end. It is plain ASCII. */
  read(position: number, bytes: number): string;
}

/** The header at the start of a packed file, after its length in four bytes. */
export interface PackedHeader {
  /** Bytes of the text before each block. */
  starts: number[];
  /** Bytes of each block in the file. */
  sizes: number[];
  /** The first line of each block, if the lines are sorted. */
  firsts: string[];
}

/** A lookup goes back to the blocks that it has just read. */
const blocksKept = 8;

const opened = new Map<string, PackedText>();

/** A file of the folder `dictionary-data`. It is opened once and stays open: a process may look up many words. */
export function packedText(name: string): PackedText {
  const text = opened.get(name) ?? open(name);
  opened.set(name, text);
  return text;
}

function open(name: string): PackedText {
  const file = openSync(join(dataFolder(), name), 'r');
  const length = readBytes(file, 0, 4).readUInt32LE();
  const { starts, sizes, firsts } = JSON.parse(readBytes(file, 4, length).toString()) as PackedHeader;
  const kept = new Map<number, string>();
  const positions: number[] = [];
  let position = 4 + length;
  for (const size of sizes) {
    positions.push(position);
    position += size;
  }

  function block(index: number): string {
    let text = kept.get(index);
    kept.delete(index);
    text ??= inflateRawSync(readBytes(file, positions[index] ?? 0, sizes[index] ?? 0)).toString('latin1');
    kept.set(index, text);
    for (const oldest of kept.keys()) {
      if (kept.size <= blocksKept) break;
      kept.delete(oldest);
    }
    return text;
  }

  return {
    findPlace(isBefore) {
      const index = Math.max(0, countWhile(firsts, isBefore) - 1);
      const text = block(index);
      let [low, high] = [0, text.length];
      while (low < high) {
        const start = text.lastIndexOf('\n', Math.floor((low + high) / 2) - 1) + 1;
        const end = text.indexOf('\n', start);
        if (isBefore(text.slice(start, end))) low = end + 1;
        else high = start;
      }
      return (starts[index] ?? 0) + low;
    },
    read(from, bytes) {
      let text = '';
      let index = countWhile(starts, (start) => start <= from) - 1;
      for (; index < starts.length && text.length < bytes; index += 1) {
        text += block(index).slice(Math.max(0, from - (starts[index] ?? 0)));
      }
      return text.slice(0, bytes);
    },
  };
}

/** How many items pass the test, if those that pass come before those that do not. */
function countWhile<T>(items: readonly T[], passes: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function readBytes(file: number, position: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes);
  readSync(file, buffer, 0, bytes, position);
  return buffer;
}

/** Next to the code in the published package; in the repository, where the build puts it. */
function dataFolder(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    for (const found of [join(folder, 'dictionary-data'), join(folder, 'dist/dictionary-data')]) {
      if (existsSync(found)) return found;
    }
    if (folder === dirname(folder)) throw new Error('The dictionary is missing: run npm run build.');
  }
}
