import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { type Endpoint, type EndpointName, endpoints } from '@wordrise/core/contract';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { holdWriteLock, onPostgres, temporaryDatabaseUrl } from '../../../test/databases.ts';
import { eventually } from '../../../test/eventually.ts';
import { hurry } from '../../../test/hurry.ts';
import { migratedDatabaseUrl } from '../../../test/migrated-database.ts';
import { startPostgres } from '../../../test/postgres.ts';
import { aWord, csvOf } from '../../../test/words.ts';
import { anyParams, goodBody, reader } from './good-bodies.ts';
import { startTestServer, type TestServerOptions } from './start-test-server.ts';

describe('while the database is unreachable', () => {
  test('another process holds the write lock: reads still work, writes answer 503', async () => {
    const { ok, refused, signIn, config } = await startTestServer();
    await signIn();
    await ok('addWord', { body: aWord() });
    if (config.database.kind !== 'sqlite') throw new Error('not SQLite');
    const releaseLock = await holdWriteLock(config.database.path);
    hurry();
    expect(await ok('listWords')).toMatchObject({ total: 1 });
    const word = aWord({ word: 'dusk' });
    const answer = await refused('addWord', { body: word });
    expect(answer).toMatchObject({ status: 503, code: 'database.unreachable' });
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    releaseLock();
    await ok('addWord', { body: word });
  });

  test('PostgreSQL is down: 503, but the pages and process metrics work, and it recovers', async () => {
    const proxy = await proxyTo(await temporaryDatabaseUrl('postgresql'));
    const { call, ok, refused, signIn, url } = await startTestServer({ databaseUrl: proxy.url });
    await signIn();
    await proxy.cut();
    for (const name of ['ready', 'currentUser', 'listWords'] as const) {
      const answer = await refused(name);
      expect({ name, ...answer }).toMatchObject({ name, status: 503, code: 'database.unreachable' });
    }
    expect(await refused('register', { body: reader })).toMatchObject({ status: 503 });
    expect((await call('health')).status).toBe(200);
    expect((await fetch(url)).status).toBe(200);
    const metrics = await call('metrics');
    expect(metrics.status).toBe(200);
    expect(await metrics.text()).toContain('process_cpu_seconds_total');
    await proxy.restore();
    await ok('ready');
    await ok('currentUser');
    await ok('register', { body: reader });
  });

  test('PostgreSQL is down: a challenge for a signup is refused like the signup, until it recovers', async () => {
    const proxy = await proxyTo(await temporaryDatabaseUrl('postgresql'));
    const { ok, refused } = await startTestServer({ databaseUrl: proxy.url, env: { BOT_CHECK: 'altcha' } });
    await proxy.cut();
    const answer = await refused('challenge');
    expect(answer).toMatchObject({ status: 503, code: 'database.unreachable' });
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    await proxy.restore();
    await ok('challenge');
  });
});

test('a list of readers that its browser gave up ends in PostgreSQL as well', async () => {
  const databaseUrl = await temporaryDatabaseUrl('postgresql');
  const server = await startTestServer({ databaseUrl });
  await server.signIn();
  const [locker, observer] = [new Client(databaseUrl), new Client(databaseUrl)];
  await Promise.all([locker.connect(), observer.connect()]);
  onTestFinished(async () => void (await Promise.all([locker.end(), observer.end()])));
  // Takes as long as a search of very many readers.
  await locker.query('begin; lock table registrations in access exclusive mode');
  const waiting = async () => {
    const { rowCount } = await observer.query(`select pid from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database() and query like '%order by id desc%'`);
    return rowCount;
  };
  const typing = new AbortController();
  const search = server.call('listSignups', { signal: typing.signal });
  await eventually(async () => expect(await waiting()).toBeGreaterThan(0));
  typing.abort();
  await expect(search).rejects.toThrow('aborted');
  await eventually(async () => expect(await waiting()).toBe(0));
  // The log has no failure: nobody waited for it.
  await eventually(() => expect(server.lines.join()).toContain('"status":499'));
  expect(server.lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  await locker.query('rollback');
  expect(await server.ok('listSignups')).toMatchObject({ total: 0 });
});

test('the log warns once if PostgreSQL has no index for searches', async () => {
  const databaseUrl = await temporaryDatabaseUrl('postgresql');
  const complete = await startTestServer({ databaseUrl });
  expect(complete.lines.join()).not.toContain('search index');
  await complete.stop();
  await onPostgres('drop index words_search', databaseUrl);
  const { lines } = await startTestServer({ databaseUrl });
  const said = lines.filter((line) => line.includes('search index')).map((line) => JSON.parse(line));
  expect(said).toEqual([
    expect.objectContaining({
      level: 40,
      msg: expect.stringContaining('create extension if not exists pg_trgm'),
    }),
  ]);
});

/** A server whose requests wait long for the database, and not during an outage. */
async function startPatient(options: TestServerOptions = {}) {
  const patience = { ms: 60_000 };
  const server = await startTestServer({ ...options, databaseMs: () => patience.ms });
  await server.signIn();
  await server.ok('register', { body: reader });
  return { ...server, patience };
}

/** Calls that need no database, or answer without its part. */
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>';
const without: EndpointName[] = ['health', 'openapi', 'metrics', 'config', 'widgetScript'];
const pages = [
  'GET /words/petrichor',
  'GET /words/petrichor.png',
  'GET /archive',
  'GET /feed.xml',
  'GET /sitemap.xml',
  'GET /privacy',
  'GET /confirm/0123456789abcdef0123456789abcdef',
  'POST /confirm/0123456789abcdef0123456789abcdef',
  'GET /unsubscribe/0123456789abcdef0123456789abcdef',
  'POST /unsubscribe/0123456789abcdef0123456789abcdef',
  'POST /unsubscribe/0123456789abcdef0123456789abcdef/undo',
];

/** Every call and page while the database is down: what each answered, in the form of `refusal`. */
async function askEverything({ call, url, patience }: Awaited<ReturnType<typeof startPatient>>) {
  patience.ms = 300;
  const calls = Object.keys(endpoints) as EndpointName[];
  const answers = await Promise.all([
    ...calls.map(async (name) => {
      const { body, bodyTypes }: Endpoint = endpoints[name];
      const [type = ''] = bodyTypes ?? [];
      const file = type.startsWith('image/') ? picture : csvOf(['dusk']);
      const raw = bodyTypes && { raw: file, headers: { 'Content-Type': type } };
      const answer = await call(name, { params: anyParams, body: body && goodBody[name], ...raw });
      return [name, summary(answer, await answer.text())] as const;
    }),
    ...pages.map(async (page) => {
      const [method = '', path = ''] = page.split(' ');
      const answer = await fetch(url + path, { method, redirect: 'manual' });
      return [page, summary(answer, await answer.text())] as const;
    }),
  ]);
  return Object.fromEntries(answers);
}

function summary({ status, headers }: Response, text: string): string {
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
  const said = type === 'application/json' ? JSON.parse(text).code : (/<title>([^<]*)/.exec(text)?.[1] ?? '');
  return `${status} ${type} ${said}, retry ${headers.has('Retry-After')}`;
}

/** Calls that this server does not offer, whatever its database does. */
const notOffered: EndpointName[] = ['challenge'];
const refusal = '503 application/json database.unreachable, retry true';
const refusedPage = '503 text/html Not available at the moment, retry true';

async function everythingIsRefused(server: Awaited<ReturnType<typeof startPatient>>) {
  const answers = await askEverything(server);
  const expected = Object.keys(answers).map((name) => {
    if (without.includes(name as EndpointName)) return [name, expect.stringMatching(/^200 /)];
    if (notOffered.includes(name as EndpointName))
      return [name, '404 application/json request.not_found, retry false'];
    return [name, pages.includes(name) ? refusedPage : refusal];
  });
  expect(answers).toEqual(Object.fromEntries(expected));
}

/** Works again, and no signup that was acknowledged is lost. */
async function recovers(
  { ok, wordrise, patience }: Awaited<ReturnType<typeof startPatient>>,
  signedUp: string[],
): Promise<void> {
  patience.ms = 60_000;
  await eventually(() => ok('ready'));
  await ok('register', { body: { ...reader, email: 'after@example.com' } });
  const { readers } = await wordrise.readers.list({ page: 1, limit: 100 });
  const emails = readers.map(({ email }) => email);
  expect(emails).toEqual(expect.arrayContaining([...signedUp, 'after@example.com']));
}

test('PostgreSQL is down: visitors read when to try again, also on another site, and nothing of the database', async () => {
  const proxy = await proxyTo(await temporaryDatabaseUrl('postgresql'));
  let later = 0;
  const now = () => new Date(Date.now() + later);
  const { ok, signIn, url } = await startTestServer({ databaseUrl: proxy.url, overrides: { now } });
  await signIn();
  const Origin = 'https://shop.example.org';
  await ok('allowOrigin', { body: { origin: Origin } });
  const signUp = (headers: Record<string, string>, body: BodyInit) =>
    fetch(`${url}/api/register`, { method: 'POST', headers: { Origin, ...headers }, body });
  const json = { 'Content-Type': 'application/json' };
  expect((await signUp(json, JSON.stringify(reader))).status).toBe(201);
  await proxy.cut();
  // The list of sites has to be read again.
  later = 60_000;
  const asked = await fetch(`${url}/api/register`, {
    method: 'OPTIONS',
    headers: { Origin, 'Access-Control-Request-Method': 'POST' },
  });
  const refused = await signUp(json, JSON.stringify(reader));
  const page = await signUp({}, new URLSearchParams(reader));
  for (const { status, headers } of [asked, refused])
    expect([status < 300 || status === 503, headers.get('Access-Control-Allow-Origin')]).toEqual([
      true,
      Origin,
    ]);
  const said = 'Signing up is not possible at the moment. Please try again in a minute.';
  expect(await refused.json()).toEqual({ code: 'database.unreachable', message: said });
  const html = await page.text();
  expect([page.status, html.includes(said), html.includes('database')]).toEqual([503, true, false]);
  await proxy.restore();
});

describe('every call and page answers 503, soon and with Retry-After', () => {
  test('if PostgreSQL accepts connections and says nothing', async () => {
    const proxy = await proxyTo(await migratedDatabaseUrl('postgresql'));
    const server = await startPatient({ databaseUrl: proxy.url });
    proxy.silence();
    await everythingIsRefused(server);
    // Connections that are opened now say nothing either.
    await everythingIsRefused(server);
    await proxy.cut();
    await proxy.restore();
    await recovers(server, [reader.email]);
  });

  test('if PostgreSQL is down', async () => {
    const proxy = await proxyTo(await migratedDatabaseUrl('postgresql'));
    const server = await startPatient({ databaseUrl: proxy.url });
    await proxy.cut();
    await everythingIsRefused(server);
    await proxy.restore();
    await recovers(server, [reader.email]);
  });

  test('if PostgreSQL has no connections left', async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const server = await startPatient({ databaseUrl: postgres.url });
    const others: Client[] = [];
    onTestFinished(async () => void (await Promise.allSettled(others.map((client) => client.end()))));
    const connectOthers = async () => {
      for (;;) {
        const client = new Client({ connectionString: postgres.url });
        client.on('error', () => {});
        try {
          await client.connect();
        } catch {
          return;
        }
        others.push(client);
      }
    };
    const ofServer = async () => {
      const ours = new Set(others.map((client) => (client as unknown as { processID: number }).processID));
      const all = await others[0]?.query<{ pid: number }>(
        "select pid from pg_stat_activity where backend_type = 'client backend'",
      );
      return all?.rows.map(({ pid }) => pid).filter((pid) => !ours.has(pid)) ?? [];
    };
    await connectOthers();
    expect(await ofServer()).not.toEqual([]);
    // The server may be faster than the others with a place that becomes free.
    for (let pids = await ofServer(); pids.length > 0; pids = await ofServer()) {
      for (const pid of pids) await others[0]?.query('select pg_terminate_backend($1)', [pid]);
      await connectOthers();
    }
    await everythingIsRefused(server);
    await Promise.all(others.splice(0).map((client) => client.end()));
    await recovers(server, [reader.email]);
  });

  test('if another process has locked the SQLite file, unless it only reads', async () => {
    const server = await startPatient();
    if (server.config.database.kind !== 'sqlite') throw new Error('not SQLite');
    const unlock = await holdWriteLock(server.config.database.path);
    const answers = await askEverything(server);
    for (const [name, answer] of Object.entries(answers))
      expect({ name, answer }).toEqual({ name, answer: expect.stringMatching(/^[24]|^503 .*, retry true$/) });
    expect(answers).toMatchObject({
      ready: refusal,
      register: refusal,
      listWords: expect.stringMatching(/^200/),
    });
    unlock();
    await recovers(server, [reader.email]);
  });
});

/** A proxy to PostgreSQL whose connections can be cut and restored, and that can fall silent. */
async function proxyTo(url: string) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createTcpServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    if (isSilent) near.resume();
    else near.pipe(far).pipe(near);
  });
  /** Until its connections are cut. */
  function silence() {
    isSilent = true;
    for (const socket of sockets) socket.unpipe().resume();
  }
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  async function cut() {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
    isSilent = false;
  }
  onTestFinished(async () => {
    if (server.listening) await cut();
  });
  return { url: Object.assign(new URL(url), { port }).href, cut, silence, restore: () => listen(port) };
}
