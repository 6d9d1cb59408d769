import fc, { type Arbitrary } from 'fast-check';
import { runs } from './nasty.ts';

const headerText = fc.oneof(
  runs(['a', ',', ';', 'gzip,', '*;q=0,', '"', 'W/"a",', ' ', '=', 'a@b ', '1.2.3.4,', 'é'], 12_000),
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
);
const usualValues: Record<string, readonly string[]> = {
  Accept: ['*/*', 'text/html', 'application/x-ndjson', 'application/json;q=0', ';q', 'a/b/c', '*/*;q=x'],
  'Accept-Encoding': [
    '*;q=0',
    'identity;q=0',
    'gzip;q=0.1',
    'br',
    'x',
    'gzip;q=2',
    ',,,',
    '*;q=0, identity;q=0',
  ],
  'Accept-Language': ['*', 'x;q'],
  Cookie: ['wordrise.sid=', 'wordrise.sid=%00; wordrise.sid.sig=x', '=;=;=', '__proto__=1', 'wordrise.sid="'],
  'If-None-Match': ['*', '"', 'W/'],
  'If-Modified-Since': ['yesterday', '0'],
  Range: ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,1-1', 'x=1-2'],
  'X-Forwarded-For': ['', 'unknown', '::1', '[::ffff:1.2.3.4]:80', '1.2.3.4, 5.6.7.8', '%'],
  'X-Forwarded-Proto': ['https', 'javascript'],
  'X-Forwarded-Host': ['evil.example'],
  'X-Request-Id': ['12345678', '{}', '\u0007'],
  'X-Http-Method-Override': ['DELETE'],
  Upgrade: ['websocket', 'h2c'],
  Connection: ['upgrade', 'close, keep-alive', 'host'],
  Expect: ['100-continue'],
  Origin: ['null', 'http://', 'http://words.example.evil.example'],
  Referer: ['javascript:alert(1)'],
  Authorization: ['Basic Og==', 'Bearer x'],
  'Access-Control-Request-Method': ['DELETE', ''],
  'Access-Control-Request-Headers': ['x-a, x-b', ','],
};

/** A header that a server may read, with a value that is usual, odd or long. */
export const header: Arbitrary<[string, string]> = fc
  .constantFrom(...Object.entries(usualValues))
  .chain(([name, values]) =>
    fc
      .oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: headerText })
      .map((value): [string, string] => [name, value]),
  );
