import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiStandIn, startApiStandIn } from './api-stand-in.ts';
import { openPage, withChromium } from './browser.ts';
import { type Site, startSite } from './site.ts';

withChromium();

let site: Site;
let api: ApiStandIn;
beforeAll(async () => {
  site = await startSite();
  api = await startApiStandIn();
});
afterAll(async () => {
  await Promise.all([site.close(), api.close()]);
});

/** Opens a page with the samples, whose clock the test controls. */
async function openSample(attributes = '', options?: Parameters<typeof openPage>[0]): Promise<Page> {
  const page = await openPage(options);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto(
    site.page(
      `<p>Elsewhere</p><script src="${api.url}/widgets.js"></script><wordrise-sample ${attributes}></wordrise-sample><a href="#end">End</a>`,
    ),
  );
  await page.getByText('Elsewhere').hover();
  return page;
}

const shown = (page: Page) => page.locator('[part=sample]:not([aria-hidden]) [part=word]').textContent();

test('shows three samples in turn, each for eight seconds, without moving the page', async () => {
  const page = await openSample();
  const height = () =>
    page.locator('wordrise-sample').evaluate((sample) => sample.getBoundingClientRect().height);
  const first = await height();
  const seen = [];
  for (let turn = 0; turn < 4; turn++) {
    seen.push(await shown(page));
    expect(await height()).toBe(first);
    await page.clock.runFor(7_999);
    expect(await shown(page)).toBe(seen.at(-1));
    await page.clock.runFor(1);
  }
  expect(seen).toEqual(['petrichor', 'halcyon', 'ebullient', 'petrichor']);
});

test('can be paused and played', async () => {
  const page = await openSample();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Elsewhere').hover();
  await page.clock.runFor(60_000);
  expect(await shown(page)).toBe('petrichor');

  // A visitor who presses Play has the focus on the button and still wants it to play.
  await page.getByRole('button', { name: 'Play' }).press('Enter');
  await page.clock.runFor(8_000);
  expect(await shown(page)).toBe('halcyon');
});

test('waits while the pointer or the focus is on it', async () => {
  const page = await openSample();
  await page.getByText('smell of rain').hover();
  await page.clock.runFor(60_000);
  expect(await shown(page)).toBe('petrichor');
  await page.getByText('Elsewhere').hover();
  await page.clock.runFor(8_000);
  expect(await shown(page)).toBe('halcyon');

  await page.getByRole('button', { name: 'Pause' }).focus();
  await page.clock.runFor(60_000);
  expect(await shown(page)).toBe('halcyon');
  expect(await page.locator('[part=stage]').getAttribute('aria-live')).toBe('polite');
  await page.getByText('End').focus();
  await page.clock.runFor(8_000);
  expect(await shown(page)).toBe('ebullient');
  expect(await page.locator('[part=stage]').getAttribute('aria-live')).toBe('off');
});

test('does not move for people who prefer reduced motion, and stops when they choose it later', async () => {
  const page = await openSample('', { reducedMotion: 'reduce' });
  await page.clock.runFor(60_000);
  expect(await shown(page)).toBe('petrichor');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.clock.runFor(8_000);
  expect(await shown(page)).toBe('halcyon');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await page.clock.runFor(60_000);
  expect(await shown(page)).toBe('halcyon');
});

test('lets a visitor choose', async () => {
  const page = await openSample();
  await page.getByRole('button', { name: 'ebullient' }).click();
  expect(await shown(page)).toBe('ebullient');
  expect(await page.getByRole('button', { name: 'ebullient' }).getAttribute('aria-current')).toBe('true');
  // Neither screen readers nor find-in-page reach the others.
  await page.getByText('petrichor', { exact: true }).waitFor({ state: 'hidden' });
  expect(await page.getByRole('article').count()).toBe(1);
});

test('stops when removed from the page and continues when added again', async () => {
  const page = await openSample();
  const sample = await page.locator('wordrise-sample').elementHandle();
  if (!sample) throw new Error('There is no sample.');
  await sample.evaluate((element) => element.remove());
  await page.clock.runFor(60_000);
  await sample.evaluate((element) => document.body.append(element));
  expect(await shown(page)).toBe('petrichor');
  await page.clock.runFor(8_000);
  expect(await shown(page)).toBe('halcyon');
});

test("shows the page's own samples, texts and name", async () => {
  const samples = [
    {
      word: 'Heimweh',
      phoneticPronunciation: '/ˈhaɪmveː/',
      partOfSpeech: 'Nomen',
      definition: 'Sehnsucht nach zu Hause',
      example1: 'Am dritten Tag kam das Heimweh.',
      conversationTip: 'Passt zu jeder langen Reise.',
    },
  ];
  const page = await openSample(
    `lang="de" product-name="Morgenwort" samples='${JSON.stringify(samples)}' texts='{"pause":"Anhalten","tip":"Tipp"}'`,
  );
  expect(await page.getByText('Morgenwort: Heimweh').isVisible()).toBe(true);
  expect(await page.getByText('Tipp', { exact: true }).isVisible()).toBe(true);
  expect(await page.getByRole('button').allTextContents()).toEqual(['Anhalten', '●']);
  await page.clock.runFor(8_000);
  expect(await shown(page)).toBe('Heimweh');
});

test('keeps its distance from the form above it, and the page decides otherwise', async () => {
  const page = await openPage();
  const both = '<wordrise-signup></wordrise-signup><wordrise-sample></wordrise-sample>';
  await page.goto(site.page(`<script src="${api.url}/widgets.js"></script>${both}`));
  const gap = () =>
    page.evaluate(() => {
      const edge = (tag: string) => document.querySelector(tag)?.getBoundingClientRect();
      return Math.round((edge('wordrise-sample')?.top ?? 0) - (edge('wordrise-signup')?.bottom ?? 0));
    });
  await page.locator('wordrise-sample [part=stage]').waitFor();
  expect(await gap()).toBe(16);
  await page.addStyleTag({ content: 'wordrise-sample { margin: 0 }' });
  expect(await gap()).toBe(0);
});
