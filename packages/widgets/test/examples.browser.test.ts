import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { axeFindings } from '../../../test/axe.ts';
import { type ApiStandIn, startApiStandIn } from './api-stand-in.ts';
import { layoutShift, openPage, withChromium } from './browser.ts';
import { packageDir } from './built.ts';
import { startServer } from './local-server.ts';
import { type Site, startSite } from './site.ts';

withChromium();

const examples = join(packageDir, '../../examples');
const read = (path: string) => readFileSync(join(examples, path), 'utf8');

let site: Site;
let api: ApiStandIn;
let work: string;
beforeAll(async () => {
  site = await startSite();
  api = await startApiStandIn({ widgetOrigins: ['*'] });
  work = mkdtempSync(join(tmpdir(), 'examples-'));
});
afterAll(async () => {
  await Promise.all([site.close(), api.close()]);
  rmSync(work, { recursive: true, force: true });
});

/** The examples use a Wordrise on port 5000; the tests run one on another. */
const here = (text: string) => text.replaceAll('http://localhost:5000', api.url);

async function signUp(page: Page, email: string, name = 'Sign Up') {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('First name').fill('Ann');
  await page.getByRole('button', { name }).click();
  await page.getByText('Welcome to Wordrise!').waitFor();
  expect((await api.signups()).map((signup) => signup.email)).toContain(email);
}

/** The widget's own accent, which a bundler may have rewritten for older browsers. */
async function expectOwnColors(page: Page, name: string, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme });
  const color = () =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await color()).toBe({ light: 'rgb(191, 71, 32)', dark: 'rgb(245, 160, 106)' }[colorScheme]);
}

test('plain-html', async () => {
  const page = await openPage();
  await page.goto(site.page(here(read('plain-html/index.html'))));
  await page.getByText('petrichor', { exact: true }).waitFor();
  expect(await layoutShift(page)).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.getByText('See you at eight.').isVisible()).toBe(false);
  await signUp(page, 'plain@example.com');
  expect(await page.getByText('See you at eight.').isVisible()).toBe(true);
});

test('wordpress, in a page with a theme', async () => {
  const theme = `html { font-size: 62.5% } body { font: 1.7rem/1.8 serif; color: #444 } .entry-content input { border: 0; width: auto }
    .entry-content button { background: #000; text-transform: uppercase; border-radius: 0 } .entry-content label { display: none }`;
  const block = here(read('wordpress/custom-html-block.html'));
  const page = await openPage();
  await page.goto(
    site.page(`<style>${theme}</style><main class="entry-content"><h1>Blog</h1>${block}</main>`),
  );
  const size = await page.getByLabel('Email').evaluate((field) => getComputedStyle(field).fontSize);
  expect(size).toBe('16px');
  expect(await axeFindings(page)).toEqual([]);
  await signUp(page, 'wordpress@example.com');
});

/** Builds the React app and serves it. */
async function startReactApp(name: string, ...options: string[]) {
  const outDir = join(work, name);
  execFileSync('npx', ['vite', 'build', '--outDir', outDir, '--logLevel', 'error', ...options], {
    cwd: join(examples, 'react-app'),
    env: { ...process.env, VITE_WORDRISE_URL: api.url },
  });
  const types: Record<string, string> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
  };
  const app = await startServer((request, response) => {
    const path = request.url && request.url !== '/' ? request.url : '/index.html';
    response.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream');
    response.end(readFileSync(join(outDir, path)));
  });
  onTestFinished(() => app.close());
  return app.url;
}

test('react-app, built with Vite', async () => {
  const page = await openPage();
  await page.goto(await startReactApp('react-app'));
  await page.getByText('petrichor', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await expectOwnColors(page, 'Sign Up', 'light');
  await expectOwnColors(page, 'Sign Up', 'dark');
  await signUp(page, 'react@example.com');
  await page.getByText('See you at eight.').waitFor();
});

// Vite's default: it rewrites light-dark(), and the page sets its color scheme where Vite does not see it.
test('react-app, built for browsers without light-dark()', async () => {
  const config = join(work, 'older.config.mjs');
  writeFileSync(config, "export default { build: { cssTarget: 'chrome111' } };");
  const page = await openPage();
  await page.goto(await startReactApp('older', '--config', config));
  await expectOwnColors(page, 'Sign Up', 'light');
  expect(await axeFindings(page)).toEqual([]);
});

test('react-server-rendered: visible without a script, hydrated without a warning', async () => {
  const cwd = join(examples, 'react-server-rendered');
  execFileSync('npm', ['run', 'build'], { cwd, stdio: 'ignore' });
  const server = spawn(process.execPath, ['server.js'], {
    cwd,
    env: { ...process.env, PORT: '0', WORDRISE_URL: api.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    server.kill();
    await once(server, 'exit');
  });
  const [url] = await once(server.stdout.setEncoding('utf8'), 'data');

  const scriptless = await openPage({ javaScriptEnabled: false });
  await scriptless.goto(url.trim());
  expect(await scriptless.getByRole('button', { name: 'Join us' }).isVisible()).toBe(true);
  expect(await scriptless.getByText('petrichor', { exact: true }).isVisible()).toBe(true);

  const page = await openPage();
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) warnings.push(message.text());
  });
  await page.goto(url.trim());
  await expectOwnColors(page, 'Join us', 'dark');
  await expectOwnColors(page, 'Join us', 'light');
  await page.getByRole('button', { name: 'halcyon' }).click();
  await page.locator('[part=sample]:not([aria-hidden])').getByText('halcyon', { exact: true }).waitFor();
  expect(await layoutShift(page)).toBe(0);
  await signUp(page, 'rendered@example.com', 'Join us');
  expect(warnings).toEqual([]);
});
