import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../../../../test/axe.ts';
import { openSettled } from '../../../../test/browser.ts';
import { openPage, withChromium } from '../../../admin-ui/test/built-site.ts';
import { type Call, deliver, type Product, startProductWithAdmin, theAdmin } from './product.ts';

withChromium();

let product: Product;
beforeAll(async () => {
  product = await startProductWithAdmin();
});
afterAll(() => product?.stop());

/** Every letter and mark in the pronunciations of the library. */
async function everySound(call: Call): Promise<string> {
  const { total } = await call('listWords');
  const pages = Array.from({ length: Math.ceil(total / 50) }, (_, at) => String(at + 1));
  const lists = await Promise.all(pages.map((page) => call('listWords', { query: { page } })));
  const sounds = lists.flatMap(({ words }) => words.map((word) => word.phoneticPronunciation));
  return [...new Set(sounds.join(''))].join('');
}

/** Makes a page's machine one whose Georgia has no letters of the IPA, as most have, and whose Noto Serif has them. */
async function installFonts(page: Page): Promise<void> {
  const login = await (await fetch(`${product.url}/login`)).text();
  for (const [family, file] of [
    ['Georgia', 'newsreader-text'],
    ['Noto Serif', 'noto-serif-ipa'],
  ]) {
    const [path] = new RegExp(`/assets/${file}-[^"]+`).exec(login) ?? [];
    await page.evaluate(
      async ([family = '', url]) => {
        document.fonts.add(await new FontFace(family, `url(${url})`).load());
      },
      [family, product.url + path],
    );
  }
}

/** The fonts that Chromium draws an element with. */
async function fontsOf(element: Locator): Promise<string[]> {
  const page = element.page();
  const devtools = await page.context().newCDPSession(page);
  for (const domain of ['DOM', 'CSS'] as const) await devtools.send(`${domain}.enable`);
  await devtools.send('DOM.getDocument');
  await element.evaluate((node) => Object.assign(globalThis, { measured: node }));
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'measured' });
  const { nodeId } = await devtools.send('DOM.requestNode', { objectId: result.objectId ?? '' });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  await devtools.detach();
  return fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? `${familyName}, ours` : familyName));
}

test('a pronunciation is in one font that has every letter of the IPA: on cards, public pages, in the email', async () => {
  const { page, call } = await theAdmin({ bypassCSP: true }, product);
  await call('register', { body: { email: 'reader@example.com', firstName: 'Reader' } });
  await product.cli('process');
  await deliver(call, 'zephyr');
  const sounds = await everySound(call);
  expect(sounds).toMatch(/ˈ.*ə|ə.*ˈ/);
  const { words } = await call('searchWords', { query: { q: 'zephyr' } });
  const zephyr = words.find(({ word }) => word === 'zephyr')?.phoneticPronunciation ?? '';
  /** The fonts of the element with this text, once it shows every sound. */
  const fonts = async (text: string) => {
    const element = page.getByText(text).first();
    await element.waitFor();
    await installFonts(page);
    await element.evaluate((node, sounds) => {
      const [shown] = node.childNodes;
      if (shown) shown.textContent = sounds;
    }, sounds);
    return fontsOf(page.getByText(sounds).first());
  };
  await page.goto('/admin/words?search=zephyr');
  expect(await fonts(zephyr)).toEqual(['Noto Serif, ours']);
  await page.goto('/words/zephyr');
  expect(await fonts(zephyr)).toEqual(['Noto Serif, ours']);
  // The sample on the landing page is the widget.
  await page.goto('/');
  expect(await fonts('/ˈpetrɪˌkɔr/')).toEqual(['Noto Serif, ours']);
  const { emails } = await call('listOutbox');
  const { html } = await call('readOutbox', { params: { id: emails[0]?.id ?? '' } });
  await page.setContent(html);
  expect(await fonts(zephyr)).toEqual(['Noto Serif, ours']);
});

/** What is read rather than operated. */
const readingText = 'p, dd, blockquote';

test('reading text has a contrast of 7:1 in light and dark mode', async () => {
  const { page } = await theAdmin({}, product);
  const visitor = await openPage({ baseURL: product.url });
  const places = [
    { reader: visitor, paths: ['/', '/words/zephyr', '/archive', '/privacy'] },
    { reader: page, paths: ['/admin', '/admin/words?search=zephyr', '/admin/schedule', '/admin/readers'] },
  ];
  for (const { reader, paths } of places) {
    for (const path of paths) {
      await openSettled(reader, path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await reader.emulateMedia({ colorScheme });
        const findings = await axeFindings(reader, ['color-contrast-enhanced'], readingText);
        expect(findings, `${path}, ${colorScheme}`).toEqual([]);
      }
    }
  }
});

test('the letters are one tab stop: arrows move among them, and Enter filters', async () => {
  const { page, call } = await theAdmin({}, product);
  await page.goto('/admin/words');
  const before = page.getByRole('link', { name: 'Readers’ words' });
  await before.focus();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('All');
  for (const key of ['End', 'ArrowLeft', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  expect(await focused()).toBe('Z');
  const { total } = await call('listWords', { query: { letter: 'z' } });
  await page.getByText(`of ${total} words`).waitFor();
  expect(new URL(page.url()).search).toBe('?letter=z');
  // One Tab leaves the letters, and back leads to the chosen one.
  await page.keyboard.press('Tab');
  expect(await focused()).not.toMatch(/^(All|[A-Z])$/);
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('Z');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => before.evaluate((button) => button === document.activeElement)).toBe(true);
});

/** How the toast on a page looks, and where. */
async function lookOfToast(page: Page) {
  const toast = page.locator('[data-toasts] > *, #toasts > *');
  await toast.waitFor();
  return toast.evaluate((element) => {
    const { right, bottom } = element.getBoundingClientRect();
    const parts = [element, ...element.querySelectorAll('span, p, button')].map((part) => {
      const { color, background, border, borderRadius, boxShadow, padding, font } = getComputedStyle(part);
      // The landing page has the same font with fewer letters.
      const family = font.replace('"Inter Landing"', 'Inter');
      return { name: part.localName, color, background, border, borderRadius, boxShadow, padding, family };
    });
    return { parts, right: document.documentElement.clientWidth - right, bottom: innerHeight - bottom };
  });
}

test('a toast of the admin area looks like one of the landing page, in both themes', async () => {
  const { page } = await theAdmin({}, product);
  const visitor = await openPage({ baseURL: product.url, reducedMotion: 'reduce' });
  const failure = { status: 500, json: { message: 'Please try again later.', code: 'internal' } };
  await visitor.route('**/api/register', (route) => route.fulfill(failure));
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const each of [page, visitor]) await each.emulateMedia({ colorScheme });
    await visitor.goto('/');
    await visitor.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
    await visitor.getByRole('textbox', { name: 'First name' }).fill('Ann');
    await visitor.getByRole('button', { name: 'Sign Up' }).click();
    await page.goto('/admin/words?panel=dictionary');
    await page.getByRole('button', { name: 'Look up' }).click();
    expect(await lookOfToast(page)).toEqual(await lookOfToast(visitor));
  }
});

test('a printed word is one card, without navigation, form or footer, and footers share a baseline', async () => {
  const { page, call } = await theAdmin({}, product);
  await call('register', { body: { email: 'printer@example.com', firstName: 'Reader' } });
  await product.cli('process');
  await deliver(call, 'halcyon');
  await page.goto('/words/halcyon');
  const bottoms = await page.locator('footer > p, footer a').evaluateAll((all) =>
    all.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.round(range.getBoundingClientRect().bottom);
    }),
  );
  expect(new Set(bottoms).size).toBe(1);
  await page.emulateMedia({ media: 'print' });
  const shown = page.locator('body > header, nav, footer, form, wordrise-signup').filter({ visible: true });
  expect(await shown.count()).toBe(0);
  await page.getByRole('heading', { name: 'halcyon' }).waitFor();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBe(1);
});

test('a word without a recording is heard on its page by the browser’s voice', async () => {
  const { page, call } = await theAdmin({}, product);
  await call('register', { body: { email: 'listener@example.com', firstName: 'Lee' } });
  await product.cli('process');
  await deliver(call, 'serendipity');
  // Headless browsers have no voice.
  await page.addInitScript(() => {
    const said: string[] = [];
    const getVoices = () => [{ lang: 'en-US', name: 'Test' }];
    const speak = ({ text }: { text: string }) => said.push(text);
    const voice = Object.assign(new EventTarget(), { getVoices, speak, cancel() {} });
    class Utterance {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    Object.defineProperty(globalThis, 'speechSynthesis', { value: voice });
    Object.assign(globalThis, { said, SpeechSynthesisUtterance: Utterance });
  });
  const said = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  await page.goto('/words/serendipity');
  await page.getByRole('button', { name: 'Hear it' }).click();
  expect(await said()).toEqual(['serendipity']);
});

test('a visitor who wants to hear a word that the browser has no voice for reads so', async () => {
  const { page, call } = await theAdmin({}, product);
  await call('register', { body: { email: 'silent@example.com', firstName: 'Sid' } });
  await product.cli('process');
  await deliver(call, 'limerence');
  const line = 'This browser has no voice to say it with.';
  await page.addInitScript(() => {
    const voice = Object.assign(new EventTarget(), { getVoices: () => [] });
    Object.defineProperty(globalThis, 'speechSynthesis', { value: voice });
  });
  await page.goto('/words/limerence#hear');
  await page.getByText(line).waitFor();
  await page.goto('/words/limerence?again');
  expect(await page.getByText(line).isVisible()).toBe(false);
  const plain = await openPage({ baseURL: product.url, javaScriptEnabled: false });
  await plain.goto('/words/limerence#hear');
  await plain.getByText(line).waitFor();
});

test('a word’s page is shared with the device’s apps, or its address is copied', async () => {
  const { page, call } = await theAdmin({}, product);
  await call('register', { body: { email: 'sharer@example.com', firstName: 'Sam' } });
  await product.cli('process');
  await deliver(call, 'ephemeral');
  const address = `${product.url}/words/ephemeral`;
  const shared = () => page.evaluate(() => (globalThis as unknown as { shared: object[] }).shared);
  // Chromium on Linux shares nothing.
  await page.addInitScript(() => {
    const shared: object[] = [];
    const share = async (given: object) => void shared.push(given);
    const copy = { writeText: async (text: string) => void shared.push({ text }) };
    Object.assign(globalThis, { shared });
    if (location.search === '') Object.defineProperty(navigator, 'share', { value: share });
    Object.defineProperty(navigator, 'clipboard', { value: copy });
  });
  await page.goto('/words/ephemeral');
  await page.getByRole('button', { name: 'Share' }).click();
  expect(await shared()).toEqual([{ title: expect.stringMatching(/^ephemeral · /), url: address }]);
  await page.goto('/words/ephemeral?copied');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('status').getByText('Copied.').waitFor();
  expect(await shared()).toEqual([{ text: address }]);

  const plain = await openPage({ baseURL: product.url, javaScriptEnabled: false });
  await plain.goto('/words/ephemeral');
  const region = plain.getByRole('region', { name: 'Keep or share this word' });
  expect(await region.getByRole('link').getAttribute('href')).toBe(address);
  expect(await region.getByRole('button').count()).toBe(0);
});
