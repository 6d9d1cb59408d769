import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailServices } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { readingPages, readingTime, references, statedTime, wordsOf } from './docs-reading-time.ts';
import { unlisted } from './docs-site/pages.ts';

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
