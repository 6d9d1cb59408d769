import { Readable } from 'node:stream';
import type Router from '@koa/router';
import { DomainError, type Wordrise } from '@wordrise/core';
import type { LookupResult } from '@wordrise/core/contract';
import { serve } from '../http/endpoint.ts';
import type { ServerState } from '../http/server-state.ts';
import { uploadedFile } from './upload.ts';

export function wordRoutes(router: Router<ServerState>, { words, dictionary }: Wordrise): void {
  // Fixed paths first: `{id}` would match them.
  serve(router, 'listUnusedWords', async ({ query }) => words.listUnused(query));
  serve(router, 'searchWords', async ({ query }) => ({ words: await words.search(query.q) }));

  serve(router, 'exportWords', async ({ ctx, query }) => {
    ctx.status = 200;
    ctx.type = query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
    ctx.attachment(`words.${query.format}`);
    ctx.body = Readable.from(words.export(query.format));
    return undefined;
  });

  serve(router, 'uploadWords', async ({ ctx, query }) =>
    words.import(uploadedFile(ctx.req), { ...query, source: 'import', format: 'csv' }),
  );

  serve(router, 'lookUpWord', async ({ body }) => dictionary.lookUp(body.word));

  serve(router, 'lookUpWords', async ({ ctx, body }) => {
    const stop = new AbortController();
    // The request's own `close` only means that its body has been read.
    ctx.res.once('close', () => stop.abort());
    const results = dictionary.lookUpAll(body.words, { signal: stop.signal });
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

  serve(router, 'saveLookedUpWords', async ({ body }) => words.saveLookedUp(body));

  serve(router, 'listWords', async ({ query }) => words.list(query));
  serve(router, 'addWord', async ({ body }) => words.add(body));
  serve(router, 'editWord', async ({ params, body }) => words.edit(params.id, body));
  serve(router, 'removeWord', async ({ params }) => {
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
