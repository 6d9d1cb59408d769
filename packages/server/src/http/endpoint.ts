import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import { DomainError } from '@wordrise/core';
import type { Endpoint } from '@wordrise/core/contract';
import {
  type AnswerOf,
  type EndpointName,
  type Endpoints,
  endpoints,
  plainIssue,
} from '@wordrise/core/contract';
import type { z } from 'zod';
import { requireOwnOrigin } from './origins.ts';
import type { ServerState } from './server-state.ts';

type Parsed<T, K extends string> = T extends { [key in K]: infer S extends z.ZodType }
  ? z.infer<S>
  : undefined;

/** A handler's input, validated against the contract. */
export interface Call<N extends EndpointName> {
  ctx: RouterContext<ServerState>;
  params: Parsed<Endpoints[N], 'params'>;
  query: Parsed<Endpoints[N], 'query'>;
  body: Parsed<Endpoints[N], 'body'>;
  /** The admin's id; `0` if the endpoint is public. */
  userId: number;
}

/** The endpoint's JSON answer, or `undefined` if the handler wrote another type of response. */
export type Handler<N extends EndpointName> = (call: Call<N>) => Promise<AnswerOf<N> | undefined>;

const plainIssues = { error: plainIssue };

/** Adds an endpoint to the router. The contract determines its method, path, validation and status. */
export function serve<N extends EndpointName>(
  router: Router<ServerState>,
  name: N,
  handler: Handler<N>,
): void {
  const endpoint: Endpoint = endpoints[name];
  const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
  router.register(path, [endpoint.method], async (ctx: RouterContext<ServerState>) => {
    const changes = endpoint.method !== 'GET';
    if (changes && endpoint.access !== 'embed') requireOwnOrigin(ctx);
    const userId = endpoint.access === 'session' ? requireUser(ctx) : 0;
    if (endpoint.body) requireJson(ctx);
    const call = {
      ctx,
      params: endpoint.params?.parse(ctx.params, plainIssues),
      query: endpoint.query?.parse(ctx.query, plainIssues),
      body: endpoint.body?.parse(ctx.request.body ?? {}, plainIssues),
      userId,
    } as Call<N>;
    if (ctx.path.startsWith('/api/admin') || ctx.path.startsWith('/api/auth')) {
      ctx.set('Cache-Control', 'no-store');
    }
    const answer = await handler(call);
    if (answer === undefined) return;
    ctx.status = endpoint.status;
    ctx.body = answer;
  });
}

function requireUser(ctx: RouterContext<ServerState>): number {
  if (ctx.state.userId) return ctx.state.userId;
  throw new DomainError('auth.required', 'Please sign in first.');
}

function requireJson(ctx: RouterContext<ServerState>): void {
  if (ctx.is('json', 'application/json')) return;
  throw new DomainError('request.content_type', 'Send the request as application/json.');
}
