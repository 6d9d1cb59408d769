import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding } from '../http/encoding.ts';
import type { Headers } from '../http/security-headers.ts';

export interface StaticFile {
  body: Buffer;
  type: string;
  headers: Headers;
  /** Default: 200. */
  status?: number;
}

/** An answer that is ready to be written. */
export interface Prepared {
  status: number;
  /** Alternating names and values, as `writeHead` takes them. */
  headers: readonly string[];
  body: Buffer;
  /** What a client that already has the body sends in `If-None-Match`; only files with status 200 have one. */
  etag: string | undefined;
  /** The headers of a 304. */
  unchangedHeaders: readonly string[];
}

/** Below this size, compression saves no packet. */
const leastBytes = 1024;
const compressed = ['br', 'gzip'] as const;
type Encoding = (typeof compressed)[number] | 'identity';

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
// The first visitor waits for it, and higher levels take ten times as long to save less than 10%.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const encode: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, brotliOptions),
  gzip: (body) => gzipped(body),
  identity: async (body) => body,
};

/** From a request's `Accept-Encoding` to the answer; a promise until the encoding is prepared. */
export type PreparedFile = (accepted: string | undefined) => Prepared | Promise<Prepared>;

/** Each encoding is prepared when first requested, and kept. */
export function prepareFile(file: StaticFile): PreparedFile {
  const offered = isCompressible(file) ? compressed : [];
  const answers = new Map<Encoding, Prepared | Promise<Prepared>>();
  // Most browsers send the same header.
  let latest: { accepted: string | undefined; encoding: Encoding } | undefined;
  return (accepted) => {
    if (!latest || latest.accepted !== accepted)
      latest = { accepted, encoding: chooseEncoding(accepted, offered) ?? 'identity' };
    const { encoding } = latest;
    const known = answers.get(encoding);
    if (known) return known;
    const preparing = prepare(file, encoding).then((prepared) => {
      answers.set(encoding, prepared);
      return prepared;
    });
    answers.set(encoding, preparing);
    return preparing;
  };
}

/** A page, which refers to files whose names change with every build. */
export function htmlPage(
  text: string,
  headers: Headers,
  { status = 200, caching = 'no-cache' }: { status?: number; caching?: string } = {},
): PreparedFile {
  return prepareFile({
    status,
    type: 'text/html; charset=utf-8',
    headers: { ...headers, 'Cache-Control': caching },
    body: Buffer.from(text),
  });
}

async function prepare(file: StaticFile, encoding: Encoding): Promise<Prepared> {
  const { type, status = 200 } = file;
  const body = await encode[encoding](file.body);
  const etag = status === 200 ? etagOf(file.body, encoding) : undefined;
  const unchanged: Headers = {
    ...file.headers,
    ...(isCompressible(file) ? { Vary: 'Accept-Encoding' } : {}),
    ...(etag ? { ETag: etag } : {}),
  };
  const complete: Headers = {
    ...unchanged,
    'Content-Type': type,
    'Content-Length': String(body.length),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  };
  return { status, body, etag, headers: flat(complete), unchangedHeaders: flat(unchanged) };
}

function isCompressible({ body, type }: StaticFile): boolean {
  return body.length >= leastBytes && /^text\/|javascript|json|xml/.test(type);
}

/** Different for each encoding, as RFC 9110 requires for a strong ETag. */
function etagOf(body: Buffer, encoding: Encoding): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
}

function flat(headers: Headers): string[] {
  return Object.entries(headers).flat();
}
