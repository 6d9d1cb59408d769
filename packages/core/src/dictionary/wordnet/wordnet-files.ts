import { type PackedText, packedText } from './packed-text.ts';

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
function* linesFrom(text: PackedText, target: string): Generator<string> {
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
