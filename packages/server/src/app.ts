import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import { DomainError, type Wordrise } from '@wordrise/core';
import { limits } from '@wordrise/core/contract';
import Koa from 'koa';
import compress from 'koa-compress';
import { accountRoutes } from './accounts/accounts.routes.ts';
import { httpErrors } from './http/http-errors.ts';
import { type Log, requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { ServerState } from './http/server-state.ts';
import { sessions, signedIn } from './http/session.ts';
import { embedRouter } from './readers/readers.routes.ts';
import { scheduleRoutes } from './schedule/schedule.routes.ts';
import { pages, widgetRoutes } from './site/site.routes.ts';
import type { Site } from './site/site.ts';
import { createMetrics, type Metrics } from './system/metrics.ts';
import { systemRoutes } from './system/system.routes.ts';
import { templateRoutes } from './templates/templates.routes.ts';
import { wordRoutes } from './words/words.routes.ts';

export interface AppOptions {
  log: Log;
  site: Site;
  metrics?: Metrics;
  /** Called after each stored signup. */
  onSignup?: (() => void) | undefined;
}

/** The Koa app: the API of the contract, the widget files and the pages. It opens no port. */
export function createApp(wordrise: Wordrise, options: AppOptions): Koa<ServerState> {
  const { log, site, metrics = createMetrics(wordrise) } = options;
  const { config } = wordrise;
  const app = new Koa<ServerState>();
  app.keys = config.sessionSecrets;
  app.proxy = config.trustProxy > 0;
  app.maxIpsCount = config.trustProxy;
  app.on('error', (error) => {
    // A visitor who leaves before the response is complete is not an error.
    if (!['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error?.code))
      log.error({ err: error }, 'response failed');
  });

  const router = new Router<ServerState>();
  wordRoutes(router, wordrise);
  scheduleRoutes(router, wordrise);
  templateRoutes(router, wordrise);
  accountRoutes(router, wordrise);
  systemRoutes(router, wordrise, metrics);
  widgetRoutes(router, site);
  const embed = embedRouter(wordrise, options.onSignup);

  app.use(async function start(ctx, next) {
    ctx.state.config = config;
    await next();
  });
  app.use(requestLog(log));
  app.use(metrics.middleware);
  app.use(securityHeaders(config));
  app.use(compress({ filter: (type) => !type.includes('ndjson') && compressible(type) }));
  app.use(
    httpErrors((error, { state }) => {
      log.error({ id: (state as ServerState).requestId, err: error }, 'request failed');
    }),
  );
  app.use(onlyForApi(sessions(app, wordrise)));
  app.use(onlyForApi(signedIn(wordrise)));
  app.use(bodyParser({ enableTypes: ['json'], jsonLimit: limits.jsonBodyBytes, encoding: 'utf-8' }));
  app.use(embed.routes());
  app.use(router.routes());
  app.use(unknownApiPath(router, embed));
  app.use(pages(site));
  return app;
}

function compressible(type: string): boolean {
  return /^(text\/|application\/(json|javascript|xml))|\+(json|xml)|image\/svg/.test(type);
}

/** Pages and files need no session, so they don't query the database. */
function onlyForApi(middleware: Koa.Middleware<ServerState>): Koa.Middleware<ServerState> {
  return async function onlyForApi(ctx, next) {
    await (ctx.path.startsWith('/api/') ? middleware(ctx, next) : next());
  };
}

function unknownApiPath(...routers: Router<ServerState>[]): Koa.Middleware<ServerState> {
  return async function unknownApiPath(ctx, next) {
    if (!ctx.path.startsWith('/api/') && ctx.path !== '/api') return next();
    const methods = routers.flatMap((router) =>
      router.match(ctx.path, 'GET').path.flatMap((layer) => layer.methods),
    );
    if (methods.length === 0) {
      throw new DomainError(
        'request.not_found',
        'There is no such endpoint. /api/openapi.json lists all of them.',
      );
    }
    const allowed = [...new Set(methods)].join(', ');
    ctx.set('Allow', allowed);
    throw new DomainError('request.method_not_allowed', `This path only allows ${allowed}.`);
  };
}
