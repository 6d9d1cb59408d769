/** Small files of silence in each format of recordings, and in some that are refused. */

/** A second of MP3: 39 frames of MPEG 1 layer III, 44.1 kHz, mono, 128 kbit/s. */
export function anMp3(frames = 39): Buffer<ArrayBuffer> {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  return Buffer.concat(Array<Buffer>(frames).fill(frame));
}

/** AAC in ADTS, 44.1 kHz. */
export function anAac(frames = 44): Buffer<ArrayBuffer> {
  const raw = Buffer.from([0x01, 0x18, 0x20, 0x07]);
  const length = 7 + raw.length;
  const header = [0xff, 0xf1, 0x50, 0x40, length >> 3, ((length & 7) << 5) | 0x1f, 0xfc];
  const frame = Buffer.concat([Buffer.from(header), raw]);
  return Buffer.concat(Array<Buffer>(frames).fill(frame));
}

/** Ogg with a second of Opus, or with a codec of another name. */
export function anOgg(codec: 'opus' | 'other' = 'opus'): Buffer<ArrayBuffer> {
  const head = Buffer.concat([
    Buffer.from(codec === 'opus' ? 'OpusHead' : 'Unknown1'),
    Buffer.from([1, 1, 0, 0]),
    uint32(48_000, 'LE'),
    Buffer.from([0, 0, 0]),
  ]);
  const tags = Buffer.concat([
    Buffer.from('OpusTags'),
    uint32(4, 'LE'),
    Buffer.from('test'),
    uint32(0, 'LE'),
  ]);
  const silence = Buffer.from([0xf8, 0xff, 0xfe]);
  const packets = Array<Buffer>(50).fill(silence);
  return Buffer.concat([
    oggPage({ flags: 2, granule: 0, number: 0, packets: [head] }),
    oggPage({ flags: 0, granule: 0, number: 1, packets: [tags] }),
    oggPage({ flags: 4, granule: 48_000, number: 2, packets }),
  ]);
}

interface OggPage {
  flags: number;
  granule: number;
  number: number;
  packets: Buffer[];
}

function oggPage({ flags, granule, number, packets }: OggPage): Buffer {
  const head = Buffer.alloc(27);
  head.write('OggS');
  head[5] = flags;
  head.writeBigUInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt32LE(number, 18);
  head[26] = packets.length;
  const page = Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets]);
  page.writeUInt32LE(oggSum(page), 22);
  return page;
}

function oggSum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}

/** An MP4 file with a second of one track: sound in AAC or ALAC, or video. */
export function anM4a(codec: 'mp4a' | 'alac' | 'avc1' = 'mp4a'): Buffer<ArrayBuffer> {
  const isSound = codec !== 'avc1';
  const zeros = (length: number) => Buffer.alloc(length);
  const entry = isSound
    ? box(codec, zeros(6), uint16(1), zeros(8), uint16(1), uint16(16), zeros(4), uint16(44_100), zeros(2))
    : box(codec, zeros(6), uint16(1), zeros(70));
  const handler = box(
    'hdlr',
    zeros(8),
    Buffer.from(isSound ? 'soun' : 'vide'),
    zeros(12),
    Buffer.from('x\0'),
  );
  const times = (scale: number, duration: number) =>
    Buffer.concat([zeros(12), uint32(scale), uint32(duration)]);
  const table = box(
    'stbl',
    box('stsd', zeros(4), uint32(1), entry),
    box('stts', zeros(4), uint32(1), uint32(44), uint32(1024)),
    box('stsc', zeros(4), uint32(0)),
    box('stsz', zeros(4), uint32(4), uint32(44)),
    box('stco', zeros(4), uint32(0)),
  );
  const media = box('mdia', box('mdhd', times(44_100, 44_100), zeros(4)), handler, box('minf', table));
  const track = box('trak', box('tkhd', zeros(12), uint32(1), zeros(68)), media);
  const movie = box('moov', box('mvhd', times(1000, 1000), zeros(80)), track);
  return Buffer.concat([box('ftyp', Buffer.from('M4A \0\0\0\0M4A isom')), movie, box('mdat', zeros(176))]);
}

function box(name: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([uint32(content.length + 8), Buffer.from(name), content]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number, order: 'LE' | 'BE' = 'BE'): Buffer {
  const bytes = Buffer.alloc(4);
  bytes[`writeUInt32${order}`](value);
  return bytes;
}
