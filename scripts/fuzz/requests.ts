import fc, { type Arbitrary } from 'fast-check';
import { type Body, bodyOf } from './bodies.ts';
import { header } from './headers.ts';
import { nastyText, runs } from './nasty.ts';
import type { Operation } from './operations.ts';
import { valid } from './schema.ts';

/** A request as it goes over the wire, without what depends on the run: host, origin and session. */
export interface FuzzRequest {
  /** The call in the OpenAPI document, or what else is tried. */
  name: string;
  method: string;
  /** Percent-encoded or not; never with a line break. */
  target: string;
  headers: [string, string][];
  body: Buffer;
  signedIn: boolean;
  ownOrigin: boolean;
  hasHost: boolean;
  /** Its length is not what its headers say, so it may never be complete. */
  isBroken: boolean;
}

/** Calls that end the session they are sent with, so they are sent without the run's session. */
const endingSession = ['login', 'logout'];

/** Requests by number: the same seed, number and OpenAPI document give the same request. */
export function createRequests(operations: readonly Operation[], seed: number) {
  const requests = anyRequest(operations);
  return (number: number): FuzzRequest => {
    const [request] = fc.sample(requests, { seed: Math.imul(seed, 1_000_003) + number, numRuns: 1 });
    if (!request) throw new Error('no request was generated');
    return request;
  };
}

function anyRequest(operations: readonly Operation[]): Arbitrary<FuzzRequest> {
  const each = (request: (operation: Operation) => Arbitrary<FuzzRequest>) =>
    fc.oneof(...operations.map(request));
  return fc.oneof(
    { weight: 6, arbitrary: each(validRequest) },
    { weight: 9, arbitrary: each(oddRequest) },
    { weight: 3, arbitrary: oddTarget },
    { weight: 1, arbitrary: each(brokenRequest) },
  );
}

function validRequest(operation: Operation): Arbitrary<FuzzRequest> {
  const { name, method, path } = operation;
  return fc
    .record({
      body: bodyOf(operation).valid,
      values: valuesOf(operation),
      signedIn: fc.constant(operation.needsSession),
    })
    .map(({ body, values, signedIn }) => ({
      ...plain({ name, method, target: targetOf(path, values) }, body),
      signedIn,
    }));
}

function oddRequest(operation: Operation): Arbitrary<FuzzRequest> {
  const { name, path } = operation;
  const mostly = <T>(usual: T, other: Arbitrary<T>) =>
    fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
  const values = fc.tuple(valuesOf(operation), fc.nat(), nastyText, fc.integer({ min: 0, max: 3 }));
  return fc
    .record({
      method: mostly(operation.method, methods),
      body: bodyOf(operation).any,
      target: values.map(([given, at, nasty, chance]) =>
        targetOf(path, chance === 0 ? withNasty(given, at, nasty) : given),
      ),
      more: fc.oneof(fc.constant([]), fc.array(header, { maxLength: 4 })),
      signedIn: endingSession.includes(name) ? fc.constant(false) : mostly(true, fc.constant(false)),
      ownOrigin: mostly(true, fc.constant(false)),
    })
    .map(({ method, body, target, more, signedIn, ownOrigin }) => {
      const request = plain({ name, method, target }, body);
      return { ...request, headers: [...request.headers, ...more], signedIn, ownOrigin };
    });
}

/** Bodies that end early or late, lengths that contradict each other, and what is not HTTP. */
function brokenRequest(operation: Operation): Arbitrary<FuzzRequest> {
  const framing = fc.constantFrom<[string, string][]>(
    [['Content-Length', '100000']],
    [['Content-Length', '1']],
    [['Content-Length', '-1']],
    [['Content-Length', '99999999999999999999']],
    [
      ['Content-Length', '5'],
      ['Content-Length', '6'],
    ],
    [['Transfer-Encoding', 'chunked']],
    [
      ['Transfer-Encoding', 'chunked'],
      ['Content-Length', '5'],
    ],
    [['Transfer-Encoding', 'gzip, chunked']],
    [['Transfer-Encoding', 'x']],
    [['Expect', '200-ok']],
    [['Bad Header', 'x']],
    [['', 'x']],
    [['X', 'a\0b']],
  );
  return fc.tuple(validRequest(operation), framing, fc.boolean()).map(([request, more, hasHost]) => {
    return { ...request, name: 'broken', headers: [...request.headers, ...more], hasHost, isBroken: true };
  });
}

function plain(line: Pick<FuzzRequest, 'name' | 'method' | 'target'>, { headers, bytes }: Body): FuzzRequest {
  return { ...line, headers, body: bytes, signedIn: true, ownOrigin: true, hasHost: true, isBroken: false };
}

type Value = { name: string; in: string; text: string };

function valuesOf({ parameters }: Operation): Arbitrary<Value[]> {
  if (parameters.length === 0) return fc.constant([]);
  const each = parameters.map(({ name, in: place, schema }) =>
    valid(schema, name).map((value) => ({
      name,
      in: place,
      text: encodeURIComponent(String(value).toWellFormed()),
    })),
  );
  return fc.tuple(...each);
}

/** One value replaced, or a parameter added that the call does not have or has twice. */
function withNasty(values: Value[], at: number, text: string): Value[] {
  const nasty = encodeURIComponent(text.toWellFormed()).slice(0, 12_000);
  const place = at % (values.length + 1);
  if (place === values.length)
    return [...values, { name: values[0]?.name ?? nasty, in: 'query', text: nasty }];
  return values.map((value, index) => (index === place ? { ...value, text: nasty } : value));
}

function targetOf(path: string, values: readonly Value[]): string {
  const query = values.filter((value) => value.in === 'query').map(({ name, text }) => `${name}=${text}`);
  const filled = values.reduce((target, { name, text }) => target.replace(`{${name}}`, () => text), path);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

const methods = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'get',
  'FOO',
);

/** Targets with no line break or space: those would end the line. */
const oddTarget: Arbitrary<FuzzRequest> = fc
  .record({
    method: fc.oneof({ weight: 4, arbitrary: fc.constant('GET') }, { weight: 1, arbitrary: methods }),
    start: fc.constantFrom('/', '/api/', '/api/admin/', '/assets/', '/admin/', '//', '', '/api/admin/words/'),
    rest: fc.oneof(
      runs(
        ['a', '/', '%2f', '../', '%', '%00', '%ff', '\\', ';', '@', 'a@b', '?', '&a=', '#', '[', 'é'],
        15_000,
      ),
      nastyText.map((text) => encodeURI(text.toWellFormed()).slice(0, 15_000)),
      fc.constantFrom(
        '*',
        'http://evil.example/',
        'http://[/',
        '/..%2f..%2fetc/passwd',
        '/%c0%ae%c0%ae/',
        '/api/%61dmin/words',
        '/API/CONFIG',
        '/api/config/',
        '/index.html',
        '/robots.txt',
        '/.env',
      ),
    ),
    headers: fc.array(header, { maxLength: 3 }),
  })
  .map(({ method, start, rest, headers }) => ({
    ...plain(
      { name: 'target', method, target: `${start}${rest}` || '/' },
      { headers, bytes: Buffer.alloc(0) },
    ),
    signedIn: false,
  }));
