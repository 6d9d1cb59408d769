import cors from '@koa/cors';
import Router from '@koa/router';
import type { Wordrise } from '@wordrise/core';
import { endpoints } from '@wordrise/core/contract';
import { serve } from '../http/endpoint.ts';
import { mayEmbed } from '../http/origins.ts';
import type { ServerState } from '../http/server-state.ts';

/** The two endpoints that other sites may call, without credentials. */
export function embedRouter(
  { readers, config }: Wordrise,
  onSignup: () => void = () => {},
): Router<ServerState> {
  const router = new Router<ServerState>();
  router.use(
    cors({
      origin: (ctx) => (mayEmbed(ctx.get('Origin'), ctx.host, config) ? ctx.get('Origin') : ''),
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['Content-Type'],
      exposeHeaders: ['Retry-After'],
      credentials: false,
      maxAge: 86_400,
    }),
  );
  // A preflight matches no route, and a router runs its middleware only for its routes.
  for (const { path } of [endpoints.register, endpoints.config]) {
    router.options(path, (ctx) => {
      ctx.status = 204;
    });
  }

  serve(router, 'register', async ({ ctx, body }) => {
    const answer = await readers.signUp(body, { address: ctx.ip });
    onSignup();
    return answer;
  });

  serve(router, 'config', async ({ ctx }) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    return {
      productName: config.productName,
      recaptchaSiteKey: config.botCheck.kind === 'recaptcha' ? config.botCheck.siteKey : null,
      signupPath: '/#signup',
    };
  });

  return router;
}
