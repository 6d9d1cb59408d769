import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { dayFromNow, monthAndDay } from './mornings.ts';
import { deliver, type Product, pathOf, startProductWithAdmin, theAdmin } from './product.ts';

withChromium();

let product: Product;
beforeAll(async () => {
  // Readers wait until a test runs a pass.
  product = await startProductWithAdmin({ PROCESSOR: 'off' });
});
afterAll(() => product?.stop());

test('a removed reader is gone from the list, the provider and the count', async () => {
  const { page, call } = await theAdmin({}, product);
  for (const name of ['Ada', 'Grace']) {
    await call('register', { body: { email: `${name.toLowerCase()}@example.com`, firstName: name } });
  }
  await product.cli('process');
  await page.goto('/admin/readers');
  await page.getByText('Signed up').first().waitFor();
  await page.getByRole('link', { name: 'Details of ada@example.com' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove reader' }).click();
  const list = page.getByRole('region', { name: 'Reader list' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await page.getByText('1 new reader in the last').waitFor();
  expect((await call('listSignups')).readers.map(({ email }) => email)).toEqual(['grace@example.com']);
});

test('the reason why a reader got nothing is at most three clicks from the dashboard', async () => {
  const { page, call } = await theAdmin({}, product);
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
  await list.getByRole('link', { name: 'Details of late@example.com' }).click();
  await page.getByText('No email has gone out since they joined the list.').waitFor();
  expect(await page.evaluate(() => Number(sessionStorage.getItem('clicks')))).toBeLessThanOrEqual(3);

  await page.getByRole('link', { name: 'Back to Readers' }).click();
  await page.getByRole('searchbox', { name: 'Search readers' }).fill('early');
  await list.getByRole('link', { name: 'Details of early@example.com' }).click();
  await page.getByText('1 email has gone out since they joined the list.').waitFor();
  await page.getByRole('region', { name: 'Latest emails to the list' }).getByText('zephyr').waitFor();
  // No address in the browser's history.
  expect(pathOf(page)).toMatch(/^\/admin\/readers\/reader\?id=\d+$/);
});

test('imported readers are listed by state and counted by day, and what is known of one is a download', async () => {
  const { page, call } = await theAdmin({}, product);
  const yesterday = dayFromNow(-1);
  const file = join(inject('browserRun'), 'readers.csv');
  const row = (name: string) => `${name}@example.com,${name},${yesterday}T12:00,Book fair\n`;
  await writeFile(
    file,
    `email,firstName,signedUpAt,source\n${row('ida')}${row('jane')}not an address,Joe,,\n`,
  );
  const imported = product.cli('readers', 'import', file, '--consent', 'Signed at the fair');
  await expect(imported).rejects.toThrow('Line 4: Please enter a valid email address');
  // The server keeps its counts for half a minute, or until the next signup.
  await call('register', { body: { email: 'kim@example.com', firstName: 'Kim' } });

  await page.goto('/admin/readers?state=waiting');
  const list = page.getByRole('region', { name: 'Reader list' });
  const listed = async () =>
    (await list.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0]).toSorted();
  await expect.poll(listed).toEqual(['ida@example.com', 'jane@example.com', 'kim@example.com']);
  await list
    .getByText(/ on Book fair$/)
    .first()
    .waitFor();
  const days = page.getByRole('table', { name: 'New readers per day' }).getByRole('row');
  await expect.poll(async () => (await days.allInnerTexts()).at(-2)).toBe(`${monthAndDay(yesterday)}\t2`);
  // The latest two of thirty bars.
  const bars = page.locator('main svg rect');
  await expect.poll(() => bars.count()).toBe(30);
  expect(await bars.nth(28).textContent()).toBe(`${monthAndDay(yesterday)}: 2 new readers`);

  const states = page.getByRole('group', { name: 'State' });
  await states.getByRole('button', { name: /^Subscribed/ }).click();
  await expect.poll(listed).not.toContain('ida@example.com');
  await product.cli('process');
  await states.getByRole('button', { name: /^All/ }).click();
  await expect.poll(listed).toContain('ida@example.com');
  await list.getByRole('link', { name: 'Details of ida@example.com' }).click();
  await page.getByRole('heading', { name: 'ida@example.com' }).waitFor();
  const details = page.getByRole('main');
  await details.getByText('Signed at the fair').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    details.getByRole('link', { name: 'Download JSON' }).click(),
  ]);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    email: 'ida@example.com',
    firstName: 'ida',
    status: 'subscribed',
    source: 'Book fair',
    consent: expect.stringContaining('Signed at the fair'),
    emails: { total: 0, latest: [] },
  });
});

test('people are pasted and imported from a file, found by state, and removed together', async () => {
  const { page, call } = await theAdmin({}, product);
  const before = (await call('overview')).readers.total;
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Readers' }).click();
  await page.getByRole('link', { name: 'Add readers' }).click();
  await page.getByLabel('Addresses').fill('Una <una@class.example>, duo@class.example\ntres@class.example');
  await page.getByRole('button', { name: 'Check the addresses' }).click();
  await page.getByLabel('How did these people agree').fill('Asked in class');
  await page.getByRole('button', { name: 'Import 3 readers' }).click();
  await page.getByText('3 readers added').waitFor();

  await page.getByRole('link', { name: 'Add more' }).click();
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const pupils = Array.from({ length: 120 }, (_, n) => `p${n}@home.example;p${n}@class.example;Pupil ${n}\n`);
  const file = join(inject('browserRun'), 'pupils.csv');
  await writeFile(file, `Email;School mail;Pupil\n${pupils.join('')}x;una@class.example;Una\nx;nonsense;N\n`);
  await page.getByLabel('CSV file').setInputFiles(file);
  const use = (column: string) => page.getByRole('combobox', { name: `Use of the column “${column}”` });
  await use('School mail').selectOption('Email address');
  await page.getByText('(where “School mail” is empty)').waitFor();
  expect(await use('Email').inputValue()).toBe('email');
  await use('Pupil').selectOption('First name');
  const tiles = page.getByRole('list', { name: 'What the import does' }).getByRole('listitem');
  await expect
    .poll(() => tiles.allInnerTexts().then((texts) => texts.map((text) => text.replace(/\s+/g, ' '))))
    .toEqual(['120 new', '1 known already', '0 left, stay out', '1 refused']);
  await expect.poll(() => use('Pupil').inputValue()).toBe('firstName');
  await page.getByLabel('How did these people agree').fill('Asked in class');
  await page.getByRole('button', { name: 'Import 120 readers' }).click();
  await page.getByText('120 readers added').waitFor();
  const found = await call('listSignups', { query: { search: 'p119@class.example' } });
  expect(found.readers).toMatchObject([{ firstName: 'Pupil 119', status: 'waiting' }]);

  await page.getByRole('link', { name: 'Show the readers' }).click();
  const states = page.getByRole('group', { name: 'State' });
  await states.getByRole('button', { name: 'Waiting 123' }).click();
  await page.getByText('Showing 1 to 50 of 123 readers').waitFor();
  await page.getByRole('searchbox', { name: 'Search readers' }).fill('class.example');
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByRole('button', { name: /^Select all 123 readers/ }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove 123 readers' }).click();
  await page.getByText('No readers found').waitFor();
  expect((await call('overview')).readers.total).toBe(before);
});
