import { expect, test } from 'vitest';
import { isPlaceholder } from './placeholder.ts';

test.each([
  'Example not available',
  'yen (pronunciation not recorded)',
  'N/A',
  'n.a.',
  'Unknown.',
  '—',
  '???',
  'TBA',
  'tk',
  'XXX',
  '[TODO]',
  '(none)',
  'To be announced',
  'Not applicable.',
  'See above',
  'Lorem ipsum dolor sit amet',
])('%s is a placeholder', (text) => {
  expect(isPlaceholder(text)).toBe(true);
});

test.each([
  '',
  'Origin unknown.',
  'Not yet known to science.',
  'The ticket was not available, so she walked in with the band and nobody asked.',
  'Above all, see the coast.',
  '/tiˌkeɪ/',
])('“%s” is not a placeholder', (text) => {
  expect(isPlaceholder(text)).toBe(false);
});
