import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../../../../test/axe.ts';
import { openPage, withChromium } from '../../../admin-ui/test/built-site.ts';
import { deliver, type Product, theAdmin, theProduct, waitForToast } from './product.ts';

withChromium();

const settings = { EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off', WELCOME: 'off' };

/** What is stored about Ann. */
async function ann({ cli }: Product) {
  return JSON.parse(await cli('readers', 'show', 'ann@example.com'));
}

const button = (page: Page, name: string) => page.getByRole('button', { name }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

test('a reader without scripts signs up, changes everything on their own page, leaves and comes back', async () => {
  const product = await theProduct(settings);
  const page = await openPage({ baseURL: product.url, javaScriptEnabled: false });
  await page.goto('/?utm_campaign=spring');
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@');
  await page.getByRole('textbox', { name: 'First name' }).fill('Ann');
  await button(page, 'Sign Up');
  await page.getByText('Please enter a valid email address').waitFor();
  expect(await page.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('Ann');
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
  await button(page, 'Sign Up');
  await heading(page, 'Welcome to Wordrise!');
  expect(await ann(product)).toMatchObject({
    campaign: 'spring',
    consent: '[Privacy](/privacy)',
    privacy: { version: expect.stringMatching(/^[0-9a-f]{16}$/) },
    preferences: { timezone: null },
  });

  const { call } = await theAdmin({}, product);
  await product.cli('process');
  await deliver(call, 'petrichor');
  const { emails } = await call('listOutbox');
  const { text } = await call('readOutbox', { params: { id: emails[0]?.id ?? '' } });
  const [own = ''] = /http\S+\/preferences\/[0-9a-f]{32}/.exec(text) ?? [];
  await page.goto(own);
  await heading(page, 'Your emails');
  // axe is a script.
  const scripted = await openPage({ baseURL: product.url });
  await scripted.goto(own);
  expect(await axeFindings(scripted)).toEqual([]);

  const when = page.getByRole('region', { name: 'When they come' });
  await when.getByRole('checkbox', { name: 'Sunday' }).uncheck();
  await when.getByLabel('Time of day').fill('06:30');
  await when.getByLabel('Time zone').selectOption('Europe/Berlin');
  await when.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('Saved. This is when your emails come from now on.').waitFor();
  expect((await ann(product)).preferences).toMatchObject({
    weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
    sendTime: '06:30',
    timezone: 'Europe/Berlin',
  });
  for (const box of await when.getByRole('checkbox').all()) await box.uncheck();
  await when.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('Choose at least one day.').waitFor();
  expect(await when.getByRole('checkbox', { checked: true }).count()).toBe(0);

  await button(page, 'For a week');
  await page.getByText('You get no emails until').waitFor();
  expect((await ann(product)).preferences.pausedUntil).toMatch(/^\d{4}-/);
  await button(page, 'Resume now');
  await page.getByText('Take a break.').waitFor();
  expect((await ann(product)).preferences.pausedUntil).toBeNull();

  const about = page.getByRole('region', { name: 'About you' });
  await about.getByRole('textbox', { name: 'First name' }).fill('Anna');
  await about.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('Saved.').waitFor();
  expect(await ann(product)).toMatchObject({ firstName: 'Anna' });

  const downloading = page.waitForEvent('download');
  await button(page, 'Download as a file');
  const file = await (await downloading).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    email: 'ann@example.com',
    firstName: 'Anna',
    campaign: 'spring',
    preferences: { timezone: 'Europe/Berlin' },
  });

  await button(page, 'Unsubscribe');
  await heading(page, 'You are unsubscribed');
  await page.getByLabel('The words are too easy').check();
  await page.getByRole('textbox').fill('More Latin, please.');
  await button(page, 'Send');
  await heading(page, 'Thank you');
  expect((await ann(product)).status).toBe('unsubscribed');
  expect(JSON.parse(await product.cli('readers', 'reasons', '--json'))).toMatchObject({
    reasons: [{ reason: 'too_easy', count: 1 }],
    texts: [{ text: 'More Latin, please.' }],
  });
  await page.goto(own);
  await heading(page, 'You are not on the list');
  await scripted.goto(own);
  expect(await axeFindings(scripted)).toEqual([]);
  await button(page, 'Yes, come back');
  await heading(page, 'You are back on the list');
  expect(await ann(product)).toMatchObject({
    status: 'subscribed',
    preferences: { timezone: 'Europe/Berlin', sendTime: '06:30' },
  });
});

test('the time zone of the browser is stored, and the page with an error is accessible', async () => {
  const product = await theProduct(settings);
  const visitor = await openPage({ baseURL: product.url, timezoneId: 'Asia/Tokyo' });
  await visitor.goto('/?campaign=spring');
  await visitor.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
  await visitor.getByRole('textbox', { name: 'First name' }).fill('Ann');
  await visitor.getByRole('button', { name: 'Sign Up' }).click();
  await waitForToast(visitor, 'Welcome to Wordrise!');
  expect(await ann(product)).toMatchObject({ campaign: 'spring', preferences: { timezone: 'Asia/Tokyo' } });
  await visitor.goto('/');
  await visitor.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/api/register' });
    document.body.append(form);
    form.submit();
  });
  await visitor.getByText('Please enter a valid email address').waitFor();
  expect(await axeFindings(visitor)).toEqual([]);
});
