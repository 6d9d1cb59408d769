import type { Wordrise } from '@wordrise/core';
import { type Api, serve } from '../http/endpoint.ts';
import { actorOf } from '../http/session.ts';
import { uploadedPicture } from '../http/uploaded-file.ts';

export function templateRoutes(api: Api, { templates }: Wordrise): void {
  serve(api, 'getTemplate', async () => templates.get());
  serve(api, 'saveTemplate', async ({ ctx, body }) => templates.save(body, actorOf(ctx)));
  serve(api, 'resetTemplate', async ({ ctx }) => templates.reset(actorOf(ctx)));
  serve(api, 'listTemplateVersions', async () => ({ versions: await templates.versions() }));
  serve(api, 'getTemplateVersion', async ({ params }) => templates.version(params.id));
  serve(api, 'restoreTemplate', async ({ ctx, params }) => templates.restore(params.id, actorOf(ctx)));
  serve(api, 'previewTemplate', async ({ body }) => templates.preview(body));
  serve(api, 'sendTestEmail', async ({ ctx, body }) => templates.sendTest(body, actorOf(ctx)));
  serve(api, 'getDesign', async () => templates.design());
  serve(api, 'saveDesign', async ({ ctx, body }) => templates.saveDesign(body, actorOf(ctx)));
  serve(api, 'previewDesign', async ({ body }) => templates.previewDesign(body));
  serve(api, 'uploadLogo', async ({ ctx }) => templates.addLogo(await uploadedPicture(ctx.req)));
}
