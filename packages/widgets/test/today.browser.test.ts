import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../../../test/axe.ts';
import { openPage, withChromium } from './browser.ts';
import { dist } from './built.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { type Site, startSite } from './site.ts';

withChromium();

const today = {
  productName: 'Wordrise',
  signupUrl: 'https://words.example.com/#signup',
  word: {
    word: 'petrichor',
    phoneticPronunciation: '/ˈpetrɪˌkɔr/',
    respelling: 'PET-rih-kor',
    partOfSpeech: 'noun',
    definition: 'The smell of <b>rain</b>.',
    example1: 'Petrichor everywhere.',
    url: 'https://words.example.com/words/petrichor',
  },
};

let site: Site;
let api: LocalServer;
let answer: object | undefined;
beforeAll(async () => {
  site = await startSite();
  api = await startServer((request, response) => {
    if (request.url === '/today.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' });
      return void response.end(readFileSync(dist('wordrise-today.js')));
    }
    const headers = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' };
    response.writeHead(answer ? 200 : 503, headers).end(JSON.stringify(answer ?? {}));
  });
});
afterAll(async () => {
  await Promise.all([site.close(), api.close()]);
});

async function open(attributes = '', options: Parameters<typeof openPage>[0] = {}) {
  const page = await openPage(options);
  const script = `<script src="${api.url}/today.js"></script>`;
  await page.goto(
    site.page(`<main><h1>A site</h1>${script}<wordrise-today ${attributes}></wordrise-today></main>`, {
      'Content-Security-Policy': `default-src 'self' ${api.url}`,
    }),
  );
  return page;
}

test('shows the word of the day on a site with a strict policy', async () => {
  answer = today;
  const page = await open();
  await page.getByText('petrichor', { exact: true }).waitFor();
  expect(await page.locator('[part=definition]').textContent()).toBe('The smell of <b>rain</b>.');
  expect(await page.getByRole('link', { name: 'More about this word' }).getAttribute('href')).toBe(
    today.word.url,
  );
  expect(await axeFindings(page)).toEqual([]);
});

test('its texts and its theme can change', async () => {
  answer = today;
  const page = await open(`theme="dark" texts='{"today":"Wort des Tages"}' lang="de"`);
  const region = page.getByRole('region', { name: 'Wort des Tages' });
  await region.waitFor();
  expect(await region.getAttribute('lang')).toBe('de');
  await page.locator('wordrise-today').evaluate((element) => element.setAttribute('theme', 'light'));
  expect(await region.getAttribute('data-theme')).toBe('light');
  expect(await page.locator('[part=word]').textContent()).toBe('petrichor');
});

test('hides itself while Wordrise cannot be reached', async () => {
  answer = undefined;
  const page = await open();
  // Until its script has run, it is empty anyway.
  await page.locator('wordrise-today[hidden]').waitFor({ state: 'attached' });
  expect(await page.locator('wordrise-today').isVisible()).toBe(false);
});

test('works twice on a page', async () => {
  answer = today;
  const page = await openPage();
  const script = `<script src="${api.url}/today.js"></script>`;
  await page.goto(
    site.page(`${script}${script}<wordrise-today></wordrise-today><wordrise-today></wordrise-today>`),
  );
  await page.locator('[part=word]').nth(1).waitFor();
  expect(await page.locator('[part=word]').count()).toBe(2);
});
