import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, ElementHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/databases.ts';
import { aWord } from '../../../../test/words.ts';
import { dayFromNow } from './mornings.ts';
import { admin, type Product, startProductHere } from './product.ts';

/** From Debian's package firefox-esr. */
const firefox = '/usr/bin/firefox-esr';

/** The owner's main paths, over WebDriver BiDi. */
describe.skipIf(!existsSync(firefox))('in Firefox', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    product = await startProductHere();
    const { default: puppeteer } = await import('puppeteer-core');
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox });
    page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    page.setDefaultTimeout(120_000);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const open = (path: string) => page.goto(product.url + path);
  const named = (name: string, role: string) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`);
  const text = () => page.evaluate(() => document.body.innerText);
  const says = (part: string | RegExp) => expect.poll(text).toMatch(part);
  const answer = (path: string) =>
    page.evaluate(async (path) => (await fetch(path, { cache: 'no-store' })).json(), path);

  test('the owner creates the account, signs in and sees the dashboard', async () => {
    await page.goto(product.setupLink ?? `${product.url}/admin-setup`);
    await named('Username', 'textbox').fill(admin.username);
    await page.locator('input[name=password]').fill(admin.password);
    await page.locator('input[name=confirmPassword]').fill(admin.password);
    await named('Create Admin Account', 'button').click();
    await says('Sign in to access the admin dashboard');
    await named('Sign In', 'button').click();
    await says('First steps');
    await says('Email Calendar');
    expect(new URL(page.url()).pathname).toBe('/admin');
  });

  test('a word is added', async () => {
    await open('/admin/words?panel=add');
    for (const [name, text] of Object.entries(aWord({ word: 'zurf' })).filter(([, text]) => text !== ''))
      await page.locator(`form [name=${name}]`).fill(String(text));
    await page.locator('form button[type=submit]').click();
    await says('Word added successfully!');
    expect((await answer('/api/admin/words?search=zurf')).total).toBe(1);
  });

  test('a word is scheduled for tomorrow at 07:00', async () => {
    await open('/admin/schedule?new=');
    await named('Select zephyr', 'button')
      .setTimeout(5000)
      .click()
      .catch(async () => {
        await page.locator('input[type=search]').fill('zephyr');
        await named('Select zephyr', 'button').click();
      });
    await page.locator('form button[type=submit]').click();
    await says('Email scheduled successfully!');
    const [item] = await answer('/api/admin/schedule');
    expect(item.words.word).toBe('zephyr');
    expect(item.scheduled_emails.scheduledDate.slice(0, 10)).toBe(dayFromNow(1));
  });

  test('a reader is added by address', async () => {
    await open('/admin/readers/import');
    await named('Addresses', 'textbox').fill('ada@example.com');
    await named('Check the addresses', 'button').click();
    await page.locator('textarea[name=consent]').fill('Signed up at the book fair');
    await page.locator('form button[type=submit]').click();
    await says('1 reader added');
    expect((await answer('/api/admin/signups')).total).toBe(1);
  });

  test('readers are imported from a file', async () => {
    await open('/admin/readers/import');
    await named('Choose a file', 'button').click();
    const folder = temporaryFolder();
    const file = join(folder, 'class.csv');
    writeFileSync(file, 'mail,name\nbea@example.com,Bea\nnonsense,N\n');
    const field = await page.waitForSelector('input[type=file]');
    await (field as ElementHandle<HTMLInputElement>).uploadFile(file);
    await says('nonsense');
    await page.locator('textarea[name=consent]').fill('Signed up at the book fair');
    await page.locator('form button[type=submit]').click();
    await says('1 reader added');
    expect((await answer('/api/admin/signups')).total).toBe(2);
  });

  test('the design gets another color', async () => {
    await open('/admin/templates/design');
    await named('Teal', 'button').click();
    await says('Unsaved changes');
    await named('Save Changes', 'button').click();
    await expect.poll(async () => (await answer('/api/admin/design')).design.accent).toBe('#0f6b6b');
    // Until then, leaving the page asks first.
    await expect.poll(text).not.toContain('Unsaved changes');
  });

  test('the page of a delivery shows the email as it was sent', async () => {
    await open('/admin/schedule');
    const { words } = await answer('/api/admin/words/search?q=petrichor');
    await page.evaluate(
      async (wordId, scheduledDate) => {
        const headers = { 'Content-Type': 'application/json' };
        await fetch('/api/admin/schedule', {
          method: 'POST',
          headers,
          body: JSON.stringify({ wordId, scheduledDate }),
        });
      },
      words[0].id,
      new Date().toISOString(),
    );
    const find = async () =>
      (await answer('/api/admin/schedule')).find(
        (item: { words: { word: string } }) => item.words.word === 'petrichor',
      );
    await expect
      .poll(
        async () => {
          await product.cli('process');
          return (await find())?.scheduled_emails.status;
        },
        { timeout: 60_000 },
      )
      .toBe('sent');
    const sent = await find();
    await open(`/admin/delivery?email=${sent.scheduled_emails.id}`);
    await says('The email as it was sent');
  });

  test('settings are saved', async () => {
    await open('/admin/settings');
    await named('Name', 'textbox').fill('Morning Word');
    await named('Save General', 'button').click();
    await says('Settings saved');
    expect((await answer('/api/config')).productName).toBe('Morning Word');
  });
});
