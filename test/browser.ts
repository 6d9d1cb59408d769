import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { launchChromium } from './chromium.ts';

let browser: Browser;

/**
 * Gives a test file its browser; call it once, at the top.
 *
 * @param prepare Runs first: builds the files under test, or checks that they are built.
 */
export function startChromium(prepare: () => unknown): void {
  beforeAll(async () => {
    await prepare();
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
}

export interface PageOptions extends BrowserContextOptions {
  /** Errors that scripts on the page are expected to throw, each as a part of its message. */
  throws?: string[];
}

/** A page in its own context. The test fails if a script throws an error that `throws` does not list. */
export async function newPage({ throws = [], ...options }: PageOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  onTestFinished(async () => {
    await context.close();
    expect(thrown).toEqual(throws.map((text) => expect.stringContaining(text)));
  });
  return page;
}
