import { expect, test } from 'vitest';
import { startTestServer } from './start-test-server.ts';

const blog = 'https://blog.example';
const stranger = 'https://stranger.example';

test('a refused site is remembered, allowed without a restart, and removed', async () => {
  const { url, ok, refused, signIn } = await startTestServer({ env: { WIDGET_ORIGINS: blog } });
  /** The form's request after a refusal: without a body, so that the browser asks for no permission. */
  const report = (origin: string) =>
    fetch(`${url}/api/register`, { method: 'POST', headers: { Origin: origin } });
  const allowed = async () => {
    const { headers } = await fetch(`${url}/api/config`, { headers: { Origin: stranger } });
    const isAllowed = headers.get('Access-Control-Allow-Origin') !== null;
    // A browser that stores the refusal does not ask again once the site is allowed.
    expect(headers.get('Cache-Control')).toBe(isAllowed ? 'public, max-age=300' : 'no-store');
    return headers.get('Access-Control-Allow-Origin');
  };

  const reported = await report(stranger);
  expect(reported.status).toBe(403);
  expect(reported.headers.get('Access-Control-Allow-Origin')).toBeNull();
  expect(reported.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  expect(await reported.json()).toMatchObject({
    code: 'request.origin',
    message: expect.stringContaining('http://words.test/#signup'),
  });
  expect((await report('null')).status).toBe(403);
  // Allowed sites, and our own pages at another address, get the usual answer.
  for (const ours of [blog, 'http://words.test', url]) expect((await report(ours)).status).toBe(415);

  await signIn();
  expect((await ok('listOrigins')).refused).toMatchObject([{ origin: stranger, count: 1 }]);
  expect(await allowed()).toBeNull();
  await ok('allowOrigin', { body: { origin: stranger } });
  expect(await allowed()).toBe(stranger);
  const view = await ok('removeOrigin', { query: { origin: stranger } });
  expect(view).toEqual({ allowed: [{ origin: blog, source: 'setting' }], refused: [] });
  expect(await allowed()).toBeNull();
  const gone = await refused('removeOrigin', { query: { origin: stranger } });
  expect(gone).toMatchObject({ status: 404, code: 'origin.not_found' });
  expect(await refused('removeOrigin')).toMatchObject({ status: 400, code: 'input.invalid' });
});
