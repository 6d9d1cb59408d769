import type Router from '@koa/router';
import type { Wordrise } from '@wordrise/core';
import { messages } from '@wordrise/core/contract';
import { serve } from '../http/endpoint.ts';
import type { ServerState } from '../http/server-state.ts';

export function scheduleRoutes(router: Router<ServerState>, { schedule }: Wordrise): void {
  // Fixed paths first: `{id}` would match them.
  serve(router, 'scheduleStats', async () => schedule.stats());

  serve(router, 'listProviderSends', async ({ ctx }) => {
    const { entries, unreachable } = await schedule.providerSends();
    // The list then shows our own records, and the page says so.
    if (unreachable) ctx.set('X-Email-Provider', 'unreachable');
    return entries;
  });

  serve(router, 'cancelSend', async ({ params }) => {
    await schedule.cancelSend(params.sendId);
    return { message: messages.schedule.cancelled };
  });

  serve(router, 'listSchedule', async ({ query }) => schedule.list(query.limit));
  serve(router, 'scheduleEmail', async ({ body }) => schedule.add(body));
  serve(router, 'cancelEmail', async ({ params }) => {
    await schedule.cancel(params.id);
    return { message: messages.schedule.cancelled };
  });
}
