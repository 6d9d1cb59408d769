import { expect, test } from 'vitest';
import { chooseEncoding } from './compression.ts';

test.each([
  { accepted: undefined, chosen: undefined },
  { accepted: '', chosen: undefined },
  { accepted: 'gzip, deflate, br, zstd', chosen: 'br' },
  { accepted: 'gzip', chosen: 'gzip' },
  { accepted: 'GZIP;Q=0.5', chosen: 'gzip' },
  { accepted: 'deflate', chosen: undefined },
  { accepted: '*', chosen: 'br' },
  { accepted: 'br;q=0, *', chosen: 'gzip' },
  { accepted: 'br;q=0.5,gzip ; q=0.9', chosen: 'gzip' },
  { accepted: 'gzip;q=0.5, identity', chosen: undefined },
  { accepted: 'gzip, identity', chosen: 'gzip' },
  { accepted: '*;q=0', chosen: undefined },
  { accepted: 'identity;q=0', chosen: undefined },
  { accepted: 'identity;q=0, *;q=0', chosen: undefined },
  { accepted: 'gzip;q=much', chosen: undefined },
  { accepted: ',;,=;q', chosen: undefined },
])('$accepted is answered with $chosen', ({ accepted, chosen }) => {
  expect(chooseEncoding(accepted, ['br', 'gzip'])).toBe(chosen);
});
