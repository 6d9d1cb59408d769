import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from 'vitest';
import { type ApiAnswers, openPage, openSite, withChromium } from './built-site.ts';

withChromium();

const ok = (body: unknown) => () => ({ status: 200, body });
const answers: ApiAnswers = {
  'GET /api/config': ok({ productName: 'Wordrise', recaptchaSiteKey: null, signupPath: '/' }),
  'GET /api/auth/user': ok({ id: 1, username: 'admin' }),
  'GET /api/auth/needs-setup': ok({ needsSetup: false }),
  'GET /api/admin/words': ok({ words: [], total: 3, hasMore: false }),
  'GET /api/admin/schedule/stats': ok({ total: 0, pending: 0, scheduled: 0, sent: 0, failed: 0 }),
  'GET /api/admin/schedule': ok([]),
  'GET /api/admin/overview': ok({
    readers: { total: 0, perDay: [] },
    next: null,
    tomorrow: false,
    timezone: 'UTC',
  }),
  'GET /api/admin/system': ok({ emailProvider: 'sandbox', timezone: 'UTC' }),
};

test('dialogs work under a strict content security policy, and hold the page behind them', async () => {
  const site = await openSite(answers);
  const page = await openPage({ viewport: { width: 1280, height: 500 } });
  await page.goto(`${site.url}/admin`, { waitUntil: 'networkidle' });
  const opener = await page.getByRole('button', { name: 'Change Password' }).elementHandle();
  if (!opener) throw new Error('There is no such button.');
  const left = (await opener.boundingBox())?.x;

  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
  expect((await opener.boundingBox())?.x).toBe(left);

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('whoever opens the login page fetches nothing of the admin area', async () => {
  const site = await openSite(answers);
  const page = await openPage();
  await page.goto(`${site.url}/login`, { waitUntil: 'networkidle' });
  expect(site.asked.filter((path) => /dashboard|admin-layout/.test(path))).toEqual([]);
  expect(site.sent.map(({ call }) => call).toSorted()).toEqual([
    'GET /api/auth/needs-setup',
    'GET /api/config',
  ]);
});

// axe writes styles of its own into the page, which the policy would refuse.
test.each(['/admin', '/login', '/admin-setup', '/nowhere'])(
  'axe finds nothing on %s, light and dark',
  async (path) => {
    const site = await openSite(answers);
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openPage({ colorScheme, reducedMotion: 'reduce', bypassCSP: true });
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    }
  },
);
