import { expect, test } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { deliver, pathOf, theAdmin } from './product.ts';

withChromium();

test('the reason why a reader got nothing is at most three clicks from the dashboard', async () => {
  const { page, call, product } = await theAdmin();
  const signUp = (email: string, firstName: string) => call('register', { body: { email, firstName } });
  await signUp('early@example.com', 'Early');
  await product.cli('process');
  // The provider gives the time of a send in whole seconds: an email of the same second would be from before they joined.
  const joined = Math.floor(Date.now() / 1000);
  await eventually(() => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(joined));
  await deliver(call, 'zephyr');
  await signUp('late@example.com', 'Late');
  // The email is in the outbox a moment before its send is complete, which a pass has to see.
  await eventually(async () => {
    await product.cli('process');
    expect((await call('scheduleStats')).sent).toBe(1);
  });

  await page.goto('/admin');
  await page.evaluate(() => {
    document.addEventListener('click', () => sessionStorage.setItem('clicks', `${clicks() + 1}`), true);
    const clicks = () => Number(sessionStorage.getItem('clicks') ?? 0);
  });
  await page.getByRole('link', { name: 'All readers' }).click();
  await page.getByRole('searchbox', { name: 'Search readers' }).fill('late');
  const list = page.getByRole('region', { name: 'Reader list' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await list.getByRole('button', { name: 'Details of late@example.com' }).click();
  await page.getByText('No email has gone out since they joined the list.').waitFor();
  expect(await page.evaluate(() => Number(sessionStorage.getItem('clicks')))).toBeLessThanOrEqual(3);

  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: 'Search readers' }).fill('early');
  await list.getByRole('button', { name: 'Details of early@example.com' }).click();
  await page.getByText('1 email has gone out since they joined the list.').waitFor();
  await page.getByRole('dialog').getByText('zephyr').waitFor();
  expect(pathOf(page)).toBe('/admin/readers');
});

test('a removed reader is gone from the list, the provider and the count', async () => {
  const { page, call, product } = await theAdmin();
  for (const name of ['Ada', 'Grace']) {
    await call('register', { body: { email: `${name.toLowerCase()}@example.com`, firstName: name } });
  }
  await product.cli('process');
  await page.goto('/admin/readers');
  await page.getByText('Signed up').first().waitFor();
  await page.getByRole('button', { name: 'Details of ada@example.com' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove reader' }).click();
  const list = page.getByRole('region', { name: 'Reader list' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await page.getByText('reader, 1 of them new').waitFor();
  expect((await call('listSignups')).readers.map(({ email }) => email)).toEqual(['grace@example.com']);
});
