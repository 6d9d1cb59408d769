/**
 * `npm run screenshots [NAME …]`: draws every page of the built product, on a phone and on a desk, by
 * day and by night, into `screenshots/`. With names only those.
 *
 * CHROMIUM_PATH   the browser, /usr/bin/chromium by default
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { admin, openStage, type Stage, timezone } from './screenshots-data.ts';

const folder = fileURLToPath(new URL('../screenshots', import.meta.url));
const screens = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1280, height: 900 },
];
/** A list of fifty cards is not more beautiful than one of twenty. */
const tallest = 2600;

interface View {
  name: string;
  path: string;
  /** What has to be done before the picture. */
  prepare?: (page: Page, stage: Stage) => Promise<void>;
  /** Nobody is signed in. */
  visitor?: boolean;
  /** The screen alone, not the page below it. */
  screenOnly?: boolean;
}

const newInstallation: View[] = [
  { name: 'setup', path: '/admin-setup', visitor: true },
  { name: 'login-before-setup', path: '/login', visitor: true },
];

const bulkWords = 'lantern\nharbour\nmeadow\nxqzzt\nsolitude';
const csv = [
  'word,phoneticPronunciation,partOfSpeech,definition,etymology,example1,example2,conversationTip',
  'zarf,/zɑːf/,noun,A holder for a hot cup without a handle,From Arabic zarf,One.,Two.,Say it over coffee.',
  'petrichor,/ˈpɛtrɪkɔː/,noun,The smell of rain on dry earth,From Greek,One.,Two.,Say it in the rain.',
  'quokka,/ˈkwɒkə/,noun,,From Noongar,One.,Two.,Say it with a smile.',
].join('\n');

const livingInstallation: View[] = [
  { name: 'landing', path: '/', visitor: true },
  {
    name: 'landing-signed-up',
    path: '/',
    visitor: true,
    screenOnly: true,
    async prepare(page) {
      await page.getByRole('textbox', { name: 'Email' }).fill('early.bird@example.com');
      await page.getByRole('textbox', { name: 'First name' }).fill('Robin');
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await page.locator('#toasts').getByText('Your first daily word will arrive soon.').waitFor();
    },
  },
  {
    name: 'login',
    path: '/login',
    visitor: true,
    async prepare(page) {
      await page.getByLabel('Username').fill('admin');
      await page.getByLabel('Password').fill('wrong password');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('alert').getByText('Invalid username or password').waitFor();
    },
  },
  { name: 'setup-done', path: '/admin-setup', visitor: true },
  { name: 'not-found', path: '/nowhere', visitor: true },
  { name: 'dashboard', path: '/admin' },
  {
    name: 'change-password',
    path: '/admin',
    screenOnly: true,
    prepare: (page) => page.getByRole('button', { name: 'Change Password' }).click(),
  },
  { name: 'words', path: '/admin/words' },
  { name: 'words-none', path: '/admin/words?search=blorb' },
  {
    name: 'word-edit',
    path: '/admin/words?letter=p',
    prepare: (page) => page.getByLabel('Edit petrichor').click(),
  },
  {
    name: 'word-remove',
    path: '/admin/words?letter=z',
    screenOnly: true,
    prepare: (page) => page.getByRole('button', { name: 'Remove zephyr' }).click(),
  },
  {
    name: 'words-dictionary',
    path: '/admin/words?panel=dictionary',
    async prepare(page) {
      await page.getByLabel('Words, one per line').fill(bulkWords);
      await page.getByRole('button', { name: 'Process words' }).click();
      await page.getByText('4 found · 1 failed').waitFor();
    },
  },
  {
    name: 'words-upload',
    path: '/admin/words?panel=upload',
    async prepare(page) {
      const file = { name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
      await page.getByLabel('CSV file', { exact: true }).setInputFiles(file);
      await page.getByLabel('Update them').check();
      await page.getByText('1 to be changed').waitFor();
    },
  },
  { name: 'schedule', path: '/admin/schedule' },
  { name: 'schedule-form', path: '/admin/schedule?new=' },
  {
    name: 'schedule-selected',
    path: '/admin/schedule?new=',
    async prepare(page) {
      await page
        .getByRole('button', { name: /^Select / })
        .nth(3)
        .click();
    },
  },
  {
    name: 'schedule-cancel',
    path: '/admin/schedule',
    screenOnly: true,
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Cancel / })
        .first()
        .click(),
  },
  { name: 'template', path: '/admin/templates' },
  {
    name: 'template-leave',
    path: '/admin/templates',
    screenOnly: true,
    async prepare(page) {
      await page.getByRole('textbox', { name: 'Subject line' }).fill('{{word}}, at dawn');
      await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    },
  },
  {
    name: 'template-error',
    path: '/admin/templates',
    async prepare(page) {
      const editor = page.getByLabel('HTML template');
      const html = await editor.inputValue();
      await editor.fill(html.replace('{{/if}}', ''));
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await page
        .getByText(/Line \d+/)
        .first()
        .waitFor();
    },
  },
  { name: 'tech-specs', path: '/admin/tech-specs' },
  { name: 'outbox', path: '/admin/outbox' },
  {
    name: 'outbox-email',
    path: '/admin/outbox',
    async prepare(page) {
      await page
        .getByRole('link', { name: /^Wordrise: / })
        .first()
        .click();
      await page.frameLocator('iframe').getByRole('heading').first().waitFor();
    },
  },
  { name: 'embed', path: '/admin/embed' },
  {
    name: 'more',
    path: '/admin',
    screenOnly: true,
    async prepare(page) {
      // On wide screens the side bar has everything.
      const more = page.getByRole('button', { name: 'More', exact: true });
      if (await more.isVisible()) await more.click();
    },
  },
];

async function main() {
  const wanted = process.argv.slice(2);
  mkdirSync(folder, { recursive: true });
  const stage = await openStage(5399);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    const fits = ({ name }: View) => wanted.length === 0 || wanted.includes(name);
    await drawAll(browser, stage, newInstallation.filter(fits));
    await stage.wordrise.accounts.setup(admin);
    await stage.playMonth();
    await drawEmail(browser, stage);
    await drawAll(browser, stage, livingInstallation.filter(fits));
  } finally {
    await browser.close();
    await stage.stop();
  }
}

async function drawAll(browser: Browser, stage: Stage, views: View[]): Promise<void> {
  for (const { name: screen, ...viewport } of screens) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const options = {
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        timezoneId: timezone,
        baseURL: stage.url,
      } as const;
      const signedIn = await browser.newContext(options);
      if (views.some(({ visitor }) => !visitor)) {
        const headers = { Origin: stage.url };
        const answer = await signedIn.request.post('/api/login', { data: admin, headers });
        if (!answer.ok()) throw new Error(`Signing in failed: ${await answer.text()}`);
      }
      const visitor = await browser.newContext(options);
      for (const view of views) {
        const page = await (view.visitor ? visitor : signedIn).newPage();
        const file = join(folder, `${view.name}-${screen}-${colorScheme}.png`);
        await draw(page, stage, view, file).catch((error) => {
          process.exitCode = 1;
          console.error(`${view.name}, ${screen}, ${colorScheme}: ${error.message.split('\n')[0]}`);
        });
        await page.close();
      }
      await signedIn.close();
      await visitor.close();
    }
  }
}

async function draw(page: Page, stage: Stage, view: View, path: string): Promise<void> {
  page.setDefaultTimeout(10_000);
  await page.clock.setFixedTime(stage.present);
  await page.goto(view.path, { waitUntil: 'networkidle' });
  await view.prepare?.(page, stage);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  if (view.screenOnly) {
    await page.screenshot({ path });
    return;
  }
  // A screen as tall as the page: bars at its bottom stay at the bottom.
  const { width, height } = page.viewportSize() as { width: number; height: number };
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, Math.min(whole, tallest)) });
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path });
}

/** The email itself, as it lies in the outbox. */
async function drawEmail(browser: Browser, stage: Stage): Promise<void> {
  const [latest] = (await stage.wordrise.mail.outbox.list({ limit: 1 })).emails;
  if (!latest) throw new Error('The outbox is empty.');
  const email = await stage.wordrise.mail.outbox.read(latest.id);
  if (!email) throw new Error('The email has gone.');
  for (const { name: screen, ...viewport } of screens) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport, colorScheme });
      await page.setContent(email.html, { waitUntil: 'networkidle' });
      await page.screenshot({ path: join(folder, `email-${screen}-${colorScheme}.png`), fullPage: true });
      await page.close();
    }
  }
}

await main();
