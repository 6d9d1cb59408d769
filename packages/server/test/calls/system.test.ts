import { type Endpoint, type EndpointName, endpoints } from '@wordrise/core/contract';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { aWord } from '../../../../test/words.ts';
import { admin, startTestServer } from '../start-test-server.ts';

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const reader = { email: 'reader@example.com', firstName: 'Ada' };
const template = { content: '<p>{{word}}</p>', subject: '{{word}}' };

describe.each(databaseKinds)('each call with good and with bad input, on %s', (kind) => {
  const start = () => startTestServer({ kind });

  test('characters that no database stores are bad input anywhere', async () => {
    const { ok, refused, signIn, wordrise } = await start();
    await signIn();
    const bad = { status: 400, code: 'input.invalid' };
    for (const odd of ['a\0b', '\ud800ab']) {
      const word = aWord({ definition: odd });
      expect(await refused('setupAdmin', { body: { ...admin, username: odd } })).toMatchObject(bad);
      expect(await refused('login', { body: { ...admin, username: odd } })).toMatchObject(bad);
      expect(await refused('addWord', { body: word })).toMatchObject(bad);
      expect(await refused('saveLookedUpWords', { body: { wordData: [word] } })).toMatchObject(bad);
      expect(await refused('saveTemplate', { body: { ...template, content: odd } })).toMatchObject(bad);
      expect(await refused('saveTemplate', { body: { ...template, subject: odd } })).toMatchObject(bad);
    }
    const search = 'a\0b';
    expect(await refused('listWords', { query: { search } })).toMatchObject(bad);
    expect(await refused('listUnusedWords', { query: { search } })).toMatchObject(bad);
    expect(await refused('searchWords', { query: { q: search } })).toMatchObject(bad);
    expect(await refused('cancelSend', { params: { sendId: search } })).toMatchObject(bad);
    expect(await refused('describeReader', { params: { email: search } })).toMatchObject(bad);
    expect(await refused('removePerson', { params: { email: search } })).toMatchObject(bad);
    expect(await refused('endSession', { params: { id: search } })).toMatchObject(bad);
    // Pasted control characters must not prevent a visitor from signing up.
    await ok('register', { body: { ...reader, firstName: ' Ada\r\n\0King ', favoriteWord: 'dusk\u0007' } });
    expect((await wordrise.readers.list({ page: 1, limit: 10 })).readers).toMatchObject([
      { firstName: 'Ada King', favoriteWord: 'dusk' },
    ]);
  });

  test('GET /api/config', async () => {
    const { ok, call } = await start();
    expect(await ok('config')).toEqual({
      productName: 'Wordrise',
      recaptchaSiteKey: null,
      botCheck: null,
      firstName: 'required',
      confirmSignups: false,
      signupPath: '/#signup',
    });
    expect((await call('config')).headers.get('Cache-Control')).toContain('max-age');
  });

  test('privacy text: read, save, refuse what another edit has replaced, back to the default', async () => {
    const { ok, refused, signIn } = await start();
    await signIn();
    const { content: replaces } = await ok('getPrivacy');
    const ours = { content: '# Ours', isDefault: false };
    expect(await ok('savePrivacy', { body: { content: '# Ours', replaces } })).toMatchObject(ours);
    const late = { content: '# Late' };
    expect(await refused('savePrivacy', { body: { ...late, replaces } })).toMatchObject({
      status: 409,
      code: 'privacy.changed',
      message: expect.stringContaining('Another text was saved'),
    });
    expect(await ok('getPrivacy')).toMatchObject(ours);
    expect(await ok('savePrivacy', { body: late })).toMatchObject(late);
    expect(await ok('resetPrivacy')).toMatchObject({ content: replaces, isDefault: true });
  });

  test('overview, system and outbox', async () => {
    // One moment of one day.
    const now = new Date();
    const server = await startTestServer({ kind, overrides: { now: () => now } });
    const { ok, refused, signIn, call, config } = server;
    await signIn();
    await ok('register', { body: reader });
    const word = await ok('addWord', { body: aWord() });
    const scheduledDate = new Date(now.getTime() + 60_000).toISOString();
    await ok('scheduleEmail', { body: { wordId: word.id, scheduledDate } });
    expect(await ok('firstSteps')).toEqual({
      account: true,
      settings: true,
      missingSettings: ['name', 'sender'],
      words: true,
      reader: true,
      signedUp: true,
      unconfirmed: false,
      sent: false,
      template: false,
      embedded: false,
    });
    const overview = await ok('overview');
    expect(overview).toMatchObject({
      readers: { total: 1 },
      next: { word: 'petrichor' },
      timezone: 'America/New_York',
    });
    expect(overview.readers.perDay.at(-1)?.count).toBe(1);
    const system = await ok('system');
    expect(system).toMatchObject({ database: { kind }, emailProvider: 'sandbox', dictionary: 'wordnet' });
    expect(system.variables.find(({ name }) => name === 'DATABASE_URL')).toMatchObject({ configured: true });
    const text = await (await call('system')).text();
    expect(text).not.toContain(
      config.database.kind === 'sqlite' ? config.database.path : config.database.url,
    );
    expect(text).not.toContain(config.sessionSecrets[0]);
    expect(await ok('listOutbox')).toEqual({ emails: [], total: 0 });
    expect(await refused('readOutbox', { params: { id: 'none' } })).toMatchObject({
      status: 404,
      code: 'outbox.not_found',
    });
    expect(await refused('readOutbox', { params: { id: '../../etc/passwd' } })).toMatchObject({
      status: 400,
    });
  });

  test('health, readiness, metrics, the document, the widget and the pages', async () => {
    const { ok, call, url } = await start();
    expect(await ok('health')).toEqual({ status: 'ok' });
    expect(await ok('ready')).toEqual({ status: 'ok' });
    const metrics = await (await call('metrics')).text();
    expect(metrics).toContain('wordrise_emails{status="pending"} 0');
    expect(metrics).toMatch(
      /wordrise_http_request_seconds_count\{method="GET",route="\/healthz",status="200"\} 1/,
    );
    const document = (await ok('openapi')) as unknown as { paths: Record<string, Record<string, unknown>> };
    for (const [, { path, method }] of all) expect(document.paths[path]).toHaveProperty(method.toLowerCase());
    expect(document.paths['/api/admin/words']?.get).toMatchObject({
      parameters: [
        { name: 'page', schema: { type: 'integer', default: 1 } },
        { name: 'limit', schema: { type: 'integer', default: 50, maximum: 100 } },
        { name: 'search' },
        { name: 'letter' },
        { name: 'state', schema: { enum: ['unused', 'waiting', 'sent', 'work'] } },
        { name: 'level', schema: { enum: ['everyday', 'reader', 'rare'] } },
      ],
    });
    for (const method of Object.values(document.paths).flatMap((path) => Object.values(path)))
      expect(method).toMatchObject({ tags: [expect.any(String)] });
    // A client made from it must know what to send.
    expect(JSON.stringify(document)).not.toMatch(/"anyOf":\[[^\]]*\{\}/);
    expect(document.paths['/api/admin/schedule']?.post).toMatchObject({
      tags: ['Schedule'],
      requestBody: {
        content: {
          'application/json': {
            schema: {
              required: ['wordId', 'scheduledDate'],
              properties: {
                scheduledDate: { type: 'string', description: expect.stringContaining('ISO 8601') },
              },
            },
          },
        },
      },
    });
    const script = await call('widgetScript', { origin: 'https://any.example' });
    expect(script.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(script.headers.get('Cache-Control')).toContain('public');
    const again = await call('widgetScript', {
      headers: { 'If-None-Match': script.headers.get('ETag') as string, 'Cache-Control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
    for (const [path, status, title] of [
      ['/', 200, 'landing'],
      ['/login', 200, 'app'],
      ['/admin/tech-specs', 200, 'app'],
      ['/admin/tech-specs/', 200, 'app'],
      ['/nowhere', 404, 'app'],
      ['/%E0%A4%A', 404, 'app'],
      ['/assets/', 404, 'not found'],
      ['/assets/none.js', 404, 'not found'],
      ['/assets/..%2f..%2fsecret', 404, 'not found'],
      ['/assets/%E0%A4%A', 404, 'not found'],
    ] as const) {
      const page = await fetch(`${url}${path}`);
      expect(page.status).toBe(status);
      expect(await page.text()).toContain(title);
      const contentPolicy = page.headers.get('Content-Security-Policy');
      expect(contentPolicy).toContain("script-src 'self';");
      expect(contentPolicy).toContain("style-src 'self';");
      expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });
});
