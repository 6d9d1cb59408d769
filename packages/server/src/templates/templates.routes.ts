import type Router from '@koa/router';
import type { Wordrise } from '@wordrise/core';
import { serve } from '../http/endpoint.ts';
import type { ServerState } from '../http/server-state.ts';

export function templateRoutes(router: Router<ServerState>, { templates }: Wordrise): void {
  serve(router, 'getTemplate', async () => templates.get());
  serve(router, 'saveTemplate', async ({ body }) => templates.save(body));
  serve(router, 'previewTemplate', async ({ body }) => templates.preview(body));
}
