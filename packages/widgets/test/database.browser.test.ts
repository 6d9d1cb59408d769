import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Product, theProduct } from '../../server/test/e2e/product.ts';
import { openPage, withChromium } from './browser.ts';
import { readBody, startServer } from './local-server.ts';
import { startRecaptchaStandIn } from './recaptcha-stand-in.ts';
import { type Site, startSite } from './site.ts';

withChromium();

// Against the real server, built, on SQLite and its own origin.
let first: Site;
let second: Site;
let stranger: Site;
beforeAll(async () => {
  [first, second, stranger] = await Promise.all([startSite(), startSite(), startSite()]);
});
afterAll(async () => {
  await Promise.all([first, second, stranger].map((site) => site.close()));
});

function givenServer(settings: Record<string, string> = {}): Promise<Product> {
  return theProduct({ WIDGET_ORIGINS: `${first.url}, ${second.url}`, ...settings });
}

/** The readers in the database, listed by the CLI. */
async function readers({ cli }: Product): Promise<unknown[]> {
  return JSON.parse(await cli('readers', 'list', '--json')).readers;
}

async function openForm(server: Product, site: Site, attributes = ''): Promise<Page> {
  const page = await openPage();
  const html = `<script src="${server.url}/widgets.js"></script><wordrise-signup ${attributes}></wordrise-signup>`;
  await page.goto(site.page(html));
  return page;
}

async function signUp(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('First name').fill('Ann');
  await page.getByRole('button').click();
}

test('signups from two sites reach the database, those from a third do not', async () => {
  const server = await givenServer({ PRODUCT_NAME: 'Daybreak' });

  const page = await openForm(server, first);
  await page.getByLabel('Favorite word').fill('petrichor');
  await signUp(page, ' Ann@Example.com ');
  await page.getByText('Welcome to Daybreak!').waitFor();
  const other = await openForm(server, second);
  await signUp(other, 'ben@example.com');
  await other.getByText('Welcome to Daybreak!').waitFor();
  const refused = await openForm(server, stranger);
  await signUp(refused, 'eve@example.com');
  await refused.getByText('This form does not work here yet.').waitFor();
  // A robot gets a welcome, but is not stored.
  const robot = await openForm(server, first);
  await robot.locator('[name=website]').fill('https://spam.example', { force: true });
  await signUp(robot, 'robot@example.com');
  await robot.getByText('Welcome to Daybreak!').waitFor();

  const stored = await readers(server);
  expect(stored).toHaveLength(2);
  expect(stored).toContainEqual(
    expect.objectContaining({ email: 'ann@example.com', firstName: 'Ann', favoriteWord: 'petrichor' }),
  );
  expect(stored).toContainEqual(expect.objectContaining({ email: 'ben@example.com' }));
});

test('a site that was refused is on the list, and works as soon as it is allowed', async () => {
  const server = await givenServer();
  const page = await openForm(server, stranger);
  await signUp(page, 'eve@example.com');
  await page.getByText('This form does not work here yet.').waitFor();
  const { refused } = JSON.parse(await server.cli('origins', 'list', '--json'));
  expect(refused).toMatchObject([{ origin: stranger.url, count: 1 }]);

  await server.cli('origins', 'allow', stranger.url);
  // The running server learns of it within seconds.
  const tried = () => fetch(`${server.url}/api/config`, { headers: { Origin: stranger.url } });
  await expect
    .poll(async () => (await tried()).headers.get('Access-Control-Allow-Origin'), { interval: 200 })
    .toBe(stranger.url);
  await page.getByRole('button').click();
  await page.getByText('Welcome to').waitFor();
  expect(await readers(server)).toHaveLength(1);
});

test('a limit is shown with the time to wait', async () => {
  const server = await givenServer();
  const register = (place: number) =>
    fetch(`${server.url}/api/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: first.url },
      body: JSON.stringify({ email: `reader-${place}@example.com`, firstName: 'Ann' }),
    });
  let answer = await register(0);
  for (let place = 1; answer.status === 201; place++) answer = await register(place);
  const minutes = Math.ceil(Number(answer.headers.get('Retry-After')) / 60);

  const page = await openForm(server, first);
  await signUp(page, 'late@example.com');
  await page.getByText(`Too many signups from your network. Please try again in ${minutes} min.`).waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('late@example.com');
});

test('a token is verified by the captcha service, and its verdict is shown', async () => {
  const recaptcha = await startRecaptchaStandIn();
  let score = 0.9;
  const asked: string[] = [];
  const verifier = await startServer(async (request, response) => {
    asked.push(new URLSearchParams(await readBody(request)).get('response') ?? '');
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ success: true, score, action: 'submit', hostname: '127.0.0.1' }));
  });
  onTestFinished(async () => {
    await Promise.all([recaptcha.close(), verifier.close()]);
  });
  const server = await givenServer({
    BOT_CHECK: 'recaptcha',
    RECAPTCHA_SITE_KEY: 'site-key',
    RECAPTCHA_SECRET_KEY: 'secret-key',
    RECAPTCHA_VERIFY_URL: verifier.url,
  });
  const page = await openForm(server, first, `recaptcha-url="${recaptcha.script}"`);
  score = 0.1;
  await signUp(page, 'ann@example.com');
  await page.getByRole('alert').waitFor();
  expect(await readers(server)).toEqual([]);

  score = 0.9;
  await page.getByRole('button').click();
  await page.getByText('Welcome to Wordrise!').waitFor();
  expect(await readers(server)).toEqual([expect.objectContaining({ email: 'ann@example.com' })]);
  expect(asked).toEqual(['site-key:submit:1', 'site-key:submit:2']);
});

test('a browser solves the challenge of the installation itself, under a strict policy', async () => {
  const server = await givenServer({ BOT_CHECK: 'altcha' });
  const page = await openPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const policy = `default-src 'none'; script-src ${server.url}; connect-src ${server.url}`;
  const html = `<script src="${server.url}/widgets.js"></script><wordrise-signup></wordrise-signup>`;
  await page.goto(first.page(html, { 'Content-Security-Policy': policy }));
  await signUp(page, 'ann@example.com');
  await page.getByText('Welcome to Wordrise!').waitFor();
  expect(await readers(server)).toEqual([expect.objectContaining({ email: 'ann@example.com' })]);
  expect(requests.filter((path) => path === '/api/challenge')).toHaveLength(1);
});
