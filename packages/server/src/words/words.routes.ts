import type { IncomingMessage } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { DomainError, type Wordrise } from '@wordrise/core';
import { type LookupResult, limits } from '@wordrise/core/contract';
import { type Api, serve } from '../http/endpoint.ts';
import { actorOf } from '../http/session.ts';

export function wordRoutes(api: Api, { words, dictionary }: Wordrise): void {
  // Fixed paths first: `{id}` would match them.
  serve(api, 'listUnusedWords', async ({ query }) => words.listUnused(query));
  serve(api, 'checkWords', async ({ query }) => words.check(query));
  serve(api, 'searchWords', async ({ query }) => ({ words: await words.search(query.q) }));

  serve(api, 'exportWords', async ({ ctx, query }) => {
    ctx.status = 200;
    ctx.type = query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
    ctx.attachment(`words.${query.format}`);
    ctx.body = Readable.from(words.export(query.format));
    return undefined;
  });

  serve(api, 'uploadWords', async ({ ctx, query }) =>
    words.import(uploadedFile(ctx.req), { ...query, source: 'import', format: 'csv' }, actorOf(ctx)),
  );

  serve(api, 'refusedRows', async ({ ctx }) => {
    const rows = words.refusedRows(uploadedFile(ctx.req));
    // Wait for the first row: an unreadable file is then refused, not answered with half a download.
    const first = await rows.next();
    ctx.status = 200;
    ctx.type = 'text/csv; charset=utf-8';
    ctx.attachment('refused.csv');
    ctx.body = Readable.from(withFirst(first, rows));
    return undefined;
  });

  serve(api, 'lookUpWord', async ({ body }) => dictionary.lookUp(body.word));

  serve(api, 'lookUpWords', async ({ ctx, body }) => {
    const stop = new AbortController();
    // The request's own `close` only means that its body has been read.
    ctx.res.once('close', () => stop.abort());
    const results = words.markKnown(dictionary.lookUpAll(body.words, { signal: stop.signal }));
    if (ctx.accepts('application/json', 'application/x-ndjson') !== 'application/x-ndjson') {
      const all: LookupResult[] = [];
      for await (const result of results) all.push(result);
      return all;
    }
    ctx.status = 200;
    ctx.type = 'application/x-ndjson';
    ctx.set('Cache-Control', 'no-store, no-transform');
    ctx.body = Readable.from(asLines(results));
    return undefined;
  });

  serve(api, 'saveLookedUpWords', async ({ body }) => words.saveLookedUp(body));

  serve(api, 'listWords', async ({ query }) => words.list(query));
  serve(api, 'addWord', async ({ body }) => words.add(body));
  serve(api, 'editWord', async ({ params, body }) => {
    const { replaces, ...input } = body;
    return words.edit(params.id, input, replaces);
  });
  serve(api, 'removeWord', async ({ params }) => {
    await words.remove(params.id);
    return { message: 'The word was removed.' };
  });
}

/** One JSON line per result. The status is already sent when an error occurs, so the error is the last line. */
async function* asLines(results: AsyncIterable<unknown>): AsyncIterable<string> {
  try {
    for await (const result of results) yield `${JSON.stringify(result)}\n`;
  } catch (error) {
    const message =
      error instanceof DomainError ? error.message : 'The lookup was interrupted. Please try again.';
    yield `${JSON.stringify({ word: '', success: false, error: message })}\n`;
  }
}

async function* withFirst<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* rest;
}

/**
 * Streams an uploaded CSV file, which is either the request's body or the first file in a form. The whole file is never
 * in memory.
 *
 * @throws DomainError `request.content_type`, `request.too_large`, `import.unreadable`
 */
async function* uploadedFile(req: IncomingMessage): AsyncIterable<Uint8Array> {
  const type = (req.headers['content-type'] ?? '').toLowerCase();
  if (Number(req.headers['content-length'] ?? 0) > limits.importBodyBytes) throw tooLarge();
  if (type.startsWith('text/csv')) yield* limited(req);
  else if (type.startsWith('multipart/form-data')) yield* limited(await firstFile(req));
  else throw new DomainError('request.content_type', 'Send the file as text/csv, or as a file in a form.');
}

async function* limited(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const chunk of untilComplete(source)) {
    bytes += chunk.length;
    if (bytes > limits.importBodyBytes) throw tooLarge();
    yield chunk;
  }
}

async function* untilComplete(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* source;
  } catch (cause) {
    const message = 'The upload was interrupted. Send the file again.';
    throw new DomainError('import.unreadable', message, { cause });
  }
}

function firstFile(req: IncomingMessage): Promise<AsyncIterable<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const noFile = () =>
      reject(new DomainError('import.unreadable', 'The form contains no file. Choose a CSV file.'));
    let form: BusboyInstance;
    try {
      form = new Busboy({ headers: req.headers as { 'content-type': string }, limits: { files: 1 } });
    } catch {
      noFile();
      return;
    }
    form.once('file', (_field, file) => {
      const bytes = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) });
      // It may fail before anything reads it, and an error without a listener would crash the process.
      bytes.on('error', () => {});
      file.on('error', (error) => bytes.destroy(error));
      form.on('error', (error) => bytes.destroy(error instanceof Error ? error : new Error('broken form')));
      resolve(file.pipe(bytes));
    });
    form.once('finish', noFile);
    form.once('error', noFile);
    req.once('aborted', () => form.destroy());
    req.pipe(form);
  });
}

function tooLarge(): DomainError {
  const megabytes = Math.floor(limits.importBodyBytes / 1_048_576);
  return new DomainError(
    'request.too_large',
    `The file is larger than ${megabytes} MB. Import it with: wordrise words import FILE`,
  );
}
