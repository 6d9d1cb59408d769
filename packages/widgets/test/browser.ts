import type { Page } from 'playwright-core';
import { newPage, type PageOptions, startChromium } from '../../../test/browser.ts';
import { ensureBuilt } from './built.ts';

/** Call once at the top of a test file: builds the widgets if needed and starts Chromium. */
export function withChromium(): void {
  startChromium(ensureBuilt);
}

/** A page in its own context. The test fails if a script throws an error that `throws` does not list. */
export function openPage(options: PageOptions = {}): Promise<Page> {
  return newPage({ viewport: { width: 800, height: 900 }, ...options });
}

/** The page's cumulative layout shift so far, without shifts that follow the visitor's input. */
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
        // After two frames, the entries of the previous frame have been delivered.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );
}
