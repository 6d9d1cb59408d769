import type { Wordrise } from '@wordrise/core';
import { type Api, serve } from '../http/endpoint.ts';
import { actorOf } from '../http/session.ts';

/** @param onSaved Resolves once this server has the new settings, to what was opened with them. */
export function settingsRoutes(
  api: Api,
  { settings }: Wordrise,
  onSaved: () => Promise<Pick<Wordrise, 'schedule'>>,
): void {
  serve(api, 'getSettings', async () => settings.view());
  serve(api, 'saveSettings', async ({ ctx, body }) => {
    const { olderEmails = [], ...view } = await settings.save(body.changes, actorOf(ctx));
    const { schedule } = await onSaved();
    // Not left to further calls: with an address that begins with https, this session ends.
    const updatedEmails = body.updateScheduled ? await schedule.updateAll(olderEmails) : [];
    const left = olderEmails.filter(({ id }) => !updatedEmails.some((updated) => updated.id === id));
    return {
      ...view,
      ...(left.length > 0 && { olderEmails: left }),
      ...(updatedEmails.length > 0 && { updatedEmails }),
    };
  });
  serve(api, 'checkSettings', async ({ ctx, body }) => settings.check(body.changes, actorOf(ctx)));
  serve(api, 'testSettings', async ({ ctx, body }) => settings.test(body.changes, body.to, actorOf(ctx)));
}
