import { join } from 'node:path';
import { loadConfig, type Overrides } from '@wordrise/core';
import {
  type AnswerOf,
  type Endpoint,
  type EndpointName,
  endpoints,
  errorAnswer,
} from '@wordrise/core/contract';
import { expect, onTestFinished } from 'vitest';
import { type DatabaseKind, temporaryFolder } from '../../../test/databases.ts';
import { migratedDatabaseUrl } from '../../../test/migrated-database.ts';
import { createLog } from '../src/http/request-log.ts';
import { startServer } from '../src/serve.ts';
import type { Site } from '../src/site/site.ts';

export interface TestServerOptions {
  kind?: DatabaseKind;
  databaseUrl?: string;
  env?: Record<string, string>;
  overrides?: Overrides;
  starterWords?: boolean;
  /** How long a request waits for the database. */
  databaseMs?: () => number;
}

export interface CallOptions {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  /** Sent unchanged, instead of a JSON body. */
  raw?: string | FormData | Buffer<ArrayBuffer>;
  headers?: Record<string, string>;
  /** `undefined` sends none. */
  origin?: string | undefined;
  cookie?: string | undefined;
  signal?: AbortSignal;
}

const hookToken = 'h'.repeat(32);
const metricsToken = 'm'.repeat(32);

export const admin = { username: 'admin', password: 'correct horse' };

/** A complete server on its own port, with an empty database and the sandbox. */
export async function startTestServer(options: TestServerOptions = {}) {
  const lines: string[] = [];
  const folder = temporaryFolder();
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: options.databaseUrl ?? (await migratedDatabaseUrl(options.kind ?? 'sqlite')),
    DATA_DIR: folder,
    PORT: '0',
    TIMEZONE: 'America/New_York',
    PUBLIC_URL: 'http://words.test',
    PROCESSOR: 'off',
    DELIVERY_HOOK_TOKEN: hookToken,
    METRICS_TOKEN: metricsToken,
    ...options.env,
  });
  const server = await startServer(config, {
    log: createLog('debug', { write: (line) => void lines.push(line) }),
    site: testSite(folder),
    starterWords: options.starterWords ?? false,
    databaseMs: options.databaseMs,
    overrides: { bcryptCost: 4, ...options.overrides },
  });
  let stopped = false;
  async function stop() {
    if (!stopped) await server.stop();
    stopped = true;
  }
  onTestFinished(stop);
  let session: string | undefined;
  const setupLink = server.wordrise.accounts.setupLink(config.publicUrl);
  /** What creates the admin account: the public address makes the token necessary. */
  const owner = { ...admin, token: setupLink.split('#token=')[1] };

  async function call(name: EndpointName, options: CallOptions = {}): Promise<Response> {
    const { method, path, access } = endpoints[name];
    const filled = path.replace(/\{(\w+)\}/g, (_all, key) =>
      encodeURIComponent(String(options.params?.[key])),
    );
    const url = new URL(filled, server.url);
    for (const [key, value] of Object.entries(options.query ?? {})) url.searchParams.set(key, value);
    const { origin, cookie } = { origin: 'http://words.test', cookie: session, ...options };
    const headers: Record<string, string> = { ...options.headers };
    if (access === 'token') headers.Authorization ??= `Bearer ${hookToken}`;
    if (name === 'metrics') headers.Authorization ??= `Bearer ${metricsToken}`;
    if (origin) headers.Origin = origin;
    if (cookie) headers.Cookie = cookie;
    const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    if (options.body !== undefined && options.raw === undefined)
      headers['Content-Type'] ??= 'application/json';
    const { signal = null } = options;
    return fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) });
  }

  return {
    ...server,
    stop,
    call,
    lines,
    owner,
    folder,
    config,
    /** Calls an endpoint and validates the answer against the contract. */
    async ok<N extends EndpointName>(name: N, options: CallOptions = {}): Promise<AnswerOf<N>> {
      const response = await call(name, options);
      const text = await response.text();
      const { status = 200, answer }: Endpoint = endpoints[name];
      expect(`${response.status} ${text.slice(0, 500)}`).toMatch(new RegExp(`^${status} `));
      return answer?.parse(JSON.parse(text)) as AnswerOf<N>;
    },
    /** Calls an endpoint and checks that it answers with a well-formed error. */
    async refused(name: EndpointName, options: CallOptions = {}) {
      const response = await call(name, options);
      const answer = errorAnswer.parse(await response.json());
      expect(answer.message).toMatch(/^[A-Z“].+/);
      // Written for people, not the validation library's own messages.
      const texts = JSON.stringify([answer.message, answer.fields]);
      expect(texts).not.toMatch(/Invalid (input|string|option|key)|Too (big|small)|received|pattern/);
      return { status: response.status, headers: response.headers, ...answer };
    },
    /** Creates the admin if needed and signs in; later calls send the session. */
    async signIn() {
      if ((await server.wordrise.accounts.needsSetup()) === true) await call('setupAdmin', { body: owner });
      const response = await call('login', { body: admin });
      expect(response.status).toBe(200);
      session = cookieOf(response);
      return session;
    },
  };
}

/** The session's cookies. */
export function cookieOf(response: Response): string {
  return cookiesOf(response, 'wordrise.sid');
}

/** The cookies with a name, ready to be sent back. */
export function cookiesOf(response: Response, name: string): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => cookie.includes(name))
    .join('; ');
}

/** Replaces the built pages, which have their own tests. */
function testSite(folder: string): Site {
  const site: Site = {
    landing: '<!doctype html><title>landing</title>',
    renderLanding: (campaign, isArchiveEmpty) =>
      `<!doctype html><title>landing</title>${JSON.stringify({ campaign })}${isArchiveEmpty ? 'no archive' : ''}`,
    renderPrivacy: ({ title, html }) => `<!doctype html><title>${title}</title>${html}`,
    renderNotice: ({ title, paragraphs, action }) =>
      `<!doctype html><title>${title}</title>${paragraphs.join(' ')}${action ? `<form action="${action.path}">` : ''}`,
    renderSignup: (page) => `<!doctype html><title>sign up</title>${JSON.stringify(page)}`,
    renderQuiz: (page) => `<!doctype html><title>Quiz</title>${JSON.stringify(page)}`,
    renderRecall: (page) => `<!doctype html><title>Recall</title>${JSON.stringify(page)}`,
    renderOwnPage: ({ path, view, message }) =>
      `<!doctype html><title>Your emails</title><form action="${path}/about">${JSON.stringify(view)}\n${message?.text ?? ''}`,
    archive: {
      word: ({ word, previous, next }) =>
        `<!doctype html><title>${word.word}</title>${[previous, next].map((link) => link?.slug)}`,
      month: ({ month, words }) => `<!doctype html><title>${month}</title>${words.map(({ slug }) => slug)}`,
      notFound: '<!doctype html><title>404 Page Not Found</title>',
    },
    login: '<!doctype html><title>login of the app</title>',
    app: '<!doctype html><title>app</title>',
    assets: { folder: join(folder, 'site', 'assets'), path: '/assets/' },
    pagePaths: ['/login', '/admin/tech-specs'],
    widgets: new Map([['/widgets.js', { body: Buffer.from('/* widgets */'), type: 'text/javascript' }]]),
    renderStyles: ({ accent }) => `:root { color: ${accent} }`,
  };
  site.renderBrand = ({ styles }) => ({
    ...site,
    renderNotice: (notice) => site.renderNotice(notice) + styles,
    renderSignup: (page) => site.renderSignup(page) + styles,
    renderOwnPage: (page) => site.renderOwnPage(page) + styles,
  });
  return site;
}
