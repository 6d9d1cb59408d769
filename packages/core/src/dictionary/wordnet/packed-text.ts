import { existsSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';

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
      let at = 0;
      for (const line of text.split('\n')) {
        if (!isBefore(line)) break;
        at += line.length + 1;
      }
      return (starts[index] ?? 0) + Math.min(at, text.length);
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
