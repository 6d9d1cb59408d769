import { expect, test } from 'vitest';
import { axeFindings } from '../../../test/axe.ts';
import { openSettled, waitForToast } from '../../../test/browser.ts';
import { openPage, openSite, withChromium } from './built-site.ts';

withChromium();

const config = () => ({
  status: 200,
  body: {
    productName: 'Wordrise',
    recaptchaSiteKey: null,
    botCheck: null,
    firstName: 'required',
    signupPath: '/',
    confirmSignups: false,
  },
});
const registered = {
  'GET /api/config': config,
  'POST /api/register': () => ({ status: 201, body: { message: '' } }),
};

test('a visitor fetches the page, its own client and the widgets, and nothing of the admin area', async () => {
  const site = await openSite(registered);
  const page = await openPage();
  await openSettled(page, site.url);

  await expect
    .poll(() => site.asked.filter((path) => path.endsWith('.js')).toSorted())
    .toEqual([expect.stringMatching(/^\/assets\/landing-.*\.js$/), '/widgets.js']);
  expect(site.asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
});

test('can be read without any script, including the form and the sample', async () => {
  const site = await openSite({});
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto(site.url);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Wordrise');
  expect(await page.getByRole('textbox', { name: 'Email' }).isVisible()).toBe(true);
  expect(await page.getByText('petrichor', { exact: true }).isVisible()).toBe(true);
});

test('signs a visitor up and says so in one toast', async () => {
  const site = await openSite(registered);
  const page = await openPage();
  await page.goto(site.url);
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
  await page.getByRole('textbox', { name: 'First name' }).fill('Ann');
  await page.getByRole('button', { name: 'Sign Up' }).click();

  await waitForToast(page, 'Welcome to Wordrise!');
  await waitForToast(page, 'Your first daily word will arrive soon.');
  expect(site.sent.find(({ call }) => call === 'POST /api/register')?.body).toMatchObject({
    email: 'ann@example.com',
    firstName: 'Ann',
  });
});

const firstWord = () => ({
  status: 200,
  body: {
    at: '2026-11-24T12:00:00.000Z',
    isPlanned: true,
    timezone: 'Europe/Paris',
    confirmFirst: false,
    from: 'word@example.com',
  },
});

test.each([
  { width: 390, height: 700 },
  { width: 1280, height: 900 },
])('a signup shows a sunrise that no toast covers, at $width pixels', async (viewport) => {
  const site = await openSite({ ...registered, 'GET /api/first-word': firstWord });
  const page = await openPage({ viewport, timezoneId: 'America/New_York' });
  await page.goto(site.url);
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
  await page.getByRole('textbox', { name: 'First name' }).fill('Ann');
  const card = page.locator('#signup');
  const before = await card.boundingBox();
  await page.getByRole('button', { name: 'Sign Up' }).click();

  await card.getByText('Your first word arrives Tuesday, November 24 at 7:00 AM EST.').waitFor();
  expect(await card.textContent()).toContain('Add word@example.com to your contacts');
  // The form's height is measured in whole pixels.
  expect(Math.abs(((await card.boundingBox())?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(1);
  const heading = card.locator('[part=welcome-title]');
  expect(await heading.evaluate((element) => getComputedStyle(element).fontFamily)).toContain('Newsreader');
  const sunrise = () =>
    card.evaluate((element) => getComputedStyle(element, '::before').animationIterationCount);
  expect(await sunrise()).toBe('1');
  // The page may still be moving.
  const distance = async () => {
    const [toast, top] = [await page.locator('#toasts > *').boundingBox(), await card.boundingBox()];
    if (!toast || !top) return -1;
    return Math.max(top.y - toast.y - toast.height, toast.x - top.x - top.width);
  };
  await expect.poll(distance).toBeGreaterThanOrEqual(0);
});

test('nothing rises for people who prefer reduced motion', async () => {
  const site = await openSite({ ...registered, 'GET /api/first-word': firstWord });
  const page = await openPage({ reducedMotion: 'reduce' });
  await page.goto(site.url);
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
  await page.getByRole('textbox', { name: 'First name' }).fill('Ann');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const card = page.locator('#signup[data-welcome]');
  await card.waitFor();
  expect(
    await card.evaluate((element) =>
      Number.parseFloat(getComputedStyle(element, '::before').animationDuration),
    ),
  ).toBeLessThan(0.01);
});

test('says why it failed', async () => {
  const answer = { message: 'Please try again later.', code: 'internal' };
  const site = await openSite({ ...registered, 'POST /api/register': () => ({ status: 500, body: answer }) });
  const page = await openPage();
  await page.goto(site.url);
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
  await page.getByRole('textbox', { name: 'First name' }).fill('Ann');
  await page.getByRole('button', { name: 'Sign Up' }).click();

  await waitForToast(page, 'Registration failed');
  await waitForToast(page, 'Please try again later.');
  // Once: on this page the toast says it, not the form.
  expect(await page.getByText('Registration failed').filter({ visible: true }).count()).toBe(1);
});

test('the button below the benefits goes to the form, ready to type', async () => {
  const site = await openSite(registered);
  const page = await openPage({ viewport: { width: 390, height: 700 }, reducedMotion: 'reduce' });
  await openSettled(page, site.url);
  await page.getByRole('link', { name: 'Get your first word' }).click();

  const email = page.getByRole('textbox', { name: 'Email' });
  await page.waitForFunction(() => document.activeElement?.tagName === 'WORDRISE-SIGNUP');
  // It is scrolled to after it has the focus.
  await expect
    .poll(async () => (await email.boundingBox())?.y)
    .toSatisfy((top: number) => top > 0 && top < 700);
});

// axe adds its own styles to the page, which the policy would refuse.
test('axe finds nothing, light and dark', async () => {
  const site = await openSite(registered);
  const page = await openPage({ reducedMotion: 'reduce', bypassCSP: true });
  await openSettled(page, site.url);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page), colorScheme).toEqual([]);
  }
});
