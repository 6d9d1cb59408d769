import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const deflated = promisify(deflate);

/** @param pixels Red, green and blue of each pixel, in rows. */
export async function encodePng(pixels: Buffer, width: number, height: number): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits of each color, no alpha.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', await deflated(filtered(pixels, width * 3), { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Stores each row as its difference from the row above, which is nearly zero in a sky. */
function filtered(pixels: Buffer, rowBytes: number): Buffer {
  const rows = pixels.length / rowBytes;
  const result = Buffer.alloc(pixels.length + rows);
  for (let row = 0; row < rows; row += 1) {
    const from = row * rowBytes;
    const to = from + row + 1;
    result[to - 1] = row === 0 ? 0 : 2;
    for (let i = 0; i < rowBytes; i += 1) {
      const above = row === 0 ? 0 : (pixels[from - rowBytes + i] ?? 0);
      result[to + i] = (pixels[from + i] ?? 0) - above;
    }
  }
  return result;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}
