import Router, { type RouterContext } from '@koa/router';
import { DomainError, type Wordrise } from '@wordrise/core';
import {
  type AnswerOf,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  endpoints,
  limits,
  plainIssue,
  timings,
  type UserView,
  type z,
} from '@wordrise/core/contract';
import type Koa from 'koa';
import type { Context, Middleware } from 'koa';
import { embedding, hookToken, ownOriginOnly, rememberRefused } from './access.ts';
import { forVisitors, noSuchEndpoint } from './http-errors.ts';
import { jsonBody } from './json-body.ts';
import { createSessions, type ServerState, type Sessions } from './session.ts';

type Parsed<T, K extends string> = T extends { [key in K]: infer S extends z.ZodType }
  ? z.infer<S>
  : undefined;

/** A handler's input, validated against the contract. */
interface Call<N extends EndpointName> {
  ctx: RouterContext<ServerState>;
  params: Parsed<Endpoints[N], 'params'>;
  query: Parsed<Endpoints[N], 'query'>;
  body: Parsed<Endpoints[N], 'body'>;
  /** The signed-in admin. */
  user: Endpoints[N]['access'] extends 'session' ? UserView : undefined;
}

/** The endpoint's JSON answer, or `undefined` if the handler wrote another type of response. */
export type Handler<N extends EndpointName> = (call: Call<N>) => Promise<AnswerOf<N> | undefined>;

type Steps = Record<
  'ownOriginOnly' | 'embedding' | 'rememberRefused' | 'hookToken' | 'publicBody' | 'hookBody' | 'adminBody',
  Middleware<ServerState>
>;

/** The router, and the steps that run before handlers. */
export interface Api {
  router: Router<ServerState>;
  sessions: Sessions;
  steps: Steps;
}

export function createApi(app: Koa<ServerState>, wordrise: Wordrise): Api {
  return {
    router: new Router<ServerState>(),
    sessions: createSessions(app, wordrise),
    steps: {
      ownOriginOnly: ownOriginOnly(wordrise.config),
      embedding: embedding(wordrise),
      rememberRefused: rememberRefused(wordrise),
      hookToken: hookToken(wordrise.config),
      publicBody: jsonBody({ bytes: limits.publicBodyBytes, seconds: timings.publicBodySeconds }),
      hookBody: jsonBody({ bytes: limits.hookBodyBytes, seconds: timings.publicBodySeconds }),
      adminBody: jsonBody({ bytes: limits.jsonBodyBytes, seconds: timings.jsonBodySeconds }),
    },
  };
}

/**
 * Adds an endpoint to the router. The contract determines its method, path, checks and status.
 *
 * @param body Instead of the contract's schema, if the product checks it by its settings.
 */
export function serve<N extends EndpointName>(
  api: Api,
  name: N,
  handler: Handler<N>,
  body?: z.ZodType<Parsed<Endpoints[N], 'body'>>,
): void {
  const endpoint: Endpoint = { ...endpoints[name], ...(body && { body }) };
  const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
  api.router.register(path, [endpoint.method], [...stepsBefore(api, endpoint), answer(endpoint, handler)]);
  // Browsers first ask whether another site may call.
  if (endpoint.access === 'embed') api.router.register(path, ['OPTIONS'], [api.steps.embedding, noContent]);
}

/** The body is read only after all checks that do not need it. */
function stepsBefore(
  { sessions, steps }: Api,
  { access, method, body, hasOptionalBody = false }: Endpoint,
): Middleware<ServerState>[] {
  return [
    ...(access === 'embed' ? [steps.embedding, forVisitors] : []),
    ...(access === 'token' ? [steps.hookToken] : []),
    ...(sentByBrowser.includes(access) && method !== 'GET' ? [steps.ownOriginOnly] : []),
    ...(access === 'embed' && method !== 'GET' ? [steps.rememberRefused] : []),
    ...(access === 'session' ? [sessions.required] : []),
    ...(body ? [hasOptionalBody ? jsonOrNothing : jsonOnly, steps[bodyOf[access]]] : []),
  ];
}

/** Calls that browsers send with the session's cookie, if there is one. */
export const sentByBrowser: readonly Endpoint['access'][] = ['public', 'session'];

const bodyOf = {
  public: 'publicBody',
  embed: 'publicBody',
  token: 'hookBody',
  session: 'adminBody',
} as const;

const jsonOnly: Middleware<ServerState> = function jsonOnly(ctx, next) {
  // Amazon SNS calls its JSON text.
  const isTopic = ctx.get('x-amz-sns-message-type') !== '' && ctx.is('text/plain');
  if (isTopic || ctx.is('json', 'application/json')) return next();
  throw new DomainError('request.content_type', 'Send the request as application/json.');
};

const jsonOrNothing: Middleware<ServerState> = function jsonOrNothing(ctx, next) {
  const isEmpty = ctx.is('json') === null || ctx.request.length === 0;
  return isEmpty ? next() : jsonOnly(ctx, next);
};

const noContent: Middleware<ServerState> = function noContent(ctx) {
  ctx.status = 204;
};

/** Aborted once the connection is closed, or the answer is sent: nobody waits for what is still worked on. */
export function untilGone(ctx: Context): AbortSignal {
  const gone = new AbortController();
  // The request's own `close` only means that its body has been read.
  ctx.res.once('close', () => gone.abort());
  return gone.signal;
}

const plainIssues = { error: plainIssue };

function answer<N extends EndpointName>(endpoint: Endpoint, handler: Handler<N>) {
  return async function answer(ctx: RouterContext<ServerState>): Promise<void> {
    const call = {
      ctx,
      params: endpoint.params?.parse(ctx.params, plainIssues),
      query: endpoint.query?.parse(ctx.query, plainIssues),
      body: endpoint.body?.parse(ctx.request.body ?? {}, plainIssues),
      user: ctx.state.user,
    } as Call<N>;
    // Handlers whose answers may be cached set another value.
    ctx.set('Cache-Control', 'no-store');
    const result = await handler(call);
    if (result === undefined) return;
    ctx.status = endpoint.status ?? 200;
    ctx.body = result;
  };
}

/** Requests that no route handles. Pages and files have been answered by now, so any left here have a wrong method. */
export function refuseUnknown({ router }: Api): Middleware<ServerState> {
  return function refuseUnknown(ctx) {
    const isPage = !/^\/api(\/|$)/i.test(ctx.path);
    const known = router.match(ctx.path, 'GET').path.flatMap((layer) => layer.methods);
    const methods = isPage && known.length === 0 ? ['GET', 'HEAD'] : known;
    if (methods.length === 0) throw noSuchEndpoint();
    const allowed = [...new Set(methods)].join(', ');
    ctx.set('Allow', allowed);
    throw new DomainError('request.method_not_allowed', `This path only allows ${allowed}.`);
  };
}
