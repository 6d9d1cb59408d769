import type { RequestListener } from 'node:http';
import { type Config, DomainError, limitWaiting, sessionSecrets, type Wordrise } from '@wordrise/core';
import { basePath, timings } from '@wordrise/core/contract';
import Koa, { type Middleware } from 'koa';
import { compressAnswers } from './http/compression.ts';
import { createApi, refuseUnknown } from './http/endpoint.ts';
import { httpErrors, type OnFailure, pageErrors } from './http/http-errors.ts';
import { type Log, requestLog } from './http/request-log.ts';
import { withSecurityHeaders } from './http/security-headers.ts';
import type { ServerState } from './http/session.ts';
import { settingsRoutes } from './installation/settings.routes.ts';
import { ownerRoutes } from './owner/owner.routes.ts';
import { linkRoutes } from './readers/links.routes.ts';
import { readerRoutes } from './readers/readers.routes.ts';
import { signupFormRoutes } from './readers/signup-form.routes.ts';
import { quizRoutes } from './schedule/quiz.routes.ts';
import { recallRoutes } from './schedule/recall.routes.ts';
import { scheduleRoutes } from './schedule/schedule.routes.ts';
import { brandedPages } from './site/brand.ts';
import { previewPage } from './site/preview-page.ts';
import type { Site } from './site/site.ts';
import { siteFiles, sitePages } from './site/site-pages.ts';
import { createMetrics, type Metrics } from './system/metrics.ts';
import { systemRoutes } from './system/system.routes.ts';
import { templateRoutes } from './template/template.routes.ts';
import { themeRoutes, wordRoutes } from './words/words.routes.ts';

export interface AppOptions {
  log: Log;
  site: Site;
  metrics?: Metrics;
  /** Called after each stored signup. */
  onSignup?: (() => void) | undefined;
  /** Called once sending is not held any more. */
  onResumed?: (() => void) | undefined;
  /** Called after settings were stored; resolves once they count, to what was opened with them. */
  onSettings?: (() => Promise<Wordrise>) | undefined;
  /** How long a request waits for the database. 8 s unless a test needs less. */
  databaseMs?: (() => number) | undefined;
}

/** Answers requests with the pages, the widget files or the API of the contract. It opens no port. */
export function createApp(wordrise: Wordrise, options: AppOptions): RequestListener {
  const { log, site, metrics = createMetrics(wordrise) } = options;
  const { databaseMs = () => timings.databaseSeconds * 1000 } = options;
  const onFailure: OnFailure = (error, { state }) =>
    log.error({ id: state.requestId, err: error }, 'request failed');
  const pages = brandedPages(site, wordrise);
  const renderNotice: Site['renderNotice'] = (notice) => pages.latest().renderNotice(notice);
  const onPageError = pageErrors(renderNotice, onFailure);
  /** For what renders a page itself: with the answer to an error, and in the design as it is now. */
  const asPage: Middleware = (ctx, next) =>
    onPageError(ctx, async () => {
      await pages.current();
      await next();
    });

  const koa = createKoa(wordrise, log);
  const api = createApi(koa, wordrise);
  wordRoutes(api, wordrise);
  themeRoutes(api, wordrise);
  scheduleRoutes(api, wordrise);
  templateRoutes(api, wordrise, (view, page) => previewPage(site, pages.preview(view), page, wordrise));
  ownerRoutes(api, wordrise);
  settingsRoutes(api, wordrise, options.onSettings ?? (async () => wordrise));
  systemRoutes(api, wordrise, { metrics, onResumed: options.onResumed });
  // Before the call of the API, which takes what it leaves.
  signupFormRoutes(api, wordrise, {
    renderSignup: async (page) => (await pages.current()).renderSignup(page),
    onSignup: options.onSignup,
    onFailure,
  });
  readerRoutes(api, wordrise, options.onSignup);
  quizRoutes(api, wordrise, {
    renderQuiz: (page) => pages.latest().renderQuiz(page),
    renderNotice,
    asPage,
  });
  recallRoutes(api, wordrise, {
    renderRecall: (page) => pages.latest().renderRecall(page),
    renderNotice,
    asPage,
  });
  linkRoutes(api, wordrise, {
    renderNotice,
    renderOwnPage: (page) => pages.latest().renderOwnPage(page),
    onConfirmed: options.onSignup,
    asPage,
  });

  koa.use(requestLog(log, metrics));
  koa.use(withSecurityHeaders(wordrise.config));
  koa.use(httpErrors(onFailure));
  if (basePath(wordrise.config.publicUrl) !== '') koa.use(belowPath(wordrise.config, log));
  koa.use(siteFiles(site, pages, wordrise));
  koa.use(withinLimit(databaseMs));
  koa.use(compressAnswers);
  koa.use(sitePages(site, pages, wordrise, onPageError));
  koa.use(api.router.routes());
  koa.use(refuseUnknown(api));
  return koa.callback();
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

/** Limits how long the request waits for the database. */
function withinLimit(databaseMs: () => number): Middleware {
  return function withinLimit(_ctx, next) {
    return limitWaiting(databaseMs(), next);
  };
}

/** Also answered outside of the path, for programs on this machine that know only the port. */
const probes = /^\/(healthz|readyz|metrics)\/?$/;

/**
 * For an installation below a path, such as `https://example.com/words`: passes on requests with the rest of the path,
 * and refuses others with the reason. A proxy must pass the path on unchanged. If it removed it, one could not tell
 * the page of a word from the installation itself.
 */
function belowPath({ publicUrl }: Pick<Config, 'publicUrl'>, log: Log): Middleware {
  const base = basePath(publicUrl);
  let hasWarned = false;
  return function belowPath(ctx, next) {
    if (probes.test(ctx.path)) return next();
    if (ctx.path === base || ctx.path.startsWith(`${base}/`)) {
      const rest = ctx.url.slice(base.length);
      ctx.url = rest.startsWith('/') ? rest : `/${rest}`;
      return next();
    }
    const message = `This site is at ${publicUrl}/. The proxy in front of it must pass on the path unchanged, with ${base}.`;
    if (!hasWarned) log.warn(`A request came without the path of PUBLIC_URL. ${message}`);
    hasWarned = true;
    throw new DomainError('request.not_found', message);
  };
}
