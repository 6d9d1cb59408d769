import { expect, test } from 'vitest';
import { browserName } from './session-store.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['curl/8.14.1', 'curl'],
  ['node', 'Unknown browser'],
  ['', 'Unknown browser'],
])('%s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
