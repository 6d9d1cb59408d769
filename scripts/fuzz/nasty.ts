import fc, { type Arbitrary } from 'fast-check';

/** A size up to the largest: as often from 1 to 10 as from 10 to 100, and so on. */
export function sizes(largest: number): Arbitrary<number> {
  return fc
    .double({ min: 0, max: Math.log(largest), noNaN: true })
    .map((power) => Math.round(Math.exp(power)));
}

/** Long runs of one thing, which reveal work that grows faster than its input. */
export function runs(units: readonly string[], bytes: number): Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...units), sizes(bytes))
    .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length)));
}

const repeated = [
  'a',
  ' ',
  '\u00a0',
  '\t',
  '\n',
  '\r\n',
  '"',
  '\\',
  '{{#if word}}',
  '{{/if}}',
  '{{{',
  '{{word}}',
  '{{"',
  '<div>',
  '<b><i>',
  '<script ',
  '<!--',
  '<a href="',
  '&nbsp;',
  '&#x1F600;',
  '<style>',
  '@',
  'a@',
  'a.',
  '-',
  "a'",
  'a-b ',
  '/',
  '../',
  '%',
  '\u0301',
  '👩‍👩‍👧‍👦',
  'ﷺ',
  '\u202e',
  '\ufeff',
  'İ',
  'ß',
  '0',
  '9',
  ',',
  ';',
];

/** Texts that programs stumble over. */
export const nastyText: Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 3, arbitrary: runs(repeated, 20_000) },
  { weight: 1, arbitrary: runs(repeated, 600_000) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud800',
      '\udfff',
      'x\ud83d',
      '\u2028',
      '__proto__',
      'constructor',
      'toString',
      'null',
      'undefined',
      'NaN',
      '[object Object]',
      "' or 1=1 --",
      '%',
      '%00',
      '_',
      '%_\\',
      '{{constructor.constructor "return process"}}',
      '{{lookup this "__proto__"}}',
      '{{> partial}}',
      '{{#each this}}{{/each}}',
      '{{#with word}}',
      '<img src=x onerror=alert(1)>',
      '=cmd()',
      'a\r\nBcc: b@example.com',
      '2027-02-30T07:00',
      '+275760-09-13T00:00:00Z',
      '2027-01-01T00:00+99:99',
      '9'.repeat(400),
      '-1',
      '1e3',
      '0x10',
      '１２',
    ),
  },
);

/** Values of the wrong type or of an unexpected size. */
export const nastyValue: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: nastyText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -0,
      -1,
      0.1,
      1e308,
      -1e308,
      2 ** 31,
      2 ** 53,
      -(2 ** 63),
      [],
      {},
      [[]],
      { length: 1e9 },
      { toString: 1 },
      { valueOf: null },
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: sizes(30_000).map((length) => new Array(length).fill('a')) },
  {
    weight: 1,
    arbitrary: sizes(5000).map((n) =>
      Object.fromEntries(Array.from({ length: n }, (_, at) => [`k${at}`, at])),
    ),
  },
);

/** A value that was valid, with one part changed, removed or added. */
export function nearlyValid(value: Arbitrary<unknown>): Arbitrary<unknown> {
  const kind = fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'wrap');
  return fc.tuple(value, fc.nat(), nastyValue, kind, nastyText).map(([original, place, nasty, how, key]) => {
    const copy = structuredClone(original);
    const places = placesOf(copy);
    const [holder, name] = places[place % Math.max(1, places.length)] ?? [];
    if (!holder || name === undefined) return nasty;
    if (how === 'remove') Reflect.deleteProperty(holder, name);
    else if (how === 'add') Object.defineProperty(holder, key, { value: nasty, enumerable: true });
    else Object.assign(holder, { [name]: how === 'wrap' ? [holder[name]] : nasty });
    return copy;
  });
}

type Holder = Record<string, unknown>;

function placesOf(value: unknown): [Holder, string][] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((name) => [
    [holder, name] as [Holder, string],
    ...placesOf(holder[name]),
  ]);
}
