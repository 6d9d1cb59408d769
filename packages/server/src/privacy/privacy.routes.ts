import type { Wordrise } from '@wordrise/core';
import { actorOf } from '../http/actor.ts';
import { type Api, serve } from '../http/endpoint.ts';

export function privacyRoutes(api: Api, { privacy }: Wordrise): void {
  serve(api, 'getPrivacy', async () => privacy.get());
  serve(api, 'savePrivacy', async ({ ctx, body }) => privacy.save(body, actorOf(ctx)));
  serve(api, 'resetPrivacy', async ({ ctx }) => privacy.reset(actorOf(ctx)));
  serve(api, 'previewPrivacy', async ({ body }) => privacy.preview(body));
}
