import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configurationPage, withVariables } from './docs-configuration.ts';

const root = join(import.meta.dirname, '..');

test('a new installation has the words that examples of a course name', () => {
  const has = wordsOf('starter.csv');
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const named = pages.flatMap((page) =>
    [
      ...readFileSync(join(root, 'docs', page), 'utf8').matchAll(/\bwords:(?! )([a-z-]+(?:, ?[a-z-]+)*)/g),
    ].flatMap(([, list = '']) => list.split(/, ?/)),
  );
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((word) => !has.has(word))).toEqual([]);
});

/** The words of a built-in pack. */
function wordsOf(file: string): Set<string> {
  const lines = readFileSync(join(root, 'examples/words', file), 'utf8').split('\n');
  return new Set(lines.map((line) => line.slice(0, line.indexOf(','))));
}

test('docs/configuration.md has the current settings (npm run docs:configuration)', () => {
  const page = readFileSync(configurationPage, 'utf8');
  expect(page).toBe(withVariables(page));
});
