import { Readable } from 'node:stream';
import { DomainError, type Wordrise } from '@wordrise/core';
import type { LookupResult } from '@wordrise/core/contract';
import { download } from '../http/download.ts';
import { type Api, serve, untilGone } from '../http/endpoint.ts';
import { actorOf } from '../http/session.ts';
import { uploadedBody, uploadedFile } from '../http/uploaded-file.ts';

export function wordRoutes(api: Api, { words, dictionary, templates }: Wordrise): void {
  // Fixed paths first: `{id}` would match them.
  serve(api, 'listUnusedWords', async ({ query }) => words.listUnused(query));
  serve(api, 'checkWords', async ({ query }) => words.check(query));
  serve(api, 'countWords', async () => words.count());
  serve(api, 'previewWord', async ({ body }) => {
    const { subject, html } = await templates.renderDraft(body);
    const findings = await words.checkDraft(body);
    const other = await words.findOther(body.word, body.id);
    return { subject, html, findings, ...(other && { existing: { id: other.id, word: other.word } }) };
  });
  serve(api, 'searchWords', async ({ query }) => ({ words: await words.search(query.q) }));

  serve(api, 'exportWords', async ({ ctx, query: { format } }) =>
    download(ctx, 'words', format, words.export(format)),
  );

  serve(api, 'uploadWords', async ({ ctx, query }) =>
    words.import(uploadedFile(ctx.req, 'words'), { ...query, source: 'import', format: 'csv' }, actorOf(ctx)),
  );

  serve(api, 'countStarters', async () => {
    const { added } = await words.addPacks({ dryRun: true });
    return { missing: added };
  });

  serve(api, 'addStarters', async ({ ctx }) => words.addPacks({ actor: actorOf(ctx) }));

  serve(api, 'refusedRows', async ({ ctx }) =>
    download(ctx, 'refused', 'csv', words.refusedRows(uploadedFile(ctx.req, 'words'))),
  );

  serve(api, 'lookUpWord', async ({ body }) => dictionary.lookUp(body.word));

  serve(api, 'lookUpWords', async ({ ctx, body }) => {
    const results = words.markKnown(dictionary.lookUpAll(body.words, { signal: untilGone(ctx) }));
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
  serve(api, 'getWord', async ({ params }) => words.get(params.id));
  serve(api, 'addWord', async ({ body }) => words.add(body));
  serve(api, 'editWord', async ({ params, body }) => {
    const { replaces, ...input } = body;
    return words.edit(params.id, input, replaces);
  });
  serve(api, 'fixWord', async ({ params }) => {
    return (await words.fix(params.id)) ?? { word: await words.get(params.id), fixed: [] };
  });
  serve(api, 'listSuggestions', async () => words.suggestions());
  serve(api, 'dismissSuggestion', async ({ body }) => words.dismissSuggestion(body));
  serve(api, 'uploadRecording', async ({ ctx, params }) =>
    words.addRecording(params.id, await uploadedBody(ctx.req, 'recording')),
  );
  serve(api, 'removeRecording', async ({ params }) => {
    await words.removeRecording(params.id);
    return { message: 'The recording was removed.' };
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

export function themeRoutes(api: Api, { themes, autopilot }: Wordrise): void {
  // Fixed paths first: `{id}` would match them.
  serve(api, 'exportThemes', async ({ ctx, query: { format } }) =>
    download(ctx, 'themes', format, themes.export(format)),
  );
  serve(api, 'uploadThemes', async ({ ctx, query }) =>
    themes.import(uploadedFile(ctx.req, 'themes'), { ...query, format: 'csv' }),
  );
  serve(api, 'listThemes', async () => themes.list());
  serve(api, 'addTheme', async ({ body }) => themes.add(body));
  serve(api, 'getTheme', async ({ params }) => themes.get(params.id));
  serve(api, 'editTheme', async ({ params, body }) => themes.edit(params.id, body));
  serve(api, 'scheduleTheme', async ({ params, body }) => {
    const { title } = await themes.get(params.id);
    return autopilot.scheduleTheme(title, body);
  });
  serve(api, 'removeTheme', async ({ params }) => {
    await themes.remove(params.id);
    return { message: 'The theme was removed. Its words are still in the library.' };
  });
}
