import type { Wordrise } from '@wordrise/core';
import { type Api, serve } from '../http/endpoint.ts';

export function templateRoutes(api: Api, { templates }: Wordrise): void {
  serve(api, 'getTemplate', async () => templates.get());
  serve(api, 'saveTemplate', async ({ body }) => templates.save(body));
  serve(api, 'previewTemplate', async ({ body }) => templates.preview(body));
}
