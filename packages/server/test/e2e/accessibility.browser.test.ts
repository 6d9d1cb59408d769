import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings } from '../../../../test/axe.ts';
import { type KeptPage, keepPage, openSettled, waitForToast } from '../../../../test/browser.ts';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import {
  callsOf,
  deliver,
  emailIn,
  type Product,
  startProductHere,
  startProductWithAdmin,
} from './product.ts';

withChromium();

let product: Product;
let fresh: Product;
let visitor: KeptPage;
let signedIn: KeptPage;
let newcomer: KeptPage;
beforeAll(async () => {
  product = await startProductWithAdmin();
  // Without an admin, login and setup look different.
  fresh = await startProductHere();
  visitor = await keepPage({ baseURL: product.url });
  const { session } = product;
  signedIn = await keepPage({ baseURL: product.url, ...(session && { storageState: session }) });
  newcomer = await keepPage({ baseURL: fresh.url });
  const call = callsOf(signedIn.page.request, product.url);
  await call('register', { body: { email: 'reader@example.com', firstName: 'Reader' } });
  await product.cli('process');
  await deliver(call, 'zephyr');
  const [petrichor] = (await call('searchWords', { query: { q: 'petrichor' } })).words;
  await call('scheduleEmail', { body: { wordId: petrichor?.id, scheduledDate: '2099-01-01T07:00' } });
});
afterAll(() => Promise.all([visitor, signedIn, newcomer].map((kept) => kept?.close())));
afterAll(() => Promise.all([product?.stop(), fresh?.stop()]));

interface Place {
  name: string;
  path: string;
  /** Opens a dialog or causes an error first. */
  prepare?: (page: Page) => Promise<unknown>;
}

const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

const visitorPlaces: Place[] = [
  { name: 'landing page', path: '/' },
  {
    name: 'landing page, signed up',
    path: '/',
    async prepare(page) {
      await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
      await page.getByRole('textbox', { name: 'First name' }).fill('Ann');
      await button(page, 'Sign Up');
      await waitForToast(page, 'Welcome to Wordrise!');
    },
  },
  {
    name: 'landing page, wrong fields',
    path: '/',
    async prepare(page) {
      await button(page, 'Sign Up');
      await page.getByText('First name is required').waitFor();
    },
  },
  { name: 'login', path: '/login' },
  {
    name: 'login, wrong fields',
    path: '/login',
    async prepare(page) {
      await button(page, 'Sign In');
      await page.getByText('Username is required').waitFor();
    },
  },
  { name: 'setup, done', path: '/admin-setup' },
  { name: '404', path: '/nowhere' },
  { name: 'page of a word', path: '/words/zephyr' },
  { name: 'page of a word that was not sent', path: '/words/petrichor' },
  { name: 'archive', path: '/archive' },
  { name: 'privacy page', path: '/privacy' },
];
const freshPlaces: Place[] = [
  { name: 'login before setup', path: '/login' },
  { name: 'setup', path: '/admin-setup' },
];
const adminPlaces: Place[] = [
  { name: 'dashboard', path: '/admin' },
  {
    name: 'dashboard, the month',
    path: '/admin',
    prepare: (page) => page.getByRole('button', { name: 'Month', exact: true }).click(),
  },
  {
    name: 'change password',
    path: '/admin',
    async prepare(page) {
      await button(page, 'Change Password');
      await dialog(page);
    },
  },
  { name: 'words', path: '/admin/words?page=4' },
  { name: 'words, none found', path: '/admin/words?search=blorb' },
  {
    name: 'add a word, wrong fields',
    path: '/admin/words?panel=add&letter=z',
    async prepare(page) {
      await page.locator('form').getByRole('button', { name: 'Add word' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'edit a word',
    path: '/admin/words?letter=p',
    async prepare(page) {
      await button(page, 'Edit petrichor');
      await emailIn(page).getByRole('heading', { level: 1 }).waitFor();
      await stillEmail(page);
    },
  },
  {
    name: 'remove a word',
    path: '/admin/words?letter=z',
    async prepare(page) {
      await button(page, /^Remove z/);
      await dialog(page);
    },
  },
  {
    name: 'dictionary, reviewed',
    path: '/admin/words?panel=dictionary&letter=z',
    async prepare(page) {
      await page.getByLabel('Words, one per line').fill('lantern\nxqzzt');
      await button(page, 'Look up');
      await page.getByText('1 found · 1 failed').waitFor();
      await button(page, 'Edit lantern');
    },
  },
  {
    name: 'upload, previewed',
    path: '/admin/words?panel=upload&letter=z',
    async prepare(page) {
      const buffer = Buffer.from(
        'word,phoneticPronunciation,partOfSpeech,definition,etymology,example1,example2,conversationTip\nzurf,,,,,,,',
      );
      await page
        .getByLabel('CSV file', { exact: true })
        .setInputFiles({ name: 'words.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('table', { name: /Refused rows/ }).waitFor();
    },
  },
  { name: 'themes', path: '/admin/words/themes' },
  { name: 'readers’ words', path: '/admin/words/suggestions' },
  { name: 'schedule', path: '/admin/schedule' },
  {
    name: 'schedule, all that an email offers',
    path: '/admin/schedule',
    prepare: (page) => button(page, /^More for petrichor/),
  },
  {
    name: 'cancel an email',
    path: '/admin/schedule',
    async prepare(page) {
      await button(page, /^More for petrichor/);
      await button(page, /^Cancel petrichor/);
      await dialog(page);
    },
  },
  { name: 'schedule an email', path: '/admin/schedule?new=' },
  {
    name: 'schedule an email, selected',
    path: '/admin/schedule?new=',
    prepare: (page) => button(page, /^Select /),
  },
  { name: 'readers', path: '/admin/readers' },
  {
    name: 'details of a reader',
    path: '/admin/readers',
    async prepare(page) {
      await page.getByRole('link', { name: 'Details of reader@example.com' }).click();
      await page.getByText('joined the list').waitFor();
    },
  },
  { name: 'add readers', path: '/admin/readers/import' },
  {
    name: 'add readers, checked',
    path: '/admin/readers/import',
    async prepare(page) {
      await button(page, 'Choose a file');
      const text = 'mail,name\nnew@example.com,New\nnonsense,N\n';
      const file = { name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.getByLabel('CSV file').setInputFiles(file);
      await page.getByRole('table', { name: 'Refused rows' }).waitFor();
    },
  },
  {
    name: 'template',
    path: '/admin/templates',
    async prepare(page) {
      await button(page, 'Live email');
      await emailIn(page).getByRole('heading', { level: 1 }).waitFor();
      await stillEmail(page);
    },
  },
  {
    name: 'design',
    path: '/admin/templates/design',
    async prepare(page) {
      await emailIn(page).getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Teal' }).click();
      await page.getByText('Fixed texts', { exact: true }).click();
      await page.getByText('Unsaved changes').waitFor();
      await emailIn(page).locator('.sun[style*="#0f6b6b"]').waitFor();
      await stillEmail(page);
    },
  },
  {
    name: 'template, a mistake',
    path: '/admin/templates',
    async prepare(page) {
      await hideLiveEmail(page);
      await page.getByLabel('HTML template').fill('<p>\n{{#if word}}\n</p>');
      await button(page, 'Save Changes');
      await page.getByText('1 error to fix').waitFor();
    },
  },
  {
    name: 'template, leaving unsaved changes',
    path: '/admin/templates',
    async prepare(page) {
      await hideLiveEmail(page);
      await page.getByLabel('HTML template').fill('<p>{{word}}</p>');
      await page.getByRole('link', { name: 'Words', exact: true }).filter({ visible: true }).click();
      await dialog(page);
    },
  },
  {
    name: 'delivery',
    path: '/admin/delivery?email=1',
    async prepare(page) {
      await page.getByText('The email as it was sent').waitFor();
      await emailIn(page).getByRole('heading', { level: 1 }).waitFor();
      await stillEmail(page);
    },
  },
  { name: 'settings', path: '/admin/settings' },
  { name: 'sending', path: '/admin/settings/sending' },
  { name: 'start', path: '/admin/start' },
  { name: 'account', path: '/admin/account' },
  { name: 'activity', path: '/admin/activity' },
  { name: 'technical specifications', path: '/admin/tech-specs' },
  { name: 'embed', path: '/admin/embed' },
  { name: 'outbox', path: '/admin/outbox' },
  {
    name: 'outbox, an email',
    path: '/admin/outbox',
    async prepare(page) {
      await page.getByRole('link', { name: /Wordrise: zephyr/ }).click();
      await emailIn(page).getByRole('heading', { name: 'zephyr' }).waitFor();
      await stillEmail(page);
    },
  },
  { name: 'preview window, without an editor', path: '/admin/templates/preview' },
];

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

/** axe waits for every frame, but no script runs in an email's frame, so the frame gets another page. */
async function stillEmail(page: Page): Promise<void> {
  const email = page.frameLocator('iframe').locator('iframe');
  await email.evaluate((frame: HTMLIFrameElement) => {
    frame.removeAttribute('sandbox');
    frame.srcdoc = '<!doctype html><html lang="en"><title>Email</title><p>Email</p>';
  });
}

/** It would appear on its own once the screen is wide. */
async function hideLiveEmail(page: Page): Promise<void> {
  await button(page, 'Live email');
  await button(page, 'Live email');
}

/** The path that a page shows as it was opened. */
const untouched = new Map<Page, string>();

/**
 * What axe finds in a place, on phone and desktop, in light and dark mode, plus script errors and blocks by the content
 * security policy.
 */
async function violationsIn({ page, failures }: KeptPage, { path, prepare }: Place): Promise<string[]> {
  const found: string[] = [];
  const check = async (where: string, only?: string[]) => {
    // Motion is reduced, so a change of colors is done at once.
    const transitions = await page.evaluate(
      () => document.getAnimations().filter((animation) => animation instanceof CSSTransition).length,
    );
    if (transitions > 0) found.push(`${where}: ${transitions} transitions`);
    for (const finding of await axeFindings(page, only)) found.push(`${where}: ${finding}`);
  };
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  // A place that differs by what is done there continues from the one before.
  if (untouched.get(page) !== path) await openSettled(page, path);
  untouched.delete(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await prepare?.(page);
  for (const [screen, size] of Object.entries({ phone, desktop })) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await check(`${screen}, light`);
    // In dark mode, only the colors differ.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await check(`${screen}, dark`, ['color-contrast']);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) found.push(`${screen}: ${beyond} px wider than the screen`);
  }
  // The page keeps unsaved work, but the next place must start without it.
  await page.evaluate(() => sessionStorage.clear());
  if (!prepare) untouched.set(page, path);
  return [...found, ...failures.splice(0)];
}

describe('axe finds nothing, and nothing is blocked or wider than the screen', () => {
  test.each(freshPlaces)('$name', async (place) => {
    expect(await violationsIn(newcomer, place)).toEqual([]);
  });

  test.each(adminPlaces)('$name', async (place) => {
    expect(await violationsIn(signedIn, place)).toEqual([]);
  });

  test.each(visitorPlaces)('$name', async (place) => {
    expect(await violationsIn(visitor, place)).toEqual([]);
  });
});
