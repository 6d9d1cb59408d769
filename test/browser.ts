import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { launchChromium } from './chromium.ts';

/** Shared by all test files in one worker; it closes when the worker exits. */
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

async function openIn(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  // Nothing takes this long unless it hangs.
  context.setDefaultTimeout(120_000);
  await context.addInitScript(noteToasts);
  return context.newPage();
}

/** Runs in the page: keeps the texts of toasts, which a slow test may look for after they are gone. */
function noteToasts(): void {
  const texts: string[] = [];
  Object.assign(window, { toastTexts: texts });
  const note = (node: Node) => {
    const root = node instanceof Element ? node : node.parentElement;
    if (!root?.closest('[data-toasts], #toasts')) return;
    for (const element of [root, ...root.querySelectorAll('*')]) texts.push(element.textContent.trim());
  };
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) note(node);
  }).observe(document, { childList: true, subtree: true });
}

/** Waits until a toast has this text as its title or description, or has had it since this was last waited for. */
export async function waitForToast(page: Page, text: string | RegExp): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { toastTexts } = window as unknown as { toastTexts: string[] };
    const at = toastTexts.findIndex((shown) =>
      typeof wanted === 'string' ? shown === wanted : wanted.test(shown),
    );
    toastTexts.splice(0, at + 1);
    return at >= 0;
  }, text);
}

/** A page in its own context. The test fails if a script throws an error that `throws` does not list. */
export async function newPage({ throws = [], ...options }: PageOptions = {}): Promise<Page> {
  if (!browser) throw new Error('Call startChromium at the top of the test file.');
  const page = await openIn(browser, options);
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  onTestFinished(async () => {
    await page.context().close();
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
  const page = await openIn(browser, options);
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) failures.push(message.text());
  });
  return { page, failures, close: () => page.context().close() };
}

/** Nothing takes this long unless it hangs. */
const longestOpeningMs = 120_000;

/**
 * Opens an address and waits until the page shows all it will show on its own: no request is under way, nothing is
 * marked as busy, and what the last answer led to is drawn.
 *
 * @param begun Runs once the document starts to arrive; the page may need it to go on.
 */
export async function openSettled(page: Page, url: string, begun?: () => Promise<void>): Promise<void> {
  const underWay = new Set<Request>();
  let started = 0;
  const start = (request: Request) => {
    started += 1;
    underWay.add(request);
  };
  const end = (request: Request) => underWay.delete(request);
  page.on('request', start).on('requestfinished', end).on('requestfailed', end);
  await page.goto(url, { waitUntil: 'commit' });
  await begun?.();
  await page.waitForLoadState('load');
  const hanging = new AbortController();
  const tooLong = sleep(longestOpeningMs, undefined, { signal: hanging.signal }).then(async () => {
    const busy = await page.evaluate(() => document.querySelector('[aria-busy=true]')?.outerHTML);
    const left = [...underWay].map((request) => request.url());
    throw new Error(`${url} does not settle. Busy: ${busy?.slice(0, 200)}. Under way: ${left.join(', ')}.`);
  });
  tooLong.catch(() => {});
  let before: number;
  do {
    before = started;
    await Promise.race([page.evaluate(drawn), tooLong]);
  } while (started > before || underWay.size > 0);
  hanging.abort();
  page.off('request', start).off('requestfinished', end).off('requestfailed', end);
}

/** Runs in the page: its script has nothing left to do, and two frames later still has not. */
async function drawn(): Promise<void> {
  for (let quiet = 0; quiet < 2; quiet += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    // On a busy machine Chromium may take no page for idle before 8 seconds have passed, or ever.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
    if (document.querySelector('[aria-busy=true]')) quiet = -1;
  }
}
