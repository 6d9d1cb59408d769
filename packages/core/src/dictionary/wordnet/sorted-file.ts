import type { FileHandle } from 'node:fs/promises';

/** Longer than two lines of any of these files. */
const pieceBytes = 1024;
/** Reading this much at once is faster than another step of the search. */
const closeEnoughBytes = 512;

export async function readPiece(file: FileHandle, position: number, bytes: number): Promise<string> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, position);
  return buffer.toString('latin1', 0, bytesRead);
}

/**
 * Binary search in a file of sorted lines of plain ASCII.
 *
 * @param isBefore Whether a line is before the wanted place
 * @returns the start of a line, at most a few hundred bytes before the first line that is not
 */
export async function findPlace(file: FileHandle, isBefore: (line: string) => boolean): Promise<number> {
  let low = 0;
  let high = (await file.stat()).size;
  while (high - low > closeEnoughBytes) {
    const middle = Math.floor((low + high) / 2);
    const [cut = '', line] = (await readPiece(file, middle, pieceBytes)).split('\n', 2);
    if (line !== undefined && isBefore(line)) low = middle + cut.length + 1;
    else high = middle;
  }
  return low;
}
