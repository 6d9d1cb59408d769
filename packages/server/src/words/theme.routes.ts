import type { Wordrise } from '@wordrise/core';
import { download } from '../http/download.ts';
import { type Api, serve } from '../http/endpoint.ts';
import { uploadedFile } from '../http/uploaded-file.ts';

export function themeRoutes(api: Api, { themes }: Wordrise): void {
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
  serve(api, 'removeTheme', async ({ params }) => {
    await themes.remove(params.id);
    return { message: 'The theme was removed. Its words are still in the library.' };
  });
}
