import { pagePaths } from '@wordrise/admin-ui';
import type { BrowserContextOptions, Page, Request, ViewportSize } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type KeptPage, keepPage, openSettled } from '../../../../test/browser.ts';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import {
  type Call,
  callsOf,
  deliver,
  type Product,
  startProductHere,
  startProductWithAdmin,
} from './product.ts';

withChromium();

/** Documents, scripts, style sheets and fonts; API calls are not included. */
const mostFiles = 12;

let product: Product;
let fresh: Product;
let call: Call;
let visitor: KeptPage;
let signedIn: KeptPage;
let newcomer: KeptPage;
beforeAll(async () => {
  product = await startProductWithAdmin();
  // Without an admin, login and setup look different.
  fresh = await startProductHere();
  const { url: baseURL, session } = product;
  newcomer = await keepCold({ baseURL: fresh.url });
  visitor = await keepCold({ baseURL });
  signedIn = await keepCold({
    baseURL,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...(session && { storageState: session }),
  });
  call = callsOf(signedIn.page.request, baseURL);
  await call('register', { body: { email: 'reader@example.com', firstName: 'Reader' } });
  await product.cli('process');
  await deliver(call, 'zephyr');
  const [petrichor] = (await call('searchWords', { query: { q: 'petrichor' } })).words;
  await call('scheduleEmail', { body: { wordId: petrichor?.id, scheduledDate: '2099-01-01T07:00' } });
});
afterAll(() => Promise.all([visitor, signedIn, newcomer].map((kept) => kept?.close())));
afterAll(() => Promise.all([product?.stop(), fresh?.stop()]));

interface Loaded {
  /** What moved after it was drawn, and how much of the page that affected. */
  shifts: string[];
  files: string[];
  /** What the content security policy blocked. */
  forbidden: string[];
}

/** A page that stores nothing from one address to the next: starting a browser for each takes longer than most pages. */
async function keepCold(options: BrowserContextOptions): Promise<KeptPage> {
  const kept = await keepPage(options);
  await noticeShifts(kept.page);
  return kept;
}

/**
 * Opens a page as on a first visit, over a network that answers API calls in random order. What the page has without a
 * script is drawn first, as on any network that is slower than the processor.
 */
async function load({ page, failures }: KeptPage, path: string, viewport: ViewportSize): Promise<Loaded> {
  const files: string[] = [];
  let calls = 0;
  const drawn = Promise.withResolvers<void>();
  const list = (asked: Request) => {
    const { pathname } = new URL(asked.url());
    if (!pathname.startsWith('/api/')) files.push(pathname);
  };
  await page.setViewportSize(viewport);
  page.on('request', list);
  onTestFinished(async () => {
    page.off('request', list);
    await forget(page);
  });
  // While anything is routed, nothing comes from a cache.
  await page.route('**/api/**', async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, ((calls * 3) % 5) * 40));
    await route.continue();
  });
  await page.route('**/*.js', async (route) => {
    await drawn.promise;
    await route.continue();
  });
  await openSettled(page, path, async () => {
    await page.evaluate(frames, 2);
    drawn.resolve();
  });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const { shifts, forbidden } = await noticed(page);
  return { shifts, files, forbidden: [...forbidden, ...failures.splice(0)] };
}

/** Leaves nothing behind but the session, for the next first visit. */
async function forget(page: Page): Promise<void> {
  // A call that began late may be on its way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** Runs in the page: waits until it was drawn this many times. */
async function frames(count: number): Promise<void> {
  for (let drawn = 0; drawn < count; drawn += 1) await new Promise(requestAnimationFrame);
}

async function noticeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    const forbidden: string[] = [];
    Object.assign(globalThis, { seen, forbidden });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      forbidden.push(`${violatedDirective}: ${blockedURI}`),
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Element | null }[];
      })[])
        seen.push(
          `${entry.value}: ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 60)).join(' | ')}`,
        );
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has happened since the page was opened. */
async function noticed(page: Page): Promise<Omit<Loaded, 'files'>> {
  await page.evaluate(frames, 3);
  return page.evaluate(() => {
    const { seen, forbidden } = globalThis as unknown as { seen: string[]; forbidden: string[] };
    return { shifts: seen, forbidden };
  });
}

const screens = [
  { screen: 'phone', viewport: { width: 390, height: 844 } },
  { screen: 'desktop', viewport: { width: 1280, height: 900 } },
];
const onScreens = (paths: string[]) =>
  paths.flatMap((path) => screens.map((screen) => ({ path, ...screen })));
const visitors = ['/login', '/admin-setup'];
const admins = pagePaths.filter((path) => !visitors.includes(path));

function expectCalm({ shifts, files, forbidden }: Loaded): void {
  expect(shifts).toEqual([]);
  expect(forbidden).toEqual([]);
  // A slow machine may load the preview of a template twice.
  expect(new Set(files).size, files.join('\n')).toBeLessThanOrEqual(mostFiles);
}

describe('on a first visit nothing moves, nothing is blocked, and no page needs many files', () => {
  test.each(onScreens(['/', '/privacy', '/nowhere', ...visitors]))(
    '$path on a $screen',
    async ({ path, viewport }) => {
      expectCalm(await load(visitor, path, viewport));
    },
  );

  test.each(onScreens(visitors))('$path before setup, on a $screen', async ({ path, viewport }) => {
    expectCalm(await load(newcomer, path, viewport));
  });

  test.each(onScreens([...admins, '/admin/schedule?new=']))(
    '$path on a $screen',
    async ({ path, viewport }) => {
      expectCalm(await load(signedIn, path, viewport));
    },
  );
});

test.each(onScreens(['/admin', '/admin/words', '/admin/tech-specs']))(
  'the banner of an outage moves nothing on $path on a $screen, however late it comes',
  async ({ path, viewport }) => {
    const { page, failures } = signedIn;
    await page.setViewportSize(viewport);
    onTestFinished(() => forget(page));
    const verdict = { ...(await call('tomorrow')), providerProblem: 'iContact did not answer.' };
    const rest = Promise.withResolvers<void>();
    await page.route('**/api/admin/tomorrow', async (route) => {
      await rest.promise;
      await route.fulfill({ json: verdict });
    });
    await page.goto(path);
    // The dashboard shows its cards together, with the verdict.
    const complete = { '/admin': 'Loading the next email', '/admin/words': 'affable' }[path];
    await page
      .getByText(complete ?? 'External services')
      .first()
      .waitFor();
    const banner = page.getByRole('status', { name: 'Email provider' });
    expect(await banner.count()).toBe(0);
    rest.resolve();
    await banner.waitFor();
    expect((await noticed(page)).shifts).toEqual([]);
    // It can be seen without scrolling.
    const { y = 0, height = 0 } = (await banner.boundingBox()) ?? {};
    expect(y).toBeGreaterThan(viewport.height / 2);
    expect(y + height).toBeLessThanOrEqual(viewport.height);
    expect(failures.splice(0)).toEqual([]);
  },
);
