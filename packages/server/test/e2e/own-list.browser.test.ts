import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, withChromium } from '../../../admin-ui/test/built-site.ts';
import { type Call, deliver, theAdmin, theStartedProduct, timezone, waitForToast } from './product.ts';

withChromium();

/** The link in the latest email with this subject. */
async function linkIn(call: Call, subject: RegExp, what: 'confirm' | 'unsubscribe'): Promise<string> {
  const { emails } = await call('listOutbox');
  const id = emails.find((email) => subject.test(email.subject))?.id ?? '';
  const { text } = await call('readOutbox', { params: { id } });
  const [link] = new RegExp(`http\\S+/${what}/[0-9a-f]{32}`).exec(text) ?? [];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

test('from signup to the word to leaving the list: a link changes nothing until its button is clicked', async () => {
  const product = await theStartedProduct({ EMAIL_PROVIDER: 'smtp-sandbox' });
  const visitor = await openPage({ baseURL: product.url, timezoneId: timezone });
  const signUp = async (address: string) => {
    await visitor.getByRole('textbox', { name: 'Email' }).fill(address);
    await visitor.getByRole('textbox', { name: 'First name' }).fill('Ann');
    await visitor.getByRole('button', { name: 'Sign Up' }).click();
    await waitForToast(visitor, 'Almost done!');
  };
  await visitor.goto('/');
  await signUp('ann@gmial.com');
  const card = visitor.locator('#signup');
  await card.getByText('Check your inbox and click the link to confirm.').waitFor();
  expect(await card.textContent()).not.toContain('will arrive soon');
  await card.getByText('You entered ann@gmial.com.').waitFor();
  await card.getByText('If no email arrives within a few minutes, look in your spam folder.').waitFor();
  await card.getByRole('link', { name: 'Wrong address? Start again' }).click();
  await signUp('ann@example.com');
  await card.getByText('You entered ann@example.com.').waitFor();
  const { call } = await theAdmin({}, product);
  const status = async () => JSON.parse(await product.cli('readers', 'show', 'ann@example.com')).status;
  await product.cli('process');

  await visitor.goto(await linkIn(call, /^Confirm/, 'confirm'));
  expect(await status()).toBe('unconfirmed');
  await visitor.getByRole('button', { name: 'Yes, confirm' }).click();
  await heading(visitor, 'You are on the list');
  // The browser posts again.
  await visitor.reload();
  await heading(visitor, 'You are on the list');
  await product.cli('process');
  expect(await status()).toBe('subscribed');
  await deliver(call, 'petrichor');

  const unsubscribe = await linkIn(call, /petrichor/, 'unsubscribe');
  await visitor.goto(unsubscribe);
  expect(await status()).toBe('subscribed');
  await visitor.getByRole('button', { name: 'Yes, unsubscribe' }).click();
  await heading(visitor, 'You are unsubscribed');
  expect(await status()).toBe('unsubscribed');
  await visitor.getByRole('button', { name: 'Undo' }).click();
  await heading(visitor, 'You are back on the list');
  expect(await status()).toBe('subscribed');
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const oneClick = await fetch(unsubscribe, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' });
  expect(oneClick.status).toBe(200);
  expect(await status()).toBe('unsubscribed');
});
