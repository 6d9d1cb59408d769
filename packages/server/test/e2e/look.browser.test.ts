import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSettled } from '../../../../test/browser.ts';
import { chromiumArgs, chromiumPath } from '../../../../test/chromium.ts';
import { aWord } from '../../../../test/words.ts';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { addDays, dayFromNow, scheduleWord } from './mornings.ts';
import { type Call, deliver, type Product, startProductWithAdmin, theAdmin } from './product.ts';

withChromium();

let product: Product;
beforeAll(async () => {
  product = await startProductWithAdmin();
});
afterAll(() => product?.stop());

/** Runs in the page: texts and fields that start with an Arabic letter and are laid out from the left. */
function findFromLeft(): string[] {
  const found: string[] = [];
  const visit = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll<HTMLElement>('body *, *')) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      const own = [...element.childNodes].filter((node) => node instanceof Text);
      const text = (isField ? element.value : own.map(({ data }) => data).join('')).trim();
      // A word alone looks the same from either side.
      if (!/^[\u0600-\u06ff]/.test(text) || (!isField && /^\p{Letter}+$/u.test(text))) continue;
      if (getComputedStyle(element).direction !== 'rtl' && element.checkVisibility())
        found.push(`${element.tagName}: ${text.slice(0, 40)}`);
    }
  };
  visit(document);
  return [...new Set(found)];
}

async function findInAllFrames(page: Page): Promise<string[]> {
  const found = await Promise.all(page.frames().map((frame) => frame.evaluate(findFromLeft)));
  return found.flat();
}

const arabic = {
  word: 'سلام',
  phoneticPronunciation: '/saˈlaːm/',
  partOfSpeech: 'اسم',
  definition: 'تحية يقولها الناس عند اللقاء.',
  etymology: 'من الجذر س ل م.',
  example1: 'قال سلام ودخل.',
  example2: 'سلام، كيف حالك؟',
  conversationTip: 'قل سلام لمن تلقاه.',
};

test('words, names and texts from right to left are laid out that way on every page', async () => {
  const { page, call } = await theAdmin({}, product);
  await call('register', {
    body: { email: 'salma@example.com', firstName: 'سلمى (أم علي)', favoriteWord: 'قمر!' },
  });
  await product.cli('process');
  const { id } = await call('addWord', { body: aWord(arabic) });
  await deliver(call, 'سلام');
  const [sent] = await call('listSchedule');
  await call('addWord', { body: aWord({ ...arabic, word: 'قمر', definition: 'جرم سماوي.' }) });
  await scheduleWord(call, 'قمر', dayFromNow(1));
  const [reader] = (await call('listSignups')).readers;
  const found: Record<string, string[]> = {};
  for (const path of [
    '/archive',
    `/words/${encodeURIComponent('سلام')}`,
    '/admin',
    `/admin/words?search=${encodeURIComponent('سلام')}`,
    `/admin/words?panel=edit-${id}`,
    '/admin/words/suggestions',
    '/admin/schedule',
    '/admin/schedule?new=',
    '/admin/readers',
    `/admin/readers/reader?id=${reader?.id}`,
    `/admin/delivery?email=${sent?.scheduled_emails.id}`,
    '/admin/outbox',
    '/admin/templates/design',
  ]) {
    await openSettled(page, path);
    const wrong = await findInAllFrames(page);
    if (wrong.length > 0) found[path] = wrong;
  }
  expect(found).toEqual({});
});

/** With a scroll bar that takes place, which Playwright hides otherwise. */
async function withScrollBars(look: (page: Page, call: Call) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: chromiumArgs,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  try {
    const { call } = await theAdmin({}, product);
    const { session } = product;
    const viewport = { width: 1280, height: 600 };
    const context = await browser.newContext({
      baseURL: product.url,
      viewport,
      reducedMotion: 'reduce',
      ...(session && { storageState: session }),
    });
    await look(await context.newPage(), call);
  } finally {
    await browser.close();
  }
}

test('a dialog dims all of the page, and the page does not move', async () => {
  await withScrollBars(async (page) => {
    await openSettled(page, '/admin');
    const content = page.locator('main');
    const before = await content.boundingBox();
    const bar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth);
    expect(bar).toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Change Password' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const dimmed = await dialog.evaluate((element) => element.parentElement?.getBoundingClientRect().width);
    expect(dimmed).toBe(1280);
    expect(await content.boundingBox()).toEqual(before);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await content.boundingBox()).toEqual(before);
  });
});

test('the picture of an email has no scroll bar', async () => {
  await withScrollBars(async (page, call) => {
    await scheduleWord(call, 'petrichor', dayFromNow(2));
    await openSettled(page, '/admin');
    await page.getByRole('button', { name: /^Open the email with / }).waitFor();
    const widths = await page
      .frameLocator('iframe')
      .locator('iframe')
      .evaluate((frame: HTMLIFrameElement) => [
        frame.scrolling,
        frame.ownerDocument.documentElement.clientWidth,
      ]);
    expect(widths).toEqual(['no', 640]);
  });
});

test('on a phone, two weeks of emails are short, and what is rarely needed is one press away', async () => {
  const { page, call } = await theAdmin({ viewport: { width: 390, height: 844 } });
  const { words } = await call('listUnusedWords', { query: {} });
  const first = dayFromNow(1);
  for (const [at, { id }] of words.slice(0, 14).entries())
    await call('scheduleEmail', { body: { wordId: id, scheduledDate: `${addDays(first, at)}T07:00` } });
  await openSettled(page, '/admin/schedule');
  const rows = page.getByRole('list', { name: 'Pending emails, the next one first' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(14);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2700);

  const row = rows.nth(1);
  const cancel = row.getByRole('button', { name: /^Cancel / });
  expect(await cancel.isVisible()).toBe(false);
  await row.getByRole('button', { name: /^More for / }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true);
  await row.getByRole('button', { name: /^Less for / }).click();
  await cancel.waitFor({ state: 'hidden' });
});
