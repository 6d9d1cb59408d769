import type { Wordrise } from '@wordrise/core';
import { messages } from '@wordrise/core/contract';
import { type Api, serve } from '../http/endpoint.ts';
import { actorOf } from '../http/session.ts';

/**
 * Signing up, also from other sites, and the data of a person, which the admin can see and delete.
 */
export function readerRoutes(
  api: Api,
  { readers, config, firstWord }: Wordrise,
  onSignup: () => void = () => {},
): void {
  serve(api, 'register', async ({ ctx, body }) => {
    const answer = await readers.signUp(body, { address: ctx.ip, site: siteOf(ctx.get('Origin')) });
    onSignup();
    return answer;
  });

  serve(api, 'listSignups', async ({ query }) => readers.list(query));

  serve(api, 'describeReader', async ({ ctx, params }) => readers.describe(params.email, actorOf(ctx)));

  serve(api, 'removePerson', async ({ ctx, params }) => {
    const isPending = (await readers.remove(params.email, actorOf(ctx))) === 'pending';
    return { message: isPending ? messages.reader.removedHere : messages.reader.removed, isPending };
  });

  serve(api, 'reportDeliveries', async ({ body }) => readers.reportDeliveries(body));

  serve(api, 'firstWord', async ({ ctx }) => {
    ctx.set('Cache-Control', 'public, max-age=60');
    return firstWord();
  });

  serve(api, 'config', async ({ ctx }) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    return {
      productName: config.productName,
      recaptchaSiteKey: config.botCheck.kind === 'recaptcha' ? config.botCheck.siteKey : null,
      signupPath: '/#signup',
      confirmSignups: config.confirmSignups,
    };
  });
}

/** Pages send the origin of their site; a script may send none, or nonsense. */
function siteOf(origin: string): string | undefined {
  return /^https?:/.test(origin) && URL.canParse(origin) ? new URL(origin).origin : undefined;
}
