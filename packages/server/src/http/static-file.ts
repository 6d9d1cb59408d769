import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';
import { chooseEncoding, isCompressible } from './compression.ts';
import type { Headers } from './security-headers.ts';

/**
 * Nothing that names the latest word is older than five minutes in a browser or proxy. In the last one it is shown once
 * more while it is requested again, so that no visitor waits.
 */
export const latestWordCaching = 'public, max-age=240, stale-while-revalidate=60';

interface StaticFile {
  body: Buffer;
  type: string;
  /** Beside those that every answer has. */
  headers: Headers;
  /** Default: 200. */
  status?: number;
}

/** Answers a request with a file, or with 304 if the client already has it. */
export type SendFile = (ctx: Context) => Promise<void>;

const brotli = promisify(brotliCompress);
// The first visitor waits for it, and higher levels take ten times as long to save less than 10%.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const encode = {
  br: (body: Buffer) => brotli(body, brotliOptions),
  gzip: promisify(gzip),
  identity: async (body: Buffer) => body,
};
type Encoding = keyof typeof encode;

/** The answer in one encoding. */
interface Encoded {
  body: Buffer;
  etag: string | undefined;
  /** Alternating names and values, as `writeHead` takes them. */
  headers: string[];
  /** Those of a 304. */
  unchangedHeaders: string[];
}

/** A file in memory. Each encoding is prepared when first requested, and cached. */
export function staticFile(file: StaticFile): SendFile {
  const { status = 200 } = file;
  const offered = isCompressible(file.type, file.body.length) ? (['br', 'gzip'] as const) : [];
  const prepared = new Map<Encoding, Promise<Encoded>>();
  // Most browsers send the same header.
  let latest: { accepted: string | undefined; encoding: Encoding } | undefined;

  return async function sendFile(ctx) {
    const accepted = ctx.req.headers['accept-encoding'];
    if (!latest || latest.accepted !== accepted)
      latest = { accepted, encoding: chooseEncoding(accepted, offered) ?? 'identity' };
    const { encoding } = latest;
    const answer = prepared.get(encoding) ?? prepare(file, encoding, ctx.state.headers);
    prepared.set(encoding, answer);
    const { body, etag, headers, unchangedHeaders } = await answer;
    const isKnown = etag !== undefined && isAmong(etag, ctx.req.headers['if-none-match']);
    const sent = isKnown ? unchangedHeaders : headers;
    // Written here: Koa would check and put together the same headers again for each request.
    ctx.respond = false;
    ctx.res.writeHead(isKnown ? 304 : status, [...sent, 'X-Request-Id', ctx.state.requestId]);
    // Node.js leaves the body out of an answer to HEAD, and of a 304.
    ctx.res.end(body);
  };
}

/** A file of sound: players ask for parts of it, to jump and to find its length. */
export function rangedFile({ body, type, headers }: Omit<StaticFile, 'status'>): SendFile {
  const etag = etagOf(body, 'identity');
  return async function sendRangedFile(ctx) {
    const { range, 'if-range': ifRange, 'if-none-match': known } = ctx.req.headers;
    const common = { ...ctx.state.headers, ...headers, 'Accept-Ranges': 'bytes', ETag: etag };
    const part = ifRange === undefined || ifRange === etag ? rangeOf(range, body.length) : undefined;
    const [status, sent, more]: [number, Buffer, Headers] = isAmong(etag, known)
      ? [304, Buffer.alloc(0), {}]
      : part === undefined
        ? [200, body, { 'Content-Type': type }]
        : part === 'none'
          ? [416, Buffer.alloc(0), { 'Content-Range': `bytes */${body.length}` }]
          : [
              206,
              body.subarray(part.from, part.to + 1),
              { 'Content-Type': type, 'Content-Range': `bytes ${part.from}-${part.to}/${body.length}` },
            ];
    const length: Headers = status === 304 ? {} : { 'Content-Length': String(sent.length) };
    ctx.respond = false;
    ctx.res.writeHead(status, [
      ...Object.entries({ ...common, ...more, ...length }).flat(),
      'X-Request-Id',
      ctx.state.requestId,
    ]);
    ctx.res.end(sent);
  };
}

/**
 * The part that a `Range` asks for, as RFC 9110 describes it. Several ranges, and what is none, count as if nothing was
 * asked for, which is always allowed.
 */
function rangeOf(
  header: string | undefined,
  length: number,
): { from: number; to: number } | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  return from > to ? 'none' : { from, to };
}

/** A page, which refers to files whose names change with every build. */
export function htmlPage(
  text: string,
  { status = 200, caching = 'no-cache', headers = {} }: PageOptions = {},
): SendFile {
  return staticFile({
    status,
    type: 'text/html; charset=utf-8',
    headers: { ...headers, 'Cache-Control': caching },
    body: Buffer.from(text),
  });
}

interface PageOptions {
  status?: number;
  caching?: string;
  headers?: Headers;
}

/** Sends visitors on to another address. */
export function redirect(
  location: string,
  { status, caching, text, headers = {} }: RedirectOptions,
): SendFile {
  return staticFile({
    status,
    type: 'text/plain; charset=utf-8',
    headers: { ...headers, 'Cache-Control': caching, Location: location },
    body: Buffer.from(text),
  });
}

interface RedirectOptions {
  status: 301 | 302;
  caching: string;
  /** For clients that do not follow it. */
  text: string;
  headers?: Headers;
}

async function prepare(file: StaticFile, encoding: Encoding, common: Headers): Promise<Encoded> {
  const { type, status = 200 } = file;
  const body = await encode[encoding](file.body);
  // Only what can be answered with 304 needs one.
  const etag = status === 200 ? etagOf(file.body, encoding) : undefined;
  const unchanged: Headers = {
    ...common,
    ...file.headers,
    ...(isCompressible(type, file.body.length) ? { Vary: 'Accept-Encoding' } : {}),
    ...(etag ? { ETag: etag } : {}),
  };
  const complete: Headers = {
    ...unchanged,
    'Content-Type': type,
    'Content-Length': String(body.length),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  };
  return {
    body,
    etag,
    headers: Object.entries(complete).flat(),
    unchangedHeaders: Object.entries(unchanged).flat(),
  };
}

/** Different for each encoding, as RFC 9110 requires for a strong ETag. */
function etagOf(body: Buffer, encoding: Encoding): string {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
}

/** `tags` is an `If-None-Match`, whose tags a proxy may have marked as weak. */
function isAmong(etag: string, tags: string | undefined): boolean {
  if (!tags) return false;
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
