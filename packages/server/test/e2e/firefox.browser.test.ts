import { existsSync } from 'node:fs';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayFromNow } from './mornings.ts';
import { admin, type Product, startProductWithAdmin } from './product.ts';

/** From Debian's package firefox-esr. */
const firefox = '/usr/bin/firefox-esr';

/** The owner's main paths, over WebDriver BiDi. */
describe.skipIf(!existsSync(firefox))('in Firefox', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    product = await startProductWithAdmin();
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

  test('the owner signs in and sees the dashboard', async () => {
    await open('/login');
    await named('Username', 'textbox').fill(admin.username);
    await page.locator('input[type=password]').fill(admin.password);
    await named('Sign In', 'button').click();
    await says('First steps');
    await says('Email Calendar');
    expect(new URL(page.url()).pathname).toBe('/admin');
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

  test('settings are saved', async () => {
    await open('/admin/settings');
    await named('Name', 'textbox').fill('Morning Word');
    await named('Save General', 'button').click();
    await says('Settings saved');
    expect((await answer('/api/config')).productName).toBe('Morning Word');
  });
});
