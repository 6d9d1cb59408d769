import type { Wordrise } from '@wordrise/core';
import { actorOf } from '../http/actor.ts';
import { type Api, serve } from '../http/endpoint.ts';

export function autopilotRoutes(api: Api, { autopilot }: Wordrise): void {
  serve(api, 'getAutopilot', async () => autopilot.get());
  serve(api, 'saveAutopilot', async ({ ctx, body }) => autopilot.save(body, actorOf(ctx)));
  serve(api, 'skipDay', async ({ params }) => autopilot.skip(params.day));
  serve(api, 'unskipDay', async ({ params }) => autopilot.unskip(params.day));
  serve(api, 'planMornings', async ({ body }) => autopilot.plan(body));
  serve(api, 'calendarDays', async ({ query }) => autopilot.days(query));
}
