import {
  type AnswerOf,
  type Endpoint,
  type EndpointName,
  type ErrorAnswer,
  endpoints,
  type SystemView,
} from '@wordrise/core/contract';
import { tomorrow } from './builders.ts';

/** One call that the page made. */
export interface Call {
  name: EndpointName;
  path: string;
  search: URLSearchParams;
  body: unknown;
  headers: Headers;
}

type Given = Response | Promise<Response>;
type Answer<N extends EndpointName> = AnswerOf<N> | ((call: Call) => AnswerOf<N> | Given);
export type Answers = { [N in EndpointName]?: Answer<N> };

/** The server as the page sees it, through `fetch`. A plain value is a success; a function may return anything. */
export interface FakeServer {
  fetch: typeof globalThis.fetch;
  calls: Call[];
  /** Calls of one endpoint, in order. */
  callsOf(name: EndpointName): Call[];
  /** Replaces answers from now on. */
  answer(answers: Answers): void;
}

export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status });
}

/** An error in the format of our server. */
export function refuse(
  status: number,
  code: ErrorAnswer['code'],
  message: string,
  fields?: ErrorAnswer['fields'],
) {
  return () => json({ message, code, ...(fields && { fields }) }, status);
}

/** No answer: the connection fails. */
export function unreachable(): Promise<Response> {
  return Promise.reject(new TypeError('Failed to fetch'));
}

/** An answer that waits for `release`. */
export function held<T>(value: T) {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { answer: () => promise, release: () => resolve(json(value)) };
}

export function fakeServer(answers: Answers): FakeServer {
  let current: Answers = { ...signedIn, ...answers };
  const calls: Call[] = [];
  return {
    calls,
    callsOf: (name) => calls.filter((call) => call.name === name),
    answer(more) {
      current = { ...current, ...more };
    },
    async fetch(input, init = {}) {
      const url = new URL(String(input), 'http://localhost');
      const name = findEndpoint(init.method ?? 'GET', url.pathname);
      if (!name) throw new Error(`The contract has no ${init.method ?? 'GET'} ${url.pathname}`);
      const call: Call = {
        name,
        path: url.pathname,
        search: url.searchParams,
        body: typeof init.body === 'string' && init.body !== '' ? parse(init.body) : init.body,
        headers: new Headers(init.headers),
      };
      calls.push(call);
      if (!(name in current))
        return json({ message: `No answer to ${name} was given.`, code: 'internal' }, 500);
      const given = current[name] as Answer<typeof name>;
      const answer = typeof given === 'function' ? await given(call) : given;
      return answer instanceof Response ? answer : json(answer, (endpoints[name] as Endpoint).status);
    },
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function findEndpoint(method: string, path: string): EndpointName | undefined {
  const found = Object.entries<Endpoint>(endpoints)
    .filter(([, endpoint]) => endpoint.method === method)
    .filter(([, endpoint]) => new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
    // `/words/unused` before `/words/{id}`.
    .toSorted(([, a], [, b]) => a.path.split('{').length - b.path.split('{').length);
  return found[0]?.[0] as EndpointName | undefined;
}

/** A provider and what follows from it. */
export const emailFacts = {
  icontact: {
    emailProvider: 'icontact',
    email: { label: 'iContact', isSandbox: false, ownsList: false },
  },
  smtp: {
    emailProvider: 'smtp',
    email: { label: 'SMTP', isSandbox: false, ownsList: true },
  },
  sandbox: {
    emailProvider: 'sandbox',
    email: { label: 'Sandbox', isSandbox: true, ownsList: false },
  },
  smtpSandbox: {
    emailProvider: 'smtp-sandbox',
    email: { label: 'SMTP sandbox', isSandbox: true, ownsList: true },
  },
} as const satisfies Record<string, Pick<SystemView, 'emailProvider' | 'email'>>;

export const runningSystem: SystemView = {
  productName: 'Wordrise',
  publicUrl: 'http://localhost:5000',
  timezone: 'America/New_York',
  environment: 'test',
  database: { kind: 'sqlite', version: '3' },
  ...emailFacts.icontact,
  dictionary: 'wordnet',
  botCheck: 'off',
  processor: { enabled: true, lastRunAt: null },
  widgetOrigins: [],
  versions: [],
  variables: [],
};

/** Requested by the layout around every page. */
const signedIn: Answers = {
  config: {
    productName: 'Wordrise',
    recaptchaSiteKey: null,
    botCheck: null,
    firstName: 'required',
    signupPath: '/',
    confirmSignups: false,
  },
  currentUser: { id: 1, username: 'admin' },
  needsSetup: { needsSetup: false },
  system: runningSystem,
  tomorrow: tomorrow(),
  listOrigins: { allowed: [], refused: [] },
  warmUp: { warmUp: null },
};
