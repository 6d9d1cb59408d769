import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { launchChromium } from './chromium.ts';

/** Shared by all files that run in one worker; it closes when the worker exits. */
let browser: Browser | undefined;

/**
 * Gives a test file its browser; call it once, at the top.
 *
 * @param prepare Runs first: builds the files under test, or checks that they are built.
 */
export function startChromium(prepare: () => unknown): void {
  beforeAll(async () => {
    await prepare();
    if (!browser?.isConnected()) browser = await launchChromium();
  });
}

export interface PageOptions extends BrowserContextOptions {
  /** Errors that scripts on the page are expected to throw, each as a part of its message. */
  throws?: string[];
}

/** A page in its own context. The test fails if a script throws an error that `throws` does not list. */
export async function newPage({ throws = [], ...options }: PageOptions = {}): Promise<Page> {
  if (!browser) throw new Error('Call startChromium at the top of the test file.');
  const context = await browser.newContext(options);
  // Nothing takes this long unless it hangs.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  onTestFinished(async () => {
    await context.close();
    expect(thrown).toEqual(throws.map((text) => expect.stringContaining(text)));
  });
  return page;
}

/** A page for all tests of a file. */
export interface KeptPage {
  page: Page;
  /** What scripts threw, and what the content security policy blocked. */
  failures: string[];
  close(): Promise<void>;
}

/** Spares each test a context, whose caches are empty; the file closes it. Call it once Chromium runs. */
export async function keepPage(options: BrowserContextOptions): Promise<KeptPage> {
  if (!browser) throw new Error('Call startChromium at the top of the test file.');
  const context = await browser.newContext(options);
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) failures.push(message.text());
  });
  return { page, failures, close: () => context.close() };
}
