import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '@wordrise/core';
import { type Logger, pino } from 'pino';

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

/** Writes in this thread: a write by another thread could be overtaken by the last one of a process that ends. */
function stdout() {
  const destination = pino.destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: 100 });
  process.once('exit', () => destination.flushSync());
  return destination;
}

/** One answered request. */
export interface RequestRecord {
  id: string;
  method: string;
  path: string;
  /** The path's pattern, if it has one. */
  route?: string | undefined;
  status: number;
  /** In the time of `performance.now()`. */
  startedAt: number;
}

/** The same for the metrics. */
export interface FinishedRequest {
  method: string;
  /** The path's pattern. Paths without one count together: every id would create its own series. */
  route: string | undefined;
  status: number;
  seconds: number;
}

export type RecordRequest = (request: RequestRecord) => void;

/** Longer paths are cut: no page or call has one, and strangers should not be able to fill the log. */
const loggedPathLength = 300;

const probes = new Set(['/healthz', '/readyz', '/metrics']);

/** Logs one line per request, without query, body or email addresses, and counts it in the metrics. */
export function requestRecorder(
  log: Log,
  { requestFinished }: { requestFinished(request: FinishedRequest): void },
): RecordRequest {
  return function recordRequest({ id, method, path, route, status, startedAt }) {
    const ms = performance.now() - startedAt;
    requestFinished({ method, route, status, seconds: ms / 1000 });
    const line = {
      id,
      method,
      path: shortened(path),
      status,
      ms: Math.round(ms),
    };
    if (probes.has(path)) log.debug(line, 'request');
    else log.info(line, 'request');
  };
}

/** The request's id from a proxy, or a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
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

function shortened(path: string): string {
  // Longer than what is kept, so that no address is cut in half and left in.
  return withoutAddresses(path.slice(0, 3 * loggedPathLength)).slice(0, loggedPathLength);
}

function withoutAddresses(text: string): string {
  return text.replace(/(?<![^\s@'"`,;<>()/])[^\s@'"`,;<>()/]+(@|%40)[^\s@'"`,;<>()/]+/gi, '…');
}
