import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { DomainError } from '../../platform/errors.ts';
import type { IcontactConfig } from '../../platform/settings/config.ts';
import type { CallPolicy } from '../mail-provider.ts';
import { type CallOptions, ProviderUnreachable } from '../mail-provider.ts';
import { failureOf, networkFailure, stoppedFailure } from './failures.ts';

/** An iContact account and how to call it. */
export interface IcontactOptions extends IcontactConfig, CallPolicy {
  fetch?: typeof fetch;
  /** Called before every single call. Throws if no more are allowed, for example when the daily budget is used up. */
  beforeCall?: () => Promise<void>;
  /** Called when iContact asks not to be called for this long. */
  onBackoff?: (ms: number) => Promise<void>;
  now?: () => Date;
  /** Returns early, without an error, when the signal aborts. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

export interface IcontactCall extends CallOptions {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the API's root, such as `/time`. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
}

/** A 200 with a JSON body. It may still refuse everything: see `errors` and `warnings`. */
export interface IcontactAnswer {
  body: Record<string, unknown>;
  errors: string[];
  warnings: string[];
}

export type IcontactHttp = (call: IcontactCall) => Promise<IcontactAnswer>;

const longestReason = 300;

/**
 * Calls iContact at an accepted pace, within a time limit that includes the body. Ignores the content type that the
 * answer claims. Reads are retried after a pause; writes never are.
 *
 * @throws ProviderRefused, ProviderUnreachable, and anything `beforeCall` throws
 */
export function createIcontactHttp(options: IcontactOptions): IcontactHttp {
  const { timeoutMs, minIntervalMs, readRetries, readRetriesWithinMs, beforeCall, onBackoff } = options;
  const { now = () => new Date() } = options;
  const send = options.fetch ?? fetch;
  const sleep = options.sleep ?? sleepUntilStopped;
  const turn = createPacer({ intervalMs: minIntervalMs, sleep });
  const headers = requestHeaders(options);
  const root = options.apiUrl.replace(/(?<!\/)\/+$/, '');
  const clean = cleaner([options.appId, options.username, options.password]);

  async function once(call: IcontactCall, limitMs: number): Promise<IcontactAnswer> {
    await turn(call.signal);
    const isWrite = call.method !== 'GET';
    if (isWrite) await call.beforeChange?.();
    throwIfStopped(call);
    const query = call.query ? `?${new URLSearchParams(call.query)}` : '';
    let response: Response;
    let text: string;
    try {
      response = await send(`${root}${call.path}${query}`, {
        method: call.method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(limitMs), ...(call.signal ? [call.signal] : [])]),
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
      text = await response.text();
    } catch (cause) {
      if (call.signal?.aborted) throw stoppedFailure({ mayHaveHappened: isWrite, cause });
      throw networkFailure(cause, isWrite, limitMs);
    }
    const body = readBody(text);
    const errors = texts(body?.errors, clean);
    const warnings = [...texts(body?.warnings, clean), ...texts(body?.notices, clean)];
    if (response.status !== 200) {
      const retryAfterSeconds = readRetryAfter(response.headers.get('Retry-After'), now());
      if (retryAfterSeconds !== undefined) await onBackoff?.(retryAfterSeconds * 1000);
      throw failureOf({
        status: response.status,
        reason: errors[0] ?? warnings[0],
        isWrite,
        retryAfterSeconds,
      });
    }
    if (!body) throw nonsense(isWrite);
    return { body, errors, warnings };
  }

  return async function call(wanted) {
    throwIfStopped(wanted);
    if (wanted.method !== 'GET') {
      await beforeCall?.();
      return once(wanted, timeoutMs);
    }
    const started = performance.now();
    for (let attempt = 0; ; attempt++) {
      await beforeCall?.();
      const left = Math.ceil(readRetriesWithinMs - (performance.now() - started));
      try {
        return await once(wanted, attempt === 0 ? timeoutMs : Math.min(timeoutMs, Math.max(left, 1000)));
      } catch (error) {
        const pauseMs = 500 * 2 ** attempt * (0.5 + Math.random());
        const over = attempt === readRetries || performance.now() - started + pauseMs > readRetriesWithinMs;
        if (!(error instanceof ProviderUnreachable) || over || error.retryAfterSeconds) throw error;
        await sleep(pauseMs, wanted.signal);
        throwIfStopped(wanted);
      }
    }
  };
}

/** @throws ProviderUnreachable */
function throwIfStopped({ signal }: IcontactCall): void {
  if (signal?.aborted) throw stoppedFailure({ mayHaveHappened: false });
}

async function sleepUntilStopped(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, signal ? { signal } : {}).catch(() => {});
}

/** Seconds, or a date; `undefined` for anything else and for past times. */
function readRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d{1,9}$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - now.getTime()) / 1000);
  return seconds > 0 ? seconds : undefined;
}

function requestHeaders(options: IcontactOptions): Headers {
  try {
    return new Headers({
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'API-Version': '2.2',
      'API-AppId': options.appId,
      'API-Username': options.username,
      'API-Password': options.password,
    });
  } catch {
    // Leaves out the cause, which may quote the value.
    const text =
      'One of ICONTACT_APP_ID, ICONTACT_API_USERNAME and ICONTACT_API_PASSWORD has a character that cannot be sent, such as a line break. Copy it again.';
    throw new DomainError('config.invalid', text);
  }
}

/** `undefined` for anything but a JSON object. The `[]` that answers a deletion counts as an empty object. */
function readBody(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value.length === 0 ? {} : undefined;
    return z.record(z.string(), z.unknown()).safeParse(value).data;
  } catch {
    return undefined;
  }
}

/** An answer of status 200 that cannot be understood. */
export function nonsense(isWrite: boolean, cause?: unknown): ProviderUnreachable {
  const text = 'iContact sent an answer that cannot be understood. Try again later.';
  return new ProviderUnreachable(text, { mayHaveHappened: isWrite, cause });
}

function texts(value: unknown, clean: (text: string) => string): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((text) => typeof text === 'string' && text.trim() !== '').map(clean);
}

/**
 * Makes one of iContact's sentences user-facing: one line, limited in length, and without our secrets in case it quotes
 * them.
 */
function cleaner(secrets: string[]): (text: string) => string {
  return (text) => {
    let line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
    for (const secret of secrets) if (secret) line = line.replaceAll(secret, '…');
    return line.length > longestReason ? `${line.slice(0, longestReason)}…` : line;
  };
}

interface PacerOptions {
  /** Between the starts of two calls; 0 for none. */
  intervalMs: number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  /** Milliseconds that only ever grow: a wall clock set back would delay every call. */
  clock?: () => number;
}

/** Lets calls start one after the other with a pause in between, in the order of their requests. */
export function createPacer({ intervalMs, sleep, clock = () => performance.now() }: PacerOptions) {
  let free = 0;
  return async function turn(signal?: AbortSignal): Promise<void> {
    const now = clock();
    const start = Math.max(now, free);
    free = start + intervalMs;
    if (start > now) await sleep(start - now, signal);
  };
}
