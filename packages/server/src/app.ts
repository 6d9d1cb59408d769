import type { RequestListener } from 'node:http';
import { DomainError, sessionSecrets, type Wordrise } from '@wordrise/core';
import Koa, { type Middleware } from 'koa';
import { accountRoutes } from './accounts/accounts.routes.ts';
import { archiveRoutes } from './archive/archive.routes.ts';
import { compressAnswers } from './http/compress-answers.ts';
import { type Api, createApi } from './http/endpoint.ts';
import { httpErrors } from './http/http-errors.ts';
import { noSuchEndpoint } from './http/no-such-endpoint.ts';
import { type Log, type RecordRequest, requestId, requestRecorder } from './http/request-log.ts';
import { type Headers, securityHeaders } from './http/security-headers.ts';
import type { ServerState } from './http/server-state.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';
import { linkRoutes } from './readers/links.routes.ts';
import { readerRoutes } from './readers/readers.routes.ts';
import { autopilotRoutes } from './schedule/autopilot.routes.ts';
import { scheduleRoutes } from './schedule/schedule.routes.ts';
import { createAnswerSite } from './site/answer-site.ts';
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

/** Answers requests with the pages, the widget files or the API of the contract. It opens no port. */
export function createApp(wordrise: Wordrise, options: AppOptions): RequestListener {
  const { log, site, metrics = createMetrics(wordrise) } = options;
  const record = requestRecorder(log, metrics);
  const answerSite = createAnswerSite(site, wordrise, record);
  const koa = createKoa(wordrise, log);
  const api = createApi(koa, wordrise);
  wordRoutes(api, wordrise);
  autopilotRoutes(api, wordrise);
  scheduleRoutes(api, wordrise);
  templateRoutes(api, wordrise);
  privacyRoutes(api, wordrise);
  archiveRoutes(api, wordrise);
  accountRoutes(api, wordrise);
  systemRoutes(api, wordrise, metrics);
  readerRoutes(api, wordrise, options.onSignup);
  linkRoutes(api, wordrise, { renderNotice: site.renderNotice, onConfirmed: options.onSignup });

  koa.use(recorded(record));
  koa.use(withHeaders(securityHeaders(wordrise.config)));
  koa.use(
    httpErrors((error, { state }) => {
      log.error({ id: (state as ServerState).requestId, err: error }, 'request failed');
    }),
  );
  koa.use(compressAnswers);
  koa.use(api.router.routes());
  koa.use(noSuchCall(api));
  const answerApi = koa.callback();
  return (req, res) => {
    if (!answerSite(req, res)) void answerApi(req, res);
  };
}

function createKoa({ config }: Wordrise, log: Log): Koa<ServerState> {
  const koa = new Koa<ServerState>();
  koa.keys = sessionSecrets(config);
  koa.proxy = config.trustProxy > 0;
  koa.maxIpsCount = config.trustProxy;
  koa.on('error', (error) => {
    // A visitor who leaves before the response is complete is not an error.
    if (!['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error?.code))
      log.error({ err: error }, 'response failed');
  });
  return koa;
}

function recorded(record: RecordRequest): Middleware<ServerState> {
  return async function recorded(ctx, next) {
    const startedAt = performance.now();
    const id = requestId(ctx.req);
    ctx.state.requestId = id;
    ctx.set('X-Request-Id', id);
    try {
      await next();
    } finally {
      const { method, path, status, _matchedRoute } = ctx;
      const route = typeof _matchedRoute === 'string' ? _matchedRoute : undefined;
      record({ id, method, path, route, status, startedAt });
    }
  };
}

function withHeaders(headers: Headers): Middleware<ServerState> {
  const list = Object.entries(headers);
  return function withHeaders({ res }, next) {
    for (const [name, value] of list) res.setHeader(name, value);
    return next();
  };
}

/** Requests that no route handles. Pages and files have been answered by now, so any left here have a wrong method. */
function noSuchCall({ router }: Api): Middleware<ServerState> {
  return function noSuchCall(ctx) {
    const isPage = !/^\/api(\/|$)/i.test(ctx.path);
    const known = router.match(ctx.path, 'GET').path.flatMap((layer) => layer.methods);
    const methods = isPage && known.length === 0 ? ['GET', 'HEAD'] : known;
    if (methods.length === 0) {
      throw noSuchEndpoint();
    }
    const allowed = [...new Set(methods)].join(', ');
    ctx.set('Allow', allowed);
    throw new DomainError('request.method_not_allowed', `This path only allows ${allowed}.`);
  };
}
