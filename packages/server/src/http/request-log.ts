import { randomUUID } from 'node:crypto';
import { DomainError } from '@wordrise/core';
import type { Middleware } from 'koa';
import { type Logger, pino } from 'pino';
import type { ServerState } from './server-state.ts';

export type Log = Logger;

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describe },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** One line per request, without query, body or email addresses. */
export function requestLog(log: Log): Middleware<ServerState> {
  return async function requestLog(ctx, next) {
    const given = ctx.get('X-Request-Id');
    const id = /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    ctx.state.requestId = id;
    ctx.set('X-Request-Id', id);
    const startedAt = performance.now();
    try {
      await next();
    } finally {
      const ms = Math.round(performance.now() - startedAt);
      const line = { id, method: ctx.method, path: withoutAddresses(ctx.path), status: ctx.status, ms };
      if (ctx.path === '/healthz' || ctx.path === '/readyz' || ctx.path === '/metrics')
        log.debug(line, 'request');
      else log.info(line, 'request');
    }
  };
}

/**
 * The parts of an error that are safe to log. The ORM's message repeats the statement's values, such as
 * readers' email addresses or a password hash, so of its errors only the cause is logged.
 */
export function describe(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, stack } = error;
  const code = 'code' in error ? String(error.code) : undefined;
  const inner = 'previous' in error && error.previous instanceof Error ? error.previous : undefined;
  const message = inner || /Exception$/.test(name) ? (inner?.message ?? 'database error') : error.message;
  const cause =
    error instanceof DomainError && error.cause instanceof Error ? error.cause.message : undefined;
  return {
    type: name,
    ...(code ? { code } : {}),
    message: withoutAddresses(message),
    ...(cause ? { cause: withoutAddresses(cause) } : {}),
    at: stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8)
      .map((line) => line.trim()),
  };
}

function withoutAddresses(text: string): string {
  return text.replace(/[^\s@'"`,;<>()/]+(@|%40)[^\s@'"`,;<>()/]+/gi, '…');
}
