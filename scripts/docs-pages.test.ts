import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailServices } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { readingPages, readingTime, references, statedTime, wordsOf } from './docs-reading-time.ts';
import { renderPage } from './docs-site/page.ts';
import { pages, unlisted } from './docs-site/pages.ts';

const root = join(import.meta.dirname, '..');
const minutesOf = (text = '') => Number(/\d+/.exec(text)?.[0] ?? Number.NaN);

test('every page of the documentation is in docs/README.md, and so in the navigation of the site', () => {
  expect(unlisted).toEqual([]);
});

test('each mail service that the settings offer has a page, and a row where people choose', () => {
  const choices = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const pages = choices.match(/(?<=send-with\/)[\w-]+\.md/g) ?? [];
  const text = pages.map((page) => readFileSync(join(root, 'docs/send-with', page), 'utf8')).join('\n');
  const labels = Object.values(mailServices).map(({ label }) => label);
  expect(labels.filter((label) => !text.replaceAll('\n', ' ').includes(`choose **${label}**`))).toEqual([]);
});

test('each page of the site says how long it takes, and search results have its first sentence', () => {
  const timed = pages.filter(({ source }) => source !== 'README.md' && source !== 'docs/README.md');
  const drawn = timed.map((page) => ({ source: page.source, html: renderPage(page).html }));
  const isSilent = ({ html }: { html: string }) => !/<em>(Reading time: |A reference\.)/.test(html);
  expect(drawn.filter(isSilent).map(({ source }) => source)).toEqual([]);
  const isAboutTime = ({ html }: { html: string }) =>
    /name="description" content="("|Reading|A ref)/.test(html);
  expect(drawn.filter(isAboutTime).map(({ source }) => source)).toEqual([]);
});

test('a page for a mail service takes a screen and a half, and has what it costs and allows', () => {
  const folder = 'docs/send-with';
  const pages = readdirSync(join(root, folder)).map((name) => ({
    name,
    text: readFileSync(join(root, folder, name), 'utf8'),
  }));
  // Measured on the site at 1920 × 1080: a page of 430 words is 1,620 pixels high.
  expect(pages.filter(({ text }) => wordsOf(text) > 430).map(({ name }) => name)).toEqual([]);
  const says = (text: string) =>
    ['| emails', '| cost |', '| the sender |'].every((row) => text.includes(row));
  expect(pages.filter(({ text }) => !says(text)).map(({ name }) => name)).toEqual([]);
});

test('no page is longer than 1,500 words, but for those to look something up in', () => {
  expect(pages.length).toBeGreaterThan(100);
  const long = pages.filter(({ source }) => wordsOf(readFileSync(join(root, source), 'utf8')) > 1500);
  expect(long.map(({ source }) => source).filter((source) => !references.includes(source))).toEqual([]);
});

test.each(readingPages)('%s is short, and says how long it takes (npm run docs:reading-time)', (file) => {
  const page = readFileSync(join(root, file), 'utf8');
  const stated = statedTime(page);
  if (references.includes(file)) {
    expect(stated).toBe('*A reference.*');
    return;
  }
  expect(wordsOf(page)).toBeLessThanOrEqual(1500);
  // A few words more or less change nothing.
  expect(Math.abs(minutesOf(stated) - minutesOf(readingTime(file, page)))).toBeLessThanOrEqual(1);
});
