import { type Endpoint, type EndpointName, endpoints, limits } from '@wordrise/core/contract';
import { describe, expect, test } from 'vitest';
import { anyParams, goodBody, reader } from './good-bodies.ts';
import { startTestServer } from './start-test-server.ts';

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
test('the table of valid bodies lists every endpoint that takes a body', () => {
  const withBody = all.filter(([, { body }]) => body).map(([name]) => name);
  expect(Object.keys(goodBody).toSorted()).toEqual(withBody.toSorted());
});

describe('every endpoint', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  const started = async () => {
    server = await startTestServer();
    return server;
  };

  test('answers 401 without the session that it needs', async () => {
    const { refused } = await started();
    for (const [name] of all.filter(([, { access }]) => access === 'session')) {
      const answer = await refused(name, { params: anyParams, body: goodBody[name] });
      expect({ name, ...answer }).toMatchObject({ name, status: 401, code: 'auth.required' });
    }
  });

  test('answers 401 with a forged session', async () => {
    const { refused } = await started();
    const answer = await refused('currentUser', { cookie: 'wordrise.sid=abc; wordrise.sid.sig=def' });
    expect(answer).toMatchObject({ status: 401, code: 'auth.required' });
  });

  test('changes nothing for another origin, or for none', async () => {
    const { refused, signIn, call } = await started();
    await signIn();
    const changing = all.filter(
      ([, { method, access }]) => method !== 'GET' && access !== 'embed' && access !== 'token',
    );
    for (const [name] of changing) {
      for (const origin of ['https://evil.example', 'http://words.test.evil.example', 'null', undefined]) {
        const answer = await refused(name, { params: anyParams, body: goodBody[name], origin });
        expect({ name, origin, ...answer }).toMatchObject({ name, status: 403, code: 'request.origin' });
      }
    }
    expect((await call('currentUser')).status).toBe(200);
  });

  test('that takes JSON answers 415 to another content type', async () => {
    const { refused, signIn } = await started();
    await signIn();
    for (const [name, { formTypes = [] }] of all.filter(([, { body, bodyTypes }]) => body ?? bodyTypes)) {
      const types = ['text/plain', 'application/x-www-form-urlencoded'];
      for (const type of types.filter((type) => !formTypes.includes(type))) {
        const options = { params: anyParams, raw: '{}', headers: { 'Content-Type': type } };
        const answer = await refused(name, options);
        expect({ name, ...answer }).toMatchObject({ name, status: 415, code: 'request.content_type' });
      }
    }
  });

  test('that takes JSON answers 400 to a broken, empty or unexpected body', async () => {
    const { refused, signIn } = await started();
    await signIn();
    for (const [name] of all.filter(([, { body, hasOptionalBody }]) => body && !hasOptionalBody)) {
      for (const raw of ['{"word":', '', '[]', '{}', '{"word":{},"words":7,"wordData":{}}']) {
        const options = { params: anyParams, raw, headers: { 'Content-Type': 'application/json' } };
        const answer = await refused(name, options);
        // Every field of its body may be left out, so only a broken one is refused. There is no such import.
        const isBroken = name !== 'startReaderImport' || ['{"word":', '[]'].includes(raw);
        const status = isBroken ? 400 : 404;
        expect({ name, raw, ...answer }).toMatchObject({ name, raw, status });
      }
    }
  });

  test('whose body can be left out needs no content type then, and refuses a broken one', async () => {
    const { ok, refused, signIn } = await started();
    await signIn();
    const optional = all.filter(([, { hasOptionalBody }]) => hasOptionalBody).map(([name]) => name);
    expect(optional).toEqual(['skipDay']);
    for (const name of optional) {
      for (const headers of [{}, { 'Content-Type': 'application/json' }])
        await ok(name, { params: anyParams, headers });
      await ok(name, { params: anyParams, body: {} });
      for (const raw of ['{"word":', '[]']) {
        const options = { params: anyParams, raw, headers: { 'Content-Type': 'application/json' } };
        const answer = await refused(name, options);
        expect({ name, raw, ...answer }).toMatchObject({ name, raw, status: 400 });
      }
    }
  });

  test('answers 413 to a body over the limit', async () => {
    const { refused } = await started();
    const body = { ...reader, firstName: 'x'.repeat(limits.jsonBodyBytes) };
    expect(await refused('register', { body })).toMatchObject({ status: 413, code: 'request.too_large' });
  });

  test('answers 400 to invalid ids and pages', async () => {
    const { refused, signIn } = await started();
    await signIn();
    for (const id of ['abc', '0', '-1', '1.5', '1.0', '1e0', '0x1', ' 1', '99999999999999999999']) {
      for (const name of ['editWord', 'removeWord', 'moveEmail', 'cancelEmail'] as const) {
        const answer = await refused(name, { params: { id }, body: goodBody[name] });
        expect({ id, ...answer }).toMatchObject({ id, status: 400, code: 'input.invalid' });
      }
    }
    for (const query of [
      { page: '0' },
      { page: '1e1' },
      { page: '1000001' },
      { search: 'x'.repeat(201) },
      { limit: '101' },
      { limit: '0' },
      { letter: 'é' },
      { letter: 'ab' },
      { page: 'x' },
    ]) {
      expect(await refused('listWords', { query })).toMatchObject({ status: 400, code: 'input.invalid' });
      expect(await refused('listUnusedWords', { query })).toMatchObject({
        status: 400,
        code: 'input.invalid',
      });
    }
  });

  test('an unknown path answers 404 in JSON, a wrong method 405', async () => {
    const { url } = await started();
    const unknown = await fetch(`${url}/api/nothing`);
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: 'request.not_found' });
    const method = await fetch(`${url}/api/admin/words`, { method: 'PATCH' });
    expect(method.status).toBe(405);
    expect(method.headers.get('Allow')).toContain('POST');
    expect(await method.json()).toMatchObject({ code: 'request.method_not_allowed' });
  });

  test('the log contains no personal data and no secrets', async () => {
    const { call, signIn, lines, url } = await started();
    await signIn();
    await call('register', { body: reader });
    await call('listWords', { query: { search: 'someone@example.org' } });
    await call('register', {
      raw: '{"email":"a@example.net',
      headers: { 'Content-Type': 'application/json' },
    });
    const token = '0123456789abcdef'.repeat(2);
    for (const path of [`/confirm/${token}`, `/unsubscribe/${token}`, `/unsubscribe/${token}/undo`])
      for (const method of ['GET', 'POST', 'PUT']) await fetch(new URL(path, url), { method });
    const log = lines.join('');
    expect(log).toContain('"path":"/api/register"');
    expect(log).toContain('"path":"/unsubscribe/:token/undo"');
    expect(log).not.toContain(token);
    expect(log).toMatch(/"id":"[\w-]{36}"/);
    expect(log).not.toMatch(/@|%40|correct horse|wordrise\.sid/);
  });
});
