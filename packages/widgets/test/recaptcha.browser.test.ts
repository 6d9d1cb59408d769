import { captchaAction } from '@wordrise/core/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type ApiStandIn, startApiStandIn } from './api-stand-in.ts';
import { openPage, withChromium } from './browser.ts';
import { type RecaptchaStandIn, startRecaptchaStandIn } from './recaptcha-stand-in.ts';
import { type Site, startSite } from './site.ts';

withChromium();

let site: Site;
let api: ApiStandIn;
let recaptcha: RecaptchaStandIn;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  api = await startApiStandIn({ widgetOrigins: ['*'], recaptchaSiteKey: 'site-key' });
  recaptcha = await startRecaptchaStandIn();
  onTestFinished(async () => {
    await Promise.all([api.close(), recaptcha.close()]);
  });
});

const element = () => `<wordrise-signup recaptcha-url="${recaptcha.script}"></wordrise-signup>`;
const script = () => `<script src="${api.url}/widgets.js"></script>`;

async function fillIn(page: Page, place = 0) {
  await page.getByLabel('Email').nth(place).fill(`reader-${place}@example.com`);
  await page.getByLabel('First name').nth(place).fill('Ann');
}

const blocked = 'Please allow the robot check.';

test('loads on the first interaction and sends a fresh token for the action "submit"', async () => {
  const page = await openPage();
  await page.goto(site.page(script() + element()));
  await page.getByText('Favorite word').hover();
  expect(recaptcha.loads).toEqual([]);

  await page.getByLabel('Email').focus();
  await page.locator('.grecaptcha-badge').waitFor({ state: 'attached' });
  expect(recaptcha.loads).toEqual(['/recaptcha/api.js?render=site-key']);

  await fillIn(page);
  await page.getByRole('button').click();
  await page.getByText('Welcome to Wordrise!').waitFor();
  expect(api.bodies).toMatchObject([{ botCheckToken: `site-key:${captchaAction}:1` }]);
  expect(await api.signups()).toHaveLength(1);
});

test('does not load if the installation has no key', async () => {
  const plain = await startApiStandIn({ widgetOrigins: ['*'] });
  onTestFinished(() => plain.close());
  const page = await openPage();
  await page.goto(site.page(`<script src="${plain.url}/widgets.js"></script>${element()}`));
  await fillIn(page);
  await page.getByRole('button').click();
  await page.getByText('Welcome to Wordrise!').waitFor();
  expect(recaptcha.loads).toEqual([]);
  expect(plain.bodies).toHaveLength(1);
});

test('loads once for two forms on a page, and gives each signup its own token', async () => {
  const page = await openPage();
  await page.goto(site.page(script() + element() + element()));
  for (const place of [0, 1]) {
    await fillIn(page, 0);
    await page.getByLabel('Email').first().fill(`reader-${place}@example.com`);
    await page.getByRole('button').first().click();
    await page.getByText('Welcome to Wordrise!').nth(place).waitFor();
  }
  expect(recaptcha.loads).toHaveLength(1);
  expect(api.bodies.map(({ botCheckToken }) => botCheckToken)).toEqual([
    'site-key:submit:1',
    'site-key:submit:2',
  ]);
});

test.each(['blocked', 'empty'] as const)(
  'says what to do when the script is %s, and works once it is allowed',
  async (how) => {
    recaptcha.behave(how);
    const page = await openPage();
    await page.goto(site.page(script() + element()));
    await fillIn(page);
    await page.getByRole('button').click();
    await page.getByText(blocked).waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ann');
    expect(api.bodies).toEqual([]);

    recaptcha.behave('well');
    await page.getByRole('button').click();
    await page.getByText('Welcome to Wordrise!').waitFor();
  },
);

test('times out when the check never answers', async () => {
  recaptcha.behave('mute');
  const page = await openPage();
  await page.clock.install();
  await page.goto(site.page(script() + element()));
  await fillIn(page);
  await page.getByRole('button').click();
  await page.getByRole('button', { name: 'Signing Up...' }).waitFor();
  await page.locator('.grecaptcha-badge').waitFor({ state: 'attached' });
  await page.clock.runFor(30_000);
  await page.getByText(blocked).waitFor();
});

test('says the same when the page’s policy blocks the script', async () => {
  const page = await openPage();
  const policy = `default-src 'none'; script-src ${api.url}; connect-src ${api.url}`;
  await page.goto(site.page(script() + element(), { 'Content-Security-Policy': policy }));
  await fillIn(page);
  await page.getByRole('button').click();
  await page.getByText(blocked).waitFor();
  expect(recaptcha.loads).toEqual([]);
});

test('passes on the nonce of our script', async () => {
  const page = await openPage();
  const policy = `default-src 'none'; script-src 'nonce-abc'; connect-src ${api.url}`;
  const html = script().replace('<script', '<script nonce="abc"') + element();
  await page.goto(site.page(html, { 'Content-Security-Policy': policy }));
  await fillIn(page);
  await page.getByRole('button').click();
  await page.getByText('Welcome to Wordrise!').waitFor();
});
