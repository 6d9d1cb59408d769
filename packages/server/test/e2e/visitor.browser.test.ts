import { expect, test } from 'vitest';
import { openPage, withChromium } from '../../../admin-ui/test/built-site.ts';
import { theProduct, timezone, waitForToast } from './product.ts';

withChromium();

test('a visitor signs up on the landing page and is stored in the database', async () => {
  const { url, cli } = await theProduct({ PRODUCT_NAME: 'Daybreak' });
  await cli('schedule', 'add', 'petrichor', '--tomorrow');
  const page = await openPage({ baseURL: url, timezoneId: timezone });
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Email' }).fill(' Ann@Example.com ');
  await page.getByRole('textbox', { name: 'First name' }).fill('Ann');
  await page.getByRole('textbox', { name: /Favorite word/ }).fill('petrichor');
  await page.getByRole('button', { name: 'Sign Up' }).click();

  await waitForToast(page, 'Welcome to Daybreak!');
  await waitForToast(page, 'Your first daily word will arrive soon.');
  await page.getByText(/^Your first word arrives \w+, \w+ \d+ at 7:00 AM (E[SD]T|GMT\+6)\.$/).waitFor();
  await page.getByText(/add the sender to your contacts/).waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Email' }).count()).toBe(0);
  const { readers } = JSON.parse(await cli('readers', 'list', '--json'));
  expect(readers).toEqual([
    expect.objectContaining({ email: 'ann@example.com', firstName: 'Ann', favoriteWord: 'petrichor' }),
  ]);
});

test('errors are shown at their fields, and nobody is signed up', async () => {
  const { url, cli } = await theProduct();
  const page = await openPage({ baseURL: url });
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@');
  await page.getByRole('button', { name: 'Sign Up' }).click();

  await page.getByText('Please enter a valid email address').waitFor();
  await page.getByText('First name is required').waitFor();

  await page.getByRole('textbox', { name: 'Email' }).fill('jörg@schule.example');
  await page.getByRole('textbox', { name: 'First name' }).fill('Jörg');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  // At the field, and in a toast.
  await page
    .getByText(/^Addresses with letters other than a to z/)
    .first()
    .waitFor();
  expect(JSON.parse(await cli('readers', 'list', '--json')).readers).toEqual([]);
});

test('an unknown address shows a page with status 404 and a link home', async () => {
  const { url } = await theProduct();
  const page = await openPage({ baseURL: url });
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  await page.getByRole('link', { name: 'Go to the front page' }).click();
  await page.getByRole('heading', { level: 1, name: 'Wordrise' }).waitFor();
});
