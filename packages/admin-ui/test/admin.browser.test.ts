import { expect, test } from 'vitest';
import { axeFindings } from '../../../test/axe.ts';
import { openSettled } from '../../../test/browser.ts';
import { type ApiAnswers, openPage, openSite, withChromium } from './built-site.ts';

withChromium();

const ok = (body: unknown) => () => ({ status: 200, body });
const answers: ApiAnswers = {
  'GET /api/config': ok({
    productName: 'Wordrise',
    recaptchaSiteKey: null,
    botCheck: null,
    firstName: 'required',
    signupPath: '/',
    confirmSignups: false,
  }),
  'GET /api/auth/user': ok({ id: 1, username: 'admin' }),
  'GET /api/auth/needs-setup': ok({ needsSetup: false }),
  'GET /api/admin/words': ok({ words: [], total: 3, hasMore: false }),
  'GET /api/admin/schedule/stats': ok({ total: 0, pending: 0, scheduled: 0, sent: 0, failed: 0 }),
  'GET /api/admin/schedule': ok([]),
  'GET /api/admin/overview': ok({
    readers: {
      total: 0,
      byStatus: {
        unconfirmed: 0,
        waiting: 0,
        subscribed: 0,
        refused: 0,
        unsubscribed: 0,
        bounced: 0,
        complained: 0,
      },
      perDay: [],
    },
    next: null,
    tomorrow: false,
    timezone: 'UTC',
  }),
  'GET /api/admin/system': ok({
    emailProvider: 'sandbox',
    email: { label: 'Sandbox', isSandbox: true, ownsList: false },
    timezone: 'UTC',
  }),
};

test('dialogs work under a strict content security policy, and hold the page behind them', async () => {
  const site = await openSite(answers);
  const page = await openPage({ viewport: { width: 1280, height: 500 } });
  await openSettled(page, `${site.url}/admin`);
  const opener = await page.getByRole('button', { name: 'Change Password' }).elementHandle();
  if (!opener) throw new Error('There is no such button.');
  const left = (await opener.boundingBox())?.x;

  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.waitFor();
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY))
    .toBe('hidden');
  expect((await opener.boundingBox())?.x).toBe(left);

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction((button) => button === document.activeElement, opener);
});

test('Tab stays within a dialog, from the last control to the first and back', async () => {
  const site = await openSite(answers);
  const page = await openPage({ reducedMotion: 'reduce' });
  await openSettled(page, `${site.url}/admin`);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByRole('dialog', { name: 'Change Password' }).waitFor();
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
      return label ?? element?.getAttribute('aria-label') ?? element?.textContent;
    });
  const press = async (key: string, times: number) => {
    const visited = [await focused()];
    for (let i = 0; i < times; i++) {
      await page.keyboard.press(key);
      visited.push(await focused());
    }
    return visited;
  };
  // The dialog moves the focus once it is open.
  await expect.poll(focused).toBe('Current Password');
  const show = 'Show characters';
  const fields = ['Current Password', 'New Password', 'Confirm New Password'].flatMap((label) => [
    label,
    show,
  ]);
  const controls = [...fields, 'Cancel', 'Change Password', 'Close'];
  const tour = [...controls, ...controls.slice(0, 2)];
  expect(await press('Tab', tour.length - 1)).toEqual(tour);
  expect(await press('Shift+Tab', tour.length - 1)).toEqual(tour.toReversed());
});

test('the login page fetches no other page', async () => {
  const site = await openSite(answers);
  const page = await openPage();
  await openSettled(page, `${site.url}/login`);
  await page.getByLabel('Username').waitFor();
  const pages = site.asked.filter((path) => /-(page|route)-/.test(path));
  expect(pages.map((path) => /[\w-]+-page/.exec(path)?.[0])).toEqual(['login-page']);
  await expect
    .poll(() => site.sent.map(({ call }) => call).toSorted())
    .toEqual(['GET /api/auth/needs-setup', 'GET /api/config']);
});

const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' as const };

test('on a phone the month shows shapes, and the chosen day’s full word below', async () => {
  const word = 'antidisestablishmentarianism';
  const now = new Date().toISOString();
  const email = { id: 1, wordId: 1, scheduledDate: now, status: 'sent', createdAt: now, sentAt: now };
  const site = await openSite({
    ...answers,
    'GET /api/admin/schedule': ok([{ scheduled_emails: { ...email, reason: null }, words: { id: 1, word } }]),
  });
  const page = await openPage(phone);
  await openSettled(page, `${site.url}/admin`);
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  const month = page.getByRole('table', { name: /^Words by day/ });
  await month.locator('[aria-current=date] svg').waitFor();
  expect(await month.getByText(word).isVisible()).toBe(false);
  const below = page.getByRole('region', { name: /^Chosen day/ }).getByText(word);
  expect(await below.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);

  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(() => month.getByText(word).isVisible()).toBe(true);
});

test('on a phone the warm-up through two servers fits its card', async () => {
  const day = (nth: number) => new Date(Date.now() + nth * 86_400_000).toISOString().slice(0, 10);
  const site = await openSite({
    ...answers,
    'GET /api/admin/settings': ok({ settings: [], version: 1 }),
    'GET /api/admin/warm-up': ok({
      warmUp: {
        schedule: 'usual',
        firstDay: day(-3),
        today: 4,
        days: 42,
        most: 200,
        held: 0,
        isOver: false,
        isRestSent: true,
        taken: 332,
        readers: 300_000,
        everyoneFrom: day(30),
        calendar: Array.from({ length: 33 }, (_, nth) => ({
          day: day(nth - 3),
          most: 102_000 + 1650 * nth,
          readers: 102_000 + 1650 * nth,
          waiting: 198_000 - 1650 * nth,
        })),
      },
    }),
  });
  const page = await openPage(phone);
  await openSettled(page, `${site.url}/admin/settings/sending`);
  const card = page.getByRole('region', { name: 'Warm-up' });
  const table = card.getByRole('table');
  await table.getByText('Today').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await card.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('on a phone the template editor is on the first screen, and its help behind a button', async () => {
  const site = await openSite({
    ...answers,
    'GET /api/admin/template': ok({ template: '<p>{{word}}</p>', subject: '{{word}}' }),
  });
  const page = await openPage(phone);
  await openSettled(page, `${site.url}/admin/templates`);
  const html = page.getByRole('textbox', { name: 'HTML template' });
  await expect.poll(async () => (await html.boundingBox())?.y).toBeLessThan(450);
  await expect.poll(() => page.getByRole('button', { name: 'Save Changes' }).isVisible()).toBe(true);

  const variables = page.getByRole('region', { name: 'Template variables' });
  await expect.poll(() => variables.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Variables and sections' }).click();
  await expect.poll(() => variables.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Variables and sections' }).click();

  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(() => variables.isVisible()).toBe(true);
  await expect
    .poll(() => page.getByRole('button', { name: 'Variables and sections' }).isVisible())
    .toBe(false);
});

// axe injects styles into the page, which the policy would refuse.
test.each(['/admin', '/login', '/admin-setup', '/nowhere'])(
  'axe finds nothing on %s, light and dark',
  async (path) => {
    const site = await openSite(answers);
    const page = await openPage({ reducedMotion: 'reduce', bypassCSP: true });
    await openSettled(page, site.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page), colorScheme).toEqual([]);
    }
  },
);
