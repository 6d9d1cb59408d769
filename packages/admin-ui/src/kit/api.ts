import {
  type AnswerOf,
  type Endpoint,
  type EndpointName,
  type Endpoints,
  type ErrorCode,
  endpoints,
  errorAnswer,
  type FieldErrors,
} from '@wordrise/core/contract';
import type { z } from 'zod';
import { sitePath } from '../design/site-path.ts';

type Input<T, K extends string> = T extends { [key in K]: infer S extends z.ZodType } ? z.input<S> : never;
/** What a caller may pass as `params`, `query` or `body` of an endpoint. */
type InputOf<N extends EndpointName, K extends 'params' | 'query' | 'body'> = Input<Endpoints[N], K>;

/** An answer that is not a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** The server's explanation; user-facing. */
  readonly serverMessage: string | undefined;
  readonly fields: FieldErrors;
  /** Whether the body was JSON at all; a proxy's error page is not. */
  readonly isJson: boolean;

  /** @param body The answer's text; `{ message, code, fields }` from our server, anything from a proxy. */
  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    const parsed = parseJson(body);
    this.isJson = parsed !== undefined;
    const answer = readErrorAnswer(parsed);
    this.code = answer?.code;
    this.serverMessage = answer?.message;
    this.fields = answer?.fields ?? {};
  }
}

/** The server could not be reached, or the connection broke. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readErrorAnswer(parsed: unknown) {
  const whole = errorAnswer.safeParse(parsed);
  if (whole.success) return whole.data;
  // A newer server may answer with codes that this page does not know; its message is still worth showing.
  const message = (parsed as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? { message, code: undefined, fields: undefined } : undefined;
}

export interface CallOptions<N extends EndpointName> {
  params?: InputOf<N, 'params'>;
  query?: InputOf<N, 'query'>;
  body?: InputOf<N, 'body'>;
  /** A body that is not JSON, such as a CSV file; `contentType` says what it is. */
  raw?: { body: Blob | string; contentType: string };
  accept?: string;
  signal?: AbortSignal | undefined;
}

export interface Api {
  /** Calls an endpoint of the contract. Throws `ApiError` or `NetworkError`. */
  call<N extends EndpointName>(name: N, options?: CallOptions<N>): Promise<AnswerOf<N>>;
  /** The raw response, for answers that are not one JSON document: streams of JSON lines, files. */
  open<N extends EndpointName>(name: N, options?: CallOptions<N>): Promise<Response>;
  /** GET of any path of this site; the default query function of TanStack Query. */
  get(path: string, signal?: AbortSignal): Promise<unknown>;
}

/** Fills in the path parameters and the query of an endpoint; empty values are left out. */
export function urlOf<N extends EndpointName>(name: N, { params, query }: CallOptions<N> = {}): string {
  const { path } = endpoints[name];
  const values = (params ?? {}) as Record<string, unknown>;
  const filled = path.replace(/\{(\w+)\}/g, (_match, key: string) => encodeURIComponent(String(values[key])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

export interface ApiOptions {
  fetch?: typeof globalThis.fetch;
}

export function createApi({ fetch = (...args) => globalThis.fetch(...args) }: ApiOptions = {}): Api {
  async function send(url: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      // Visitors' browsers may keep some answers for a minute; the owner sees a change after a reload, too.
      response = await fetch(sitePath + url, { credentials: 'same-origin', cache: 'no-cache', ...init });
    } catch (cause) {
      // A canceled query is not a network failure.
      if (init.signal?.aborted) throw cause;
      throw new NetworkError('The server could not be reached.', { cause });
    }
    if (!response.ok) {
      throw new ApiError(response.status, response.statusText, await response.text().catch(() => ''));
    }
    return response;
  }

  const api: Api = {
    open(name, options = {}) {
      const { method }: Endpoint = endpoints[name];
      const { body, raw, accept = 'application/json', signal } = options;
      const headers: Record<string, string> = { Accept: accept };
      let sent: BodyInit | undefined;
      if (raw) {
        headers['Content-Type'] = raw.contentType;
        sent = raw.body;
      } else if (method !== 'GET') {
        // Every changing call sends JSON, even without a body: that is how the server refuses form posts from other
        // sites.
        headers['Content-Type'] = 'application/json';
        sent = JSON.stringify(body ?? {});
      }
      return send(urlOf(name, options), {
        method,
        headers,
        ...(sent !== undefined && { body: sent }),
        ...(signal && { signal }),
      });
    },
    async call(name, options) {
      return read(await api.open(name, options)) as never;
    },
    async get(path, signal) {
      return read(await send(path, { headers: { Accept: 'application/json' }, ...(signal && { signal }) }));
    },
  };
  return api;
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  // A template may arrive as bare text.
  return text === '' ? undefined : (parseJson(text) ?? text);
}
