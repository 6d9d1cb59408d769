import type { Wordrise } from '@wordrise/core';
import { type Api, serve } from '../http/endpoint.ts';
import { actorOf } from '../http/session.ts';

/** @param onSaved Resolves once this server has the new settings. */
export function settingsRoutes(api: Api, { settings }: Wordrise, onSaved: () => Promise<void>): void {
  serve(api, 'getSettings', async () => settings.view());
  serve(api, 'saveSettings', async ({ ctx, body }) => {
    const view = await settings.save(body.changes, actorOf(ctx));
    await onSaved();
    return view;
  });
  serve(api, 'checkSettings', async ({ ctx, body }) => settings.check(body.changes, actorOf(ctx)));
  serve(api, 'testSettings', async ({ ctx, body }) => settings.test(body.changes, body.to, actorOf(ctx)));
}
