import { deflateRawSync } from 'node:zlib';
import type { PackedHeader } from '../src/words/dictionary/wordnet/wordnet-files.ts';

/** Larger blocks make smaller files and slower lookups. */
const blockBytes = 16_384;

/** Compresses a text of lines for `packedText`. */
export function packText(text: Buffer, { isSorted }: { isSorted: boolean }): Buffer {
  const header: PackedHeader = { starts: [], sizes: [], firsts: [] };
  const blocks: Buffer[] = [];
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf('\n', Math.min(start + blockBytes, text.length - 1));
    const end = lineEnd < 0 ? text.length : lineEnd + 1;
    const block = deflateRawSync(text.subarray(start, end), { level: 9 });
    header.starts.push(start);
    header.sizes.push(block.length);
    if (isSorted) header.firsts.push(text.toString('latin1', start, text.indexOf('\n', start)));
    blocks.push(block);
    start = end;
  }
  const head = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...blocks]);
}
