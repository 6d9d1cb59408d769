/**
 * `npm run screenshots`: draws every page of the built product, at phone and desktop size, in light and dark mode, into
 * `screenshots/`.
 *
 *   npm run screenshots -- words schedule    only these
 *   npm run screenshots -- --readme          the pictures of the README and the tour, into `docs/screenshots/`
 *
 * CHROMIUM_PATH   the browser, /usr/bin/chromium by default
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../test/chromium.ts';
import { admin, openStage, type Stage, timezone } from './screenshots-data.ts';
import { livingInstallation, newInstallation, troubledInstallation, type View } from './screenshots-views.ts';

const folder = fileURLToPath(new URL('../screenshots', import.meta.url));
const readmeFolder = fileURLToPath(new URL('../docs/screenshots', import.meta.url));
const screens = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1280, height: 900 },
];
/** A list of fifty cards looks no better than one of twenty. */
const tallest = 2600;

/** What the README shows: one screen each, small enough for a repository. */
const readme = [
  { name: 'landing', width: 1280, height: 960, colorScheme: 'light' },
  { name: 'dashboard', width: 1280, height: 1060, colorScheme: 'light' },
  { name: 'words', width: 1280, height: 860, colorScheme: 'light' },
  { name: 'schedule', width: 1280, height: 900, colorScheme: 'dark' },
] as const;

/** What docs/tour.md shows besides these. */
const tour = [
  { name: 'setup', width: 1280, height: 800 },
  { name: 'start', width: 1280, height: 560 },
  { name: 'schedule-autopilot', width: 1280, height: 980 },
  { name: 'design', width: 1280, height: 860 },
  { name: 'sending', width: 1280, height: 830 },
  { name: 'embed', width: 1280, height: 1240 },
  { name: 'landing-signed-up', width: 390, height: 844 },
] as const;

async function main() {
  const wanted = process.argv.slice(2).filter((name) => !name.startsWith('--'));
  const forReadme = process.argv.includes('--readme');
  mkdirSync(folder, { recursive: true });
  const stage = await openStage(5399);
  const browser = await launchChromium();
  try {
    if (forReadme) {
      await drawTour(browser, stage, newInstallation);
      await stage.wordrise.accounts.setup(admin);
      await stage.playMonth();
      await removeFailed(stage);
      await drawReadme(browser, stage);
      await drawTour(browser, stage, livingInstallation);
      return;
    }
    const fits = ({ name }: View) => wanted.length === 0 || wanted.includes(name);
    await drawAll(browser, stage, newInstallation.filter(fits));
    await stage.wordrise.accounts.setup(admin);
    await stage.playMonth();
    for (const { name, ...viewport } of screens) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const path = join(folder, `email-${name}-${colorScheme}.png`);
        await drawEmail(browser, stage, { viewport, colorScheme, path, fullPage: true });
      }
    }
    await drawAll(browser, stage, livingInstallation.filter(fits));
    const troubled = troubledInstallation.filter(fits);
    if (troubled.length > 0) await stage.playTrouble();
    await drawAll(browser, stage, troubled);
  } finally {
    await browser.close();
    await stage.stop();
  }
}

async function drawAll(browser: Browser, stage: Stage, views: View[]): Promise<void> {
  if (views.length === 0) return;
  for (const { name: screen, ...viewport } of screens) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const visitor = await openContext(browser, stage, { viewport, colorScheme });
      const signedIn = await openContext(browser, stage, { viewport, colorScheme });
      if (views.some((view) => !view.visitor)) await signIn(signedIn, stage);
      for (const view of views) {
        const page = await (view.visitor ? visitor : signedIn).newPage();
        const path = join(folder, `${view.name}-${screen}-${colorScheme}.png`);
        await draw(page, stage, view, path).catch((error) => {
          process.exitCode = 1;
          console.error(`${view.name}, ${screen}, ${colorScheme}: ${error.message.split('\n')[0]}`);
        });
        await page.close();
      }
      await visitor.close();
      await signedIn.close();
    }
  }
}

/** The README shows mornings that went well. */
async function removeFailed({ wordrise }: Stage): Promise<void> {
  const failed = await wordrise.schedule.list(100, 'failed');
  for (const { scheduled_emails } of failed) await wordrise.schedule.cancel(scheduled_emails.id);
}

async function drawReadme(browser: Browser, stage: Stage): Promise<void> {
  mkdirSync(readmeFolder, { recursive: true });
  for (const { name, width, height, colorScheme } of readme) {
    const view = livingInstallation.find((one) => one.name === name);
    if (!view) throw new Error(`There is no view “${name}”.`);
    const context = await openContext(browser, stage, { viewport: { width, height }, colorScheme });
    if (!view.visitor) await signIn(context, stage);
    const path = join(readmeFolder, `${name}.png`);
    const prepare = name === 'dashboard' ? { prepare: hideFirstSteps } : {};
    await draw(await context.newPage(), stage, { ...view, ...prepare, screenOnly: true }, path);
    await context.close();
  }
  const viewport = { width: 390, height: 844 };
  const path = join(readmeFolder, 'email.png');
  await drawEmail(browser, stage, { viewport, colorScheme: 'light', path, fullPage: false });
}

/** Those pictures of the tour whose page is one of these. */
async function drawTour(browser: Browser, stage: Stage, views: View[]): Promise<void> {
  mkdirSync(readmeFolder, { recursive: true });
  for (const { name, ...viewport } of tour) {
    const view = views.find((one) => one.name === name);
    if (!view) continue;
    const context = await openContext(browser, stage, { viewport, colorScheme: 'light' });
    if (!view.visitor) await signIn(context, stage);
    const path = join(readmeFolder, `tour-${name}.png`);
    await draw(await context.newPage(), stage, { ...view, screenOnly: true }, path);
    await context.close();
  }
}

/** An installation that has sent for a month is past them. */
async function hideFirstSteps(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hide' }).click();
  await page.getByText('First steps').waitFor({ state: 'detached' });
  // The focus has moved on, and the page with it.
  await page.evaluate(() => scrollTo(0, 0));
}

interface Look {
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
}

function openContext(browser: Browser, { url }: Stage, look: Look): Promise<BrowserContext> {
  return browser.newContext({ ...look, reducedMotion: 'reduce', timezoneId: timezone, baseURL: url });
}

async function signIn({ request }: BrowserContext, { url }: Stage): Promise<void> {
  const answer = await request.post('/api/login', { data: admin, headers: { Origin: url } });
  if (!answer.ok()) throw new Error(`Signing in failed: ${await answer.text()}`);
}

async function draw(page: Page, stage: Stage, view: View, path: string): Promise<void> {
  page.setDefaultTimeout(10_000);
  await page.clock.setFixedTime(stage.present);
  await page.goto(view.path, { waitUntil: 'networkidle' });
  await untilLoaded(page);
  await view.prepare?.(page);
  await untilLoaded(page);
  // The browser has no scrollbar here to fill the place that pages keep for it.
  await page.evaluate(() => document.documentElement.style.setProperty('scrollbar-gutter', 'auto'));
  await page.evaluate(() => document.fonts.ready);
  if (!view.screenOnly) {
    // A screen of the same height as the page: bars at its bottom stay at the bottom.
    const { width, height } = page.viewportSize() as { width: number; height: number };
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.max(height, Math.min(whole, tallest)) });
    await page.evaluate(() => scrollTo(0, 0));
  }
  await page.screenshot({ path });
}

/** A page whose parts are still on their way is busy. */
async function untilLoaded(page: Page): Promise<void> {
  await page.locator('main, form').first().waitFor();
  await page.locator('[role=status][aria-busy=true]').first().waitFor({ state: 'detached' });
}

/** The email itself, as it is in the outbox. */
async function drawEmail(
  browser: Browser,
  { wordrise }: Stage,
  { path, fullPage, ...look }: Look & { path: string; fullPage: boolean },
): Promise<void> {
  const [latest] = (await wordrise.mail.outbox.list({ limit: 1 })).emails;
  const email = latest && (await wordrise.mail.outbox.read(latest.id));
  if (!email) throw new Error('There is no email in the outbox.');
  const page = await browser.newPage(look);
  await page.setContent(email.html, { waitUntil: 'networkidle' });
  await page.screenshot({ path, fullPage });
  await page.close();
}

await main();
