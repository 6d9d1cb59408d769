import { describe, expect, test } from 'vitest';
import { startTestServer } from './start-test-server.ts';

const reader = { email: 'reader@example.com', firstName: 'Ada' };
const blog = 'https://blog.example';

describe('the signup form on other sites', () => {
  const embedded = () => startTestServer({ env: { WIDGET_ORIGINS: `${blog}, https://shop.example` } });
  const preflight = (url: string, origin: string, path = '/api/register') =>
    fetch(url + path, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });

  test('allowed origins may read the configuration and sign up, without credentials', async () => {
    const { call, url } = await embedded();
    for (const origin of [blog, 'https://shop.example', 'http://words.test']) {
      const asked = await preflight(url, origin);
      expect(asked.status).toBe(204);
      expect(asked.headers.get('Access-Control-Allow-Origin')).toBe(origin);
      expect(asked.headers.get('Access-Control-Allow-Methods')).toContain('POST');
      expect(asked.headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toContain('content-type');
      expect(asked.headers.get('Access-Control-Allow-Credentials')).toBeNull();
      // A browser that remembers it longer signs people up from a site that was removed meanwhile.
      expect(asked.headers.get('Access-Control-Max-Age')).toBe('60');
      for (const name of ['register', 'config'] as const) {
        const response = await call(name, { origin, ...(name === 'register' ? { body: reader } : {}) });
        expect(response.status).toBeLessThan(300);
        expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
        expect(response.headers.get('Vary')).toContain('Origin');
      }
    }
  });

  test('other sites can read errors too, with the time to wait', async () => {
    const { call } = await startTestServer({
      env: { WIDGET_ORIGINS: blog },
      overrides: { limits: { signupPerAddress: { points: 1, seconds: 60 } } },
    });
    const bad = await call('register', { origin: blog, body: { email: 'x' } });
    expect(bad.status).toBe(400);
    expect(bad.headers.get('Access-Control-Allow-Origin')).toBe(blog);
    await call('register', { origin: blog, body: reader });
    const over = await call('register', { origin: blog, body: reader });
    expect(over.status).toBe(429);
    expect(over.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(over.headers.get('Access-Control-Allow-Origin')).toBe(blog);
    expect(over.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
  });

  test('other origins get no access', async () => {
    const { call, url } = await embedded();
    for (const origin of [
      'https://evil.example',
      'https://blog.example.evil.example',
      'http://blog.example',
      'null',
    ]) {
      expect((await preflight(url, origin)).headers.get('Access-Control-Allow-Origin')).toBeNull();
      const response = await call('config', { origin });
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });

  test('`*` allows every site', async () => {
    const { call } = await startTestServer({ env: { WIDGET_ORIGINS: '*' } });
    const response = await call('register', { origin: 'https://any.example', body: reader });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://any.example');
  });

  test('no other endpoint allows another origin', async () => {
    const { call, url } = await startTestServer({ env: { WIDGET_ORIGINS: '*' } });
    for (const path of ['/api/login', '/api/admin/words', '/api/auth/user']) {
      expect((await preflight(url, blog, path)).headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
    const response = await call('currentUser', { origin: blog });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});
