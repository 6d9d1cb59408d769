import type { Wordrise } from '@wordrise/core';
import type { DesignView } from '@wordrise/core/contract';
import { type Api, serve } from '../http/endpoint.ts';
import { actorOf } from '../http/session.ts';
import { uploadedBody } from '../http/uploaded-file.ts';

/** @param renderPage A public page in a design. */
export function templateRoutes(
  api: Api,
  { templates }: Wordrise,
  renderPage: (look: Pick<DesignView, 'design' | 'logo'>, page: 'landing' | 'word') => Promise<string>,
): void {
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
  serve(api, 'previewDesign', async ({ body: { page, ...input } }) => {
    const preview = await templates.previewDesign(input);
    if (page === 'email') return preview;
    return { ...preview, html: await renderPage({ ...input, logo: preview.logo }, page) };
  });
  serve(api, 'uploadLogo', async ({ ctx }) => templates.addLogo(await uploadedBody(ctx.req, 'logo')));
}
