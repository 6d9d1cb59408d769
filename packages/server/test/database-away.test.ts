import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { holdWriteLock, onPostgres, temporaryDatabaseUrl } from '../../../test/databases.ts';
import { hurry } from '../../../test/hurry.ts';
import { aWord } from '../../../test/words.ts';
import { startTestServer } from './start-test-server.ts';

const reader = { email: 'reader@example.com', firstName: 'Ada' };

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
    expect.objectContaining({ level: 40, msg: expect.stringContaining('create extension pg_trgm') }),
  ]);
});

/** A proxy to PostgreSQL whose connections can be cut and restored. */
async function proxyTo(url: string) {
  const sockets = new Set<Socket>();
  const server = createTcpServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  async function cut() {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  onTestFinished(async () => {
    if (server.listening) await cut();
  });
  return { url: Object.assign(new URL(url), { port }).href, cut, restore: () => listen(port) };
}
