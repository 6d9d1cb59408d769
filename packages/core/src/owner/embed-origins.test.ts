import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { originInput } from '../contract/origins.ts';
import { openAttemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import { openAudit } from './audit.ts';
import { openAllowedOrigins, openOrigins } from './embed-origins.ts';

const blog = 'https://blog.example';
const shop = 'https://shop.example';
const visitor = '192.0.2.7';
const publicUrl = 'https://words.example/daily';

describe.each(databaseKinds)('sites with the form on %s', (kind) => {
  async function given(widgetOrigins: string[] = []) {
    const database = await openTestDatabase(kind);
    const clock = { now: new Date('2026-11-22T12:00:00Z') };
    const now = () => clock.now;
    const audit = openAudit({ database, now, keepAddressDays: 30 });
    /** The state of one process. */
    const open = () => {
      const allowedOrigins = openAllowedOrigins({ database, now, widgetOrigins });
      const limits = openAttemptLimits({ database, now });
      return openOrigins({ database, now, limits, audit, allowedOrigins, widgetOrigins, publicUrl });
    };
    const pass = (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
    };
    return { open, origins: open(), audit, pass };
  }

  test('a refused site is counted, and allowed, and removed', async () => {
    const { origins, audit, pass } = await given([shop]);
    expect(await origins.allows(shop)).toBe(true);
    expect(await origins.allows(blog)).toBe(false);
    await origins.rememberRefusal(blog, visitor);
    pass(60_000);
    await origins.rememberRefusal(blog, visitor);
    const inSetting = { origin: shop, source: 'setting' };
    expect(await origins.list()).toEqual({
      allowed: [inSetting],
      refused: [{ origin: blog, count: 2, lastAt: '2026-11-22T12:01:00.000Z' }],
    });

    const allowed = await origins.allow(blog, { via: 'web', account: 'admin' });
    expect(allowed).toEqual({ allowed: [inSetting, { origin: blog, source: 'admin' }], refused: [] });
    expect(await origins.allows(blog)).toBe(true);
    expect(await origins.remove(blog, { dryRun: true })).toEqual(allowed);
    expect(await origins.remove(blog)).toEqual({ allowed: [inSetting], refused: [] });
    expect(await origins.allows(blog)).toBe(false);
    const { entries } = await audit.list({ page: 1, limit: 10 });
    expect(entries).toMatchObject([
      { action: 'origin.remove', via: 'cli', detail: blog },
      { action: 'origin.allow', via: 'web', account: 'admin', detail: blog },
    ]);
  });

  test('the list is replaced, and may have every site', async () => {
    const { origins } = await given([shop]);
    await origins.allow(blog);
    await origins.replace([blog, 'https://news.example'], { dryRun: true });
    expect(await origins.allows('https://news.example')).toBe(false);
    await origins.replace(['https://news.example']);
    expect(await origins.allows('https://news.example')).toBe(true);
    expect(await origins.allows(blog)).toBe(false);
    await origins.replace(['*']);
    expect(await origins.allows(blog)).toBe(true);
    await origins.replace([]);
    expect(await origins.list()).toEqual({ allowed: [{ origin: shop, source: 'setting' }], refused: [] });
  });

  test('another process knows within five seconds', async () => {
    const { open, origins, pass } = await given();
    const other = open();
    expect(await other.allows(blog)).toBe(false);
    await origins.allow(blog);
    pass(4999);
    expect(await other.allows(blog)).toBe(false);
    pass(1);
    expect(await other.allows(blog)).toBe(true);
  });

  test('a site that is not on the list, or only in the setting, cannot be removed', async () => {
    const { origins } = await given([shop]);
    await expect(origins.remove(blog)).rejects.toMatchObject({ code: 'origin.not_found' });
    await expect(origins.remove(shop, { dryRun: true })).rejects.toMatchObject({
      code: 'origin.not_found',
      message: expect.stringContaining('WIDGET_ORIGINS'),
    });
  });

  test('text that no browser sends as an origin is not stored', async () => {
    const { origins } = await given();
    const claimed = [
      'null',
      '',
      'https://a.example/',
      'https://A.example',
      'ftp://a.example',
      'chrome-extension://abc',
      `https://${'a'.repeat(200)}.example`,
      '<script>',
      "https://a.example' or 1=1",
    ];
    for (const origin of claimed) await origins.rememberRefusal(origin, visitor);
    expect((await origins.list()).refused).toEqual([]);
  });

  test('a flood from one network or from many does not fill the table', async () => {
    const { origins, pass } = await given();
    await origins.allow(blog);
    for (let i = 0; i < 15; i += 1) await origins.rememberRefusal(`https://a${i}.example`, visitor);
    expect((await origins.list()).refused).toHaveLength(10);
    for (let i = 0; i < 60; i += 1) {
      pass(1);
      await origins.rememberRefusal(`https://b${i}.example`, `198.51.100.${i}`);
    }
    const { allowed, refused } = await origins.list();
    expect(refused).toHaveLength(50);
    expect(refused[0]?.origin).toBe('https://b59.example');
    expect(refused.at(-1)?.origin).toBe('https://b10.example');
    expect(allowed).toEqual([{ origin: blog, source: 'admin' }]);
  });
});

test.each([
  { typed: ' https://Blog.Example/post?a#b ', origin: blog },
  { typed: 'blog.example', origin: blog },
  { typed: 'http://localhost:8000', origin: 'http://localhost:8000' },
  { typed: '*', origin: '*' },
])('takes $typed for $origin', ({ typed, origin }) => {
  expect(originInput.parse({ origin: typed })).toEqual({ origin });
});

test.each([
  '',
  'https://*.example',
  'ftp://a.example',
  'javascript:alert(1)',
  'a b',
  `${'a'.repeat(200)}.example`,
])('refuses %j', (origin) => {
  expect(originInput.safeParse({ origin }).success).toBe(false);
});
