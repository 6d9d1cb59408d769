import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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
    /name="description" content="("|Reading|A ref|Decided)/.test(html);
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

const month = 'January|February|March|April|May|June|July|August|September|October|November|December';
const withoutCode = (text: string) => text.replaceAll(/^ *```.*?^ *```|`[^`\n]*`/gms, '');
/** The commits that a text names: letters and digits, or digits alone after “at”, unlike a seed. */
const commits = (text: string) =>
  [...withoutCode(text).matchAll(/(\bat )?\b([0-9a-f]{7,8})\b(?!-)/g)].flatMap(([, at, hash = '']) =>
    /\d/.test(hash) && (at || /[a-f]/.test(hash)) ? [hash] : [],
  );

test('what was measured on a day names the commit', () => {
  const found: string[] = [];
  for (const { source } of pages) {
    // What others published on a day is no measurement, nor is a checkout from before then.
    if (/CHANGELOG|docs\/upgrading|decisions\/0057/.test(source)) continue;
    const parts = withoutCode(readFileSync(join(root, source), 'utf8')).split(/\n *\n(?! *\|)|\n(?=- )/);
    for (const part of parts) {
      const [day] = new RegExp(`(${month}) \\d+, 20\\d\\d`).exec(part) ?? [];
      if (day && commits(part).length === 0) found.push(`${source}: ${day}: ${part.slice(0, 80)}`);
    }
  }
  expect(found).toEqual([]);
});

test('each decision has its day', () => {
  const decisions = pages.filter(({ source }) => source.startsWith('docs/decisions/'));
  const day = new RegExp(
    `\\n\\*Decided on (${month}) \\d+, 20\\d\\d, at [0-9a-f]{8}; figures without a day are of then\\.\\*\\n`,
  );
  const silent = decisions.filter(({ source }) => !day.test(readFileSync(join(root, source), 'utf8')));
  expect(silent.map(({ source }) => source)).toEqual([]);
});

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
const hasHistory = git('rev-parse', '--is-shallow-repository') === 'false';

test.skipIf(!hasHistory)('each commit that a page names is in the history', () => {
  const known = git('log', '--format=%H').split('\n');
  const gone = pages.flatMap(({ source }) =>
    commits(readFileSync(join(root, source), 'utf8'))
      .filter((hash) => !known.some((one) => one.startsWith(hash)))
      .map((hash) => `${source}: ${hash}`),
  );
  expect(gone).toEqual([]);
});

test('each picture of the documentation is drawn by a script', () => {
  const drawn = ['screenshots.ts', 'bench/suites/growth.ts'].map((script) =>
    readFileSync(join(root, 'scripts', script), 'utf8'),
  );
  const files = ['docs', 'docs/screenshots'].flatMap((folder) =>
    readdirSync(join(root, folder)).filter((name) => /\.(png|svg|jpe?g|webp|gif)$/.test(name)),
  );
  const isDrawn = (file: string) => {
    const name = file.replace(/^tour-/, '').replace(/\.png$/, '');
    return drawn.some(
      (text) => text.includes(`name: '${name}'`) || text.includes(`/${file}'`) || text.includes(`'${file}'`),
    );
  };
  expect(files.filter((file) => !isDrawn(file))).toEqual([]);
  const shown = pages.flatMap(({ source }) =>
    [...readFileSync(join(root, source), 'utf8').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, link = '']) =>
      basename(link),
    ),
  );
  expect([...new Set(shown)].toSorted()).toEqual(files.toSorted());
});

test('the tour has ten pictures, each below a heading and a caption', () => {
  const parts = readFileSync(join(root, 'docs/tour.md'), 'utf8').split(/^## /m).slice(1);
  expect(
    parts.map(
      (part) =>
        /^(\d+)\. .+\n\n[^!\n].+\n(?:[^!\n].*\n)*\n!\[[^\]]+\]\(screenshots\/[\w-]+\.png\)\n/.exec(part)?.[1],
    ),
  ).toEqual(Array.from({ length: 10 }, (_, nth) => String(nth + 1)));
});
