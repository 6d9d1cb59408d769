import type { Wordrise } from '@wordrise/core';
import { actorOf } from '../http/actor.ts';
import { type Api, serve } from '../http/endpoint.ts';

export function templateRoutes(api: Api, { templates }: Wordrise): void {
  serve(api, 'getTemplate', async () => templates.get());
  serve(api, 'saveTemplate', async ({ ctx, body }) => templates.save(body, actorOf(ctx)));
  serve(api, 'previewTemplate', async ({ body }) => templates.preview(body));
}
