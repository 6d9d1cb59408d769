import type { Wordrise } from '@wordrise/core';
import { messages } from '@wordrise/core/contract';
import { type Api, serve } from '../http/endpoint.ts';
import { actorOf } from '../http/session.ts';
import { latestWordCaching } from '../http/static-file.ts';

export function scheduleRoutes(
  api: Api,
  { schedule, weeklyEmails, quiz, recall, course, autopilot, archive, warmUp }: Wordrise,
): void {
  // Fixed paths first: `{id}` would match them.
  serve(api, 'scheduleStats', async () => schedule.stats());

  serve(api, 'listProviderSends', async ({ ctx }) => {
    const { entries, unreachable } = await schedule.providerSends();
    // The list then shows our own records, and the page mentions it.
    if (unreachable) ctx.set('X-Email-Provider', 'unreachable');
    return entries;
  });

  serve(api, 'cancelSend', async ({ params }) => {
    await schedule.cancelSend(params.sendId);
    return { message: messages.schedule.canceled };
  });

  serve(api, 'listOlderEmails', async ({ query }) => schedule.older(query));
  serve(api, 'listOffTime', async () => schedule.offTime());
  serve(api, 'listSends', async ({ query }) => schedule.sends(query.limit));
  serve(api, 'listProblems', async ({ params, query }) => schedule.problems(params.id, query));
  serve(api, 'listRecipients', async ({ params, query }) => schedule.recipients(params.id, query));
  serve(api, 'getDelivery', async ({ params }) => schedule.delivery(params.id));
  serve(api, 'changeDelivery', async ({ ctx, params, body }) =>
    schedule.changeDelivery(params.id, body.action, actorOf(ctx)),
  );
  serve(api, 'listSchedule', async ({ query }) => schedule.list(query.limit));
  serve(api, 'scheduleEmail', async ({ body }) => schedule.add(body));
  serve(api, 'updateEmail', async ({ params }) => schedule.update(params.id));
  serve(api, 'swapWord', async ({ params, body }) => schedule.swapWord(params.id, body));
  serve(api, 'exchangeEmails', async ({ params, body }) => schedule.exchange(params.id, body.with));
  serve(api, 'moveEmail', async ({ params, body }) => schedule.move(params.id, body));
  serve(api, 'restoreEmail', async ({ body }) => schedule.restore(body));
  serve(api, 'getEmailContent', async ({ params }) => schedule.content(params.id));
  serve(api, 'cancelEmail', async ({ params }) => {
    await schedule.cancel(params.id);
    return { message: messages.schedule.canceled };
  });

  serve(api, 'listWeeklyEmails', async ({ query }) => weeklyEmails.list(query.limit));
  serve(api, 'changeWeeklyEmail', async ({ ctx, params, body }) =>
    weeklyEmails.change(params.id, body.action, actorOf(ctx)),
  );

  serve(api, 'quizResults', async () => quiz.results());
  serve(api, 'course', async () => course.view());
  serve(api, 'warmUp', async () => ({ warmUp: await warmUp() }));
  serve(api, 'recallResults', async () => recall.results());
  serve(api, 'getAutopilot', async () => autopilot.get());
  serve(api, 'saveAutopilot', async ({ ctx, body }) => autopilot.save(body, actorOf(ctx)));
  serve(api, 'skipDay', async ({ params, body }) => autopilot.skip(params.day, body));
  serve(api, 'unskipDay', async ({ params, query }) => autopilot.unskip(params.day, query));
  serve(api, 'planDays', async ({ body }) => autopilot.plan(body));
  serve(api, 'calendarDays', async ({ query }) => autopilot.days(query));

  // The word-of-the-day widget calls it from any site.
  serve(api, 'today', async ({ ctx }) => {
    ctx.set({
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': latestWordCaching,
    });
    return archive.today();
  });
}
