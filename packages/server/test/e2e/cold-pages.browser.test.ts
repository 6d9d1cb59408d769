import { pagePaths } from '@wordrise/admin-ui';
import { type Page, request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage, withChromium } from '../../../admin-ui/test/built-site.ts';
import { callsOf, deliver, type Product, startProduct, startProductWithAdmin, theAdmin } from './product.ts';

withChromium();

/** Documents, scripts, style sheets and fonts; API calls are not included. */
const mostFiles = 12;

let product: Product;
let fresh: Product;
beforeAll(async () => {
  product = await startProductWithAdmin();
  // Without an admin, login and setup look different.
  fresh = await startProduct();
  const { session } = product;
  const cookies = await request.newContext(session && { storageState: session });
  const call = callsOf(cookies, product.url);
  await call('register', { body: { email: 'reader@example.com', firstName: 'Reader' } });
  await product.cli('process');
  await deliver(call, 'zephyr');
  const [petrichor] = (await call('searchWords', { query: { q: 'petrichor' } })).words;
  await call('scheduleEmail', { body: { wordId: petrichor?.id, scheduledDate: '2099-01-01T07:00' } });
  await cookies.dispose();
});
afterAll(() => Promise.all([product?.stop(), fresh?.stop()]));

interface Loaded {
  /** What moved after it was drawn, and how much of the page that affected. */
  shifts: string[];
  files: string[];
  /** What the content security policy blocked. */
  forbidden: string[];
}

/** Opens a page as on a first visit, over a network that answers API calls in random order. */
async function load(page: Page, path: string): Promise<Loaded> {
  const files: string[] = [];
  let calls = 0;
  page.on('request', (asked) => {
    const { pathname } = new URL(asked.url());
    if (!pathname.startsWith('/api/')) files.push(pathname);
  });
  await page.route('**/api/**', async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, ((calls * 3) % 5) * 40));
    await route.continue();
  });
  await noticeShifts(page);
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return { ...(await noticed(page)), files };
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
  return page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
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
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(mostFiles);
}

describe('on a first visit nothing moves, nothing is blocked, and no page needs many files', () => {
  test.each(onScreens(['/', '/privacy', '/nowhere', ...visitors]))(
    '$path on a $screen',
    async ({ path, viewport }) => {
      expectCalm(await load(await openPage({ baseURL: product.url, viewport }), path));
    },
  );

  test.each(onScreens(visitors))('$path before setup, on a $screen', async ({ path, viewport }) => {
    expectCalm(await load(await openPage({ baseURL: fresh.url, viewport }), path));
  });

  test.each(onScreens([...admins, '/admin/schedule?new=']))(
    '$path on a $screen',
    async ({ path, viewport }) => {
      const { page } = await theAdmin({ viewport }, product);
      expectCalm(await load(page, path));
    },
  );
});

test.each(onScreens(['/admin', '/admin/words', '/admin/tech-specs']))(
  'the banner of an outage moves nothing on $path on a $screen, however late it comes',
  async ({ path, viewport }) => {
    const { page, call } = await theAdmin({ viewport }, product);
    const verdict = { ...(await call('tomorrow')), providerProblem: 'iContact did not answer.' };
    const rest = Promise.withResolvers<void>();
    await page.route('**/api/admin/tomorrow', async (route) => {
      await rest.promise;
      await route.fulfill({ json: verdict });
    });
    await noticeShifts(page);
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
  },
);
