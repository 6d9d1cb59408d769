import { randomUUID } from 'node:crypto';
import { DomainError } from '@wordrise/core';
import type { Middleware } from 'koa';
import { type Logger, pino } from 'pino';
import type { ServerState } from './session.ts';

export type Log = Logger;

/**
 * JSON lines, buffered and written at least every 100 ms, and at the end of the process, even after an uncaught error.
 */
export function createLog(level: string, destination: { write(line: string): void } = stdout()): Log {
  return pino({ level, base: null, timestamp: timeOfLine(), serializers: { err: describe } }, destination);
}

/**
 * The time of each line. Lines within the same millisecond share its text: formatting a date costs as much as the rest
 * of a line.
 */
function timeOfLine(): () => string {
  let written = Number.NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== written) text = `,"time":"${new Date(now).toISOString()}"`;
    written = now;
    return text;
  };
}

/** Writes in this thread: a write by another thread could be editConflict by the last one of a process that ends. */
function stdout() {
  const destination = pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: 100 });
  process.once('exit', () => destination.flushSync());
  return destination;
}

/** For the metrics. */
export interface FinishedRequest {
  method: string;
  /** The path's pattern. Paths without one count together: every id would create its own series. */
  route: string | undefined;
  status: number;
  seconds: number;
}

const probes = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Gives each request its id, from a proxy or new; logs it as one line, without query, body, email addresses or tokens;
 * and counts it in the metrics.
 */
export function requestLog(
  log: Log,
  { requestFinished }: { requestFinished(request: FinishedRequest): void },
): Middleware<ServerState> {
  return async function requestLog(ctx, next) {
    const startedAt = performance.now();
    const id = requestId(ctx.get('X-Request-Id'));
    ctx.state.requestId = id;
    try {
      await next();
    } finally {
      ctx.set('X-Request-Id', id);
      const { method, path, status, state, _matchedRoute: matched } = ctx;
      const route = state.route ?? (typeof matched === 'string' ? matched : undefined);
      const ms = performance.now() - startedAt;
      requestFinished({ method, route, status, seconds: ms / 1000 });
      const line = {
        id,
        method,
        path: loggedPath(path),
        status,
        ms: Math.round(ms),
      };
      if (probes.has(path)) log.debug(line, 'request');
      else log.info(line, 'request');
    }
  };
}

function requestId(given: string): string {
  return /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

/** Longer paths are cut: no page or call has one, and strangers should not be able to fill the log. */
const loggedPathLength = 300;

export function loggedPath(path: string): string {
  // Longer than what is logged, so that no address is cut in half and left in.
  const part = path.slice(0, 3 * loggedPathLength);
  return withoutAddresses(withoutToken(part)).slice(0, loggedPathLength);
}

/** The token of a link in an email acts for its reader, and one to unsubscribe works for good. */
function withoutToken(path: string): string {
  return path
    .replace(/(\/(?:confirm|unsubscribe|preferences|quiz|recall)\/+)[^/]+/gi, '$1:token')
    .replace(/(\/recall\/+:token\/+[^/]+\/+)[^/]+/gi, '$1:token');
}

function withoutAddresses(text: string): string {
  return text.replace(/(?<![^\s@'"`,;<>()/])[^\s@'"`,;<>()/]+(@|%40)[^\s@'"`,;<>()/]+/gi, '…');
}

/**
 * The parts of an error that are safe to log. The ORM's message repeats the statement's values, such as readers' email
 * addresses or a password hash, so only the cause of its errors is logged.
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
