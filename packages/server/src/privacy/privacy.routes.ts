import type { Wordrise } from '@wordrise/core';
import { type Api, serve } from '../http/endpoint.ts';

export function privacyRoutes(api: Api, { privacy }: Wordrise): void {
  serve(api, 'getPrivacy', async () => privacy.get());
  serve(api, 'savePrivacy', async ({ body }) => privacy.save(body));
  serve(api, 'resetPrivacy', async () => privacy.reset());
  serve(api, 'previewPrivacy', async ({ body }) => privacy.preview(body));
}
