import { expect, test } from 'vitest';
import { axeFindings } from '../../../test/axe.ts';
import { openPage, openSite, withChromium } from './built-site.ts';

withChromium();

const config = () => ({
  status: 200,
  body: { productName: 'Wordrise', recaptchaSiteKey: null, signupPath: '/' },
});
const registered = {
  'GET /api/config': config,
  'POST /api/register': () => ({ status: 201, body: { message: '' } }),
};

test('a visitor fetches the page, its own client and the widgets, and nothing of the admin area', async () => {
  const site = await openSite(registered);
  const page = await openPage();
  await page.goto(site.url, { waitUntil: 'networkidle' });

  await expect
    .poll(() => site.asked.filter((path) => path.endsWith('.js')).toSorted())
    .toEqual([expect.stringMatching(/^\/assets\/landing-.*\.js$/), '/widgets.js']);
  expect(site.asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
});

test('can be read without any script, the form and the sample too', async () => {
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

  const toast = page.locator('#toasts');
  await toast.getByText('Welcome to Wordrise!').waitFor();
  await expect.poll(() => toast.textContent()).toContain('Your first daily word will arrive soon.');
  expect(site.sent.find(({ call }) => call === 'POST /api/register')?.body).toMatchObject({
    email: 'ann@example.com',
    firstName: 'Ann',
  });
});

test('says why it failed', async () => {
  const answer = { message: 'Please try again later.', code: 'internal' };
  const site = await openSite({ ...registered, 'POST /api/register': () => ({ status: 500, body: answer }) });
  const page = await openPage();
  await page.goto(site.url);
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
  await page.getByRole('textbox', { name: 'First name' }).fill('Ann');
  await page.getByRole('button', { name: 'Sign Up' }).click();

  const toast = page.locator('#toasts');
  await toast.getByText('Registration failed').waitFor();
  await expect.poll(() => toast.textContent()).toContain('Please try again later.');
  // Once: elsewhere the form says it itself, here the toast does.
  expect(await page.getByText('Registration failed').filter({ visible: true }).count()).toBe(1);
});

test('the button below the benefits leads to the form, ready to type', async () => {
  const site = await openSite(registered);
  const page = await openPage({ viewport: { width: 390, height: 700 }, reducedMotion: 'reduce' });
  await page.goto(site.url, { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Get your first word' }).click();

  const email = page.getByRole('textbox', { name: 'Email' });
  await page.waitForFunction(() => document.activeElement?.tagName === 'WORDRISE-SIGNUP');
  const box = await email.boundingBox();
  expect(box?.y).toBeGreaterThan(0);
  expect(box?.y).toBeLessThan(700);
});

// axe writes styles of its own into the page, which the policy would refuse.
test.each(['light', 'dark'] as const)('axe finds nothing, %s', async (colorScheme) => {
  const site = await openSite(registered);
  const page = await openPage({ colorScheme, reducedMotion: 'reduce', bypassCSP: true });
  await page.goto(site.url, { waitUntil: 'networkidle' });
  expect(await axeFindings(page)).toEqual([]);
});
