import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { ensureBuilt } from './built.ts';

let browser: Browser;

/** Call once in a test file: builds what is tested and starts Chromium. */
export function withChromium(): void {
  beforeAll(async () => {
    await ensureBuilt();
    browser = await chromium.launch({
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
  });
  afterAll(() => browser?.close());
}

/** A page in a context of its own; whatever it throws makes the test fail, unless it is said to. */
export async function openPage({
  throws = [] as string[],
  ...options
}: BrowserContextOptions & { throws?: string[] } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 800, height: 900 }, ...options });
  const page = await context.newPage();
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  onTestFinished(async () => {
    await context.close();
    expect(thrown).toEqual(throws.map((text) => expect.stringContaining(text)));
  });
  return page;
}

/** What axe finds wrong with the page, as `rule: element`. */
export async function axeFindings(page: Page): Promise<string[]> {
  // A color that is still on its way is no finding.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const running = [document, ...roots].flatMap((root) => root.getAnimations());
    await Promise.allSettled(running.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${JSON.stringify(target)}`));
}

/** How much the page has shifted without the visitor's doing since it was opened. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[]) {
            if (!entry.hadRecentInput) sum += entry.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        // Two frames: the entries of the frame before are then delivered.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );
}
