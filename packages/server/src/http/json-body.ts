import { bodyParser } from '@koa/bodyparser';
import { DomainError } from '@wordrise/core';
import { limits, timings } from '@wordrise/core/contract';
import type { Context, Middleware } from 'koa';

export interface BodyLimits {
  /** After decompression. */
  bytes: number;
  /** For the whole body, from the start of reading. */
  seconds: number;
}

/** Reads a body as JSON. A body that is too large, slow, deep or full of values is refused before it is parsed. */
export function jsonBody(allowed: BodyLimits): Middleware {
  const read = textBody(allowed, ['application/json', 'text/plain']);
  return async function jsonBody(ctx, next) {
    await read(ctx, async () => {});
    ctx.request.body = parse(ctx.request.body);
    await next();
  };
}

/** Reads a body of one of these types as text, within the same limits. */
export function textBody({ bytes, seconds }: BodyLimits, types: string[]): Middleware {
  const read = bodyParser({
    enableTypes: ['text'],
    extendTypes: { text: types },
    textLimit: bytes,
    encoding: 'utf-8',
  });
  return async function textBody(ctx, next) {
    await within(
      seconds,
      read(ctx, async () => {}),
    );
    await next();
  };
}

function within(seconds: number, reading: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // Created here: an unused error would cost every request a stack trace.
      reject(new DomainError('request.timeout', 'The request took too long to arrive. Send it again.'));
    }, seconds * 1000);
    reading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function parse(body: unknown): unknown {
  const text = typeof body === 'string' ? body : '';
  if (text === '') return {};
  if (!isBounded(text)) {
    throw new DomainError('request.too_large', 'This has too many parts. Send it in smaller parts.');
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = 'The request could not be read. Its body must be valid JSON.';
    throw new DomainError('request.unreadable', message, { cause });
  }
}

/** Whether a JSON text stays within the depth and number of values that any call needs. */
function isBounded(text: string): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    else if (sign === ',') values += 1;
    if (depth > limits.jsonDepth || values > limits.jsonValues) return false;
  }
  return true;
}

/** Where the string that begins at `start` ends; the parser refuses a string without an end. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

const readForm = textBody({ bytes: limits.publicBodyBytes, seconds: timings.publicBodySeconds }, [
  'application/x-www-form-urlencoded',
]);

/** The fields of a form that a browser posted without a script. @throws DomainError if it cannot be read */
export async function formBody(ctx: Context): Promise<URLSearchParams> {
  await readForm(ctx, async () => {});
  return new URLSearchParams(typeof ctx.request.body === 'string' ? ctx.request.body : '');
}
