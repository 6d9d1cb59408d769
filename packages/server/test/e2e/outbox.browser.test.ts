import { expect, test } from 'vitest';
import { openPage, withChromium } from '../../../admin-ui/test/built-site.ts';
import { deliver, emailIn, theAdmin, theProduct, theStartedProduct, waitForToast } from './product.ts';

withChromium();

test('from the landing page to the outbox: a reader signs up and gets the word', async () => {
  const product = await theStartedProduct();
  const visitor = await openPage({ baseURL: product.url });
  await visitor.goto('/');
  await visitor.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
  await visitor.getByRole('textbox', { name: 'First name' }).fill('Ann');
  await visitor.getByRole('button', { name: 'Sign Up' }).click();
  await waitForToast(visitor, 'Welcome to Wordrise!');
  const { page, call } = await theAdmin({}, product);
  await page.goto('/admin/outbox');
  await page.getByText('Nothing has been delivered yet').waitFor();

  // Runs the pass that the server runs every five minutes: it subscribes the reader at the provider.
  await product.cli('process');
  await deliver(call, 'petrichor');
  await product.cli('process');

  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('link', { name: /Wordrise: petrichor/ }).click();
  await page.getByRole('heading', { level: 2, name: 'Wordrise: petrichor' }).waitFor();
  await page.getByText('ann@example.com').last().waitFor();
  const email = emailIn(page, 'Email: Wordrise: petrichor');
  await email.getByRole('heading', { name: 'petrichor' }).waitFor();
  expect(await email.locator('body').innerText()).not.toContain('{{');
  await page.getByRole('button', { name: 'Text' }).click();
  expect(await page.locator('pre').innerText()).toContain('petrichor');

  await page.goto('/admin');
  await page.getByText('Sent', { exact: true }).first().waitFor();
  await page.goto('/admin/words?search=petrichor');
  await page.getByText('Sent once').waitFor();
});

test('a signup is confirmed with the button of the email in the outbox, which opens a tab of its own', async () => {
  const product = await theStartedProduct({ EMAIL_PROVIDER: 'smtp-sandbox' });
  const { page, call } = await theAdmin({}, product);
  await call('register', { body: { email: 'ann@example.com', firstName: 'Ann' } });
  await product.cli('process');
  await page.goto('/admin/outbox');
  await page.getByRole('link', { name: /^Confirm/ }).click();
  const email = emailIn(page, 'Email: Confirm your signup for Wordrise');

  const opening = page.context().waitForEvent('page', (tab) => tab.url().includes('/confirm/'));
  await email.getByRole('link', { name: 'Confirm your signup' }).click();
  const tab = await opening;
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await tab.getByRole('button', { name: 'Yes, confirm' }).click();
  await tab.getByRole('heading', { level: 1, name: 'You are on the list' }).waitFor();
  expect(page.url()).toBe(`${product.url}/admin/outbox${new URL(page.url()).search}`);
  expect(await page.title()).toContain('Outbox');
});

test('the technical specifications show which variables are set, never a value', async () => {
  const secret = 'only-for-this-test-0123456789abcdef';
  const product = await theProduct({ SESSION_SECRET: secret });
  const { page } = await theAdmin({}, product);
  await page.goto('/admin/tech-specs#variables');
  const row = page.getByRole('row').filter({ hasText: 'SESSION_SECRET' });
  const item = page.getByRole('listitem').filter({ hasText: 'SESSION_SECRET' });
  expect(await row.or(item).first().innerText()).toMatch(/Configured|Set/i);
  await page.getByRole('link', { name: 'Endpoints' }).click();
  await page.locator('summary').filter({ hasText: 'Words' }).click();
  await page.getByText('/api/admin/words/bulk-upload').waitFor();
  expect(await page.content()).not.toContain(secret);
});

test('the embed code points to this installation, and its preview adds a real reader', async () => {
  const { page, product } = await theAdmin();
  await page.goto('/admin/embed');
  await page.getByText(`${product.url}/widgets.js`).first().waitFor();
  const preview = page.locator('wordrise-signup');
  await preview.getByRole('textbox', { name: 'Email' }).fill('bea@example.com');
  await preview.getByRole('textbox', { name: 'First name' }).fill('Bea');
  await preview.getByRole('button').click();
  await preview.getByText(/Welcome/).waitFor();
  const { readers } = JSON.parse(await product.cli('readers', 'list', '--json'));
  expect(readers.map(({ email }: { email: string }) => email)).toEqual(['bea@example.com']);
});
