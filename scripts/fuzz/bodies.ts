import { brotliCompressSync, brotliDecompressSync, deflateSync, gzipSync, unzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { nastyText, nastyValue, nearlyValid, runs, sizes } from './nasty.ts';
import type { Operation } from './operations.ts';
import { type JsonSchema, valid } from './schema.ts';

export interface Body {
  headers: [string, string][];
  bytes: Buffer;
}

const none: Body = { headers: [], bytes: Buffer.alloc(0) };
const json: [string, string] = ['Content-Type', 'application/json'];
const csvType: [string, string] = ['Content-Type', 'text/csv'];
const largest = 2_200_000;

export function bodyOf({ bodies }: Operation): { valid: Arbitrary<Body>; any: Arbitrary<Body> } {
  const schema = bodies['application/json']?.schema;
  if (schema) return { valid: jsonOf(valid(schema)), any: jsonBody(schema) };
  if (bodies['text/csv']) return { valid: csv(validRow), any: upload };
  return { valid: fc.constant(none), any: fc.oneof({ weight: 9, arbitrary: fc.constant(none) }, odd) };
}

function jsonOf(value: Arbitrary<unknown>): Arbitrary<Body> {
  return value.map((given) => ({ headers: [json], bytes: Buffer.from(JSON.stringify(given)) }));
}

function jsonBody(schema: JsonSchema): Arbitrary<Body> {
  const good = valid(schema);
  return fc.oneof(
    { weight: 8, arbitrary: jsonOf(nearlyValid(good)) },
    { weight: 2, arbitrary: encoded(jsonOf(good)) },
    {
      weight: 2,
      arbitrary: fc.tuple(jsonOf(good), type).map(([body, header]) => ({ ...body, headers: [header] })),
    },
    { weight: 2, arbitrary: jsonOf(nastyValue) },
    { weight: 2, arbitrary: bombs },
    { weight: 1, arbitrary: encoded(bombs) },
    { weight: 1, arbitrary: odd },
  );
}

const type: Arbitrary<[string, string]> = fc
  .oneof(
    fc.constantFrom(
      'application/json; charset=utf-16',
      'application/json; charset=x',
      'application/json;',
      'application/ld+json',
      'text/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=x',
      'text/csv; charset=latin1',
      '*/*',
      ';',
    ),
    runs(['a/', ';a=', '; charset="', ' '], 8000),
  )
  .map((value) => ['Content-Type', value]);

/** JSON texts that are small to send and large to read, and texts that are not JSON. */
const bombs: Arbitrary<Body> = fc
  .tuple(
    fc.constantFrom<(n: number) => string>(
      (n) => '['.repeat(n),
      (n) => '['.repeat(n) + ']'.repeat(n),
      (n) => `${'{"a":'.repeat(n / 5)}1${'}'.repeat(n / 5)}`,
      (n) => `[${'1,'.repeat(n / 2)}1]`,
      (n) => `[${'{},'.repeat(n / 3)}{}]`,
      (n) => `{${Array.from({ length: n / 10 }, (_, at) => `"k${at}":1`).join()}}`,
      (n) => `{"words":[${'"a",'.repeat(n / 4)}"a"]}`,
      (n) => `{"wordData":[${'{},'.repeat(n / 3)}{}]}`,
      (n) => `{"email":"${'a'.repeat(n)}@example.com","firstName":"Ada"}`,
      (n) => `{"email":"a@${'a.'.repeat(n / 2)}example","firstName":"Ada"}`,
      (n) => `{"content":"${'{{#if word}}'.repeat(n / 12)}","subject":"x"}`,
      (n) => `{"content":"${'<div>'.repeat(n / 5)}","subject":"x"}`,
      (n) => `{"content":"${'\u00a0'.repeat(n / 2)}","subject":"x"}`,
      (n) => `{"content":"${'<script '.repeat(n / 8)}","subject":"{{${' '.repeat(n)}"}`,
      (n) => '\\u0000'.repeat(n / 6),
      (n) => `"${'\\ud800'.repeat(n / 6)}"`,
      (n) => '9'.repeat(n),
      (n) => `{"wordId":1e${'9'.repeat(n)}}`,
      (n) => ' '.repeat(n),
    ),
    sizes(largest),
  )
  .map(([write, size]) => ({ headers: [json], bytes: Buffer.from(write(size)) }));

/** Bytes that are not text, or text in another encoding. */
const odd: Arbitrary<Body> = fc
  .tuple(
    fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      nastyText.map((text) => Buffer.from(text)),
      fc.constantFrom('{}', '{"email":"a@example.com"}').map((text) => Buffer.from(text, 'utf16le')),
      fc.constant(Buffer.from('\ufeff{}')),
      fc.constant(Buffer.from([0x22, 0xc0, 0x80, 0xff, 0x22])),
    ),
    fc.oneof(fc.constant(json), type),
  )
  .map(([bytes, header]) => ({ headers: [header], bytes }));

const encoders: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
  deflate: (bytes) => deflateSync(bytes, { level: 1 }),
  br: (bytes) => brotliCompressSync(bytes.subarray(0, 100_000)),
};

/** What a body holds once it is decompressed, as far as it can be. */
export function contentOf(bytes: Buffer): Buffer {
  for (const decode of [unzipSync, brotliDecompressSync]) {
    try {
      return decode(bytes);
    } catch {
      // It is compressed in another way, or not at all.
    }
  }
  return bytes;
}

/** As its `Content-Encoding` says, or not. */
function encoded(body: Arbitrary<Body>): Arbitrary<Body> {
  const used = fc.constantFrom(...Object.keys(encoders), 'none');
  const named = fc.constantFrom('gzip', 'gzip', 'deflate', 'br', 'zstd', 'identity', 'gzip, gzip', '', 'x');
  const isCut = fc.integer({ min: 0, max: 3 }).map((n) => n === 0);
  return fc.tuple(body, used, named, isCut).map(([{ headers, bytes }, encoder, name, cut]) => {
    const written = encoders[encoder]?.(bytes) ?? bytes;
    return {
      headers: [...headers, ['Content-Encoding', encoder !== 'none' && name === '' ? encoder : name]],
      bytes: cut ? written.subarray(0, written.length / 2) : written,
    };
  });
}

const heading =
  'word,phoneticPronunciation,partOfSpeech,definition,etymology,example1,example2,conversationTip';
const validRow = fc
  .integer({ min: 0, max: 9999 })
  .map((n) => `imported ${n},/x/,noun,a meaning,an origin,one,two,a tip`);

function csv(row: Arbitrary<string>): Arbitrary<Body> {
  return fc.array(row, { maxLength: 20 }).map((rows) => ({
    headers: [csvType],
    bytes: Buffer.from([heading, ...rows].join('\n')),
  }));
}

const nastyRow = fc
  .array(fc.oneof(nastyText, fc.constantFrom('"', '""', '"a', 'a"b', '"a\nb"')), { maxLength: 12 })
  .map((cells) => cells.join(','));

const boundary = 'limit';
function form(file: Arbitrary<Body>): Arbitrary<Body> {
  const end = fc.constantFrom(`\r\n--${boundary}--\r\n`, `\r\n--${boundary}`, '');
  const name = fc.oneof(fc.constant('words.csv'), nastyText);
  const part = fc.constantFrom('file', '', '__proto__');
  return fc.tuple(file, part, name, end).map(([{ bytes }, field, fileName, tail]) => ({
    headers: [['Content-Type', `multipart/form-data; boundary=${boundary}`]],
    bytes: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n\r\n`,
      ),
      bytes,
      Buffer.from(tail),
    ]),
  }));
}

const upload: Arbitrary<Body> = fc.oneof(
  csv(fc.oneof(validRow, nastyRow)),
  form(csv(validRow)),
  form(csv(nastyRow)),
  encoded(csv(validRow)),
  runs(['"', ',', '\n', 'word,', '"\n', 'a,"b', heading, '\0'], 500_000).map((text) => ({
    headers: [csvType],
    bytes: Buffer.from(text),
  })),
  odd,
);
