import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { siteMap } from './site-map.ts';

const config = { publicUrl: 'https://words.example.com' };
const months = ['2026-12', '2026-11', '2026-10'];
const words = [5, 4, 3, 2, 1].map((day) => ({
  slug: `word-${day}`,
  sentAt: `2026-12-0${day}T12:00:00.000Z`,
}));

/** The name of the root, and each entry's path and date. */
function read(xml: string | undefined): unknown[] {
  new SaxesParser({ xmlns: true }).write(xml ?? '').close();
  const [, root] = /<(urlset|sitemapindex) /.exec(xml ?? '') ?? [];
  const entries = [
    ...(xml ?? '').matchAll(/<loc>https:\/\/words\.example\.com([^<]+)<\/loc>(?:<lastmod>([^<]+))?/g),
  ];
  return [
    root,
    ...entries.map(([, path, lastmod]) => [path, lastmod?.slice(0, 10)].filter(Boolean).join(' ')),
  ];
}

test('pages that fit in one site map have no index and no parts', () => {
  expect(read(siteMap(config, { words, months }, undefined, 9))).toEqual([
    'urlset',
    '/',
    '/archive 2026-12-05',
    '/archive/2026-11',
    '/archive/2026-10',
    '/words/word-5 2026-12-05',
    '/words/word-4 2026-12-04',
    '/words/word-3 2026-12-03',
    '/words/word-2 2026-12-02',
    '/words/word-1 2026-12-01',
  ]);
  expect(siteMap(config, { words, months }, 1, 9)).toBeUndefined();
});

test('more pages are listed once each, in the parts of an index', () => {
  const part = (number?: number) => siteMap(config, { words, months }, number, 4);
  expect(read(part())).toEqual([
    'sitemapindex',
    '/sitemap-1.xml 2026-12-04',
    '/sitemap-2.xml 2026-12-05',
    '/sitemap-3.xml',
  ]);
  const parts = [1, 2, 3].map((number) => read(part(number)));
  expect(parts.map(([root, ...entries]) => [root, entries.length])).toEqual([
    ['urlset', 4],
    ['urlset', 4],
    ['urlset', 1],
  ]);
  const [, ...whole] = read(siteMap(config, { words, months }));
  expect(parts.flatMap(([, ...entries]) => entries).toSorted()).toEqual(whole.toSorted());
  expect(part(4)).toBeUndefined();
});

test('a full part stays the same when another word is sent', () => {
  const sent = [{ slug: 'word-6', sentAt: '2026-12-06T12:00:00.000Z' }, ...words];
  expect(siteMap(config, { words: sent, months }, 1, 4)).toBe(siteMap(config, { words, months }, 1, 4));
});
