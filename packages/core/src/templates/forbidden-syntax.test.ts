import { expect, test } from 'vitest';
import { firstForbiddenLine } from './forbidden-syntax.ts';
import { readTemplateSyntax } from './template-syntax.ts';

test.each([
  '{{word}}{{! x }}{{!-- y --}}',
  '{{#if a}}{{b}}{{else if c}}{{d}}{{else}}{{e}}{{/if}}',
  '{{#unless a}}{{~b~}}{{^}}{{c}}{{/unless}}',
])('allows %s', (source) => {
  expect(firstForbiddenLine(source)).toBeUndefined();
});

test.each([
  '{{{word}}}',
  '{{&word}}',
  '{{word.length}}',
  '{{../word}}',
  '{{./word}}',
  '{{this}}',
  '{{@root}}',
  '{{"word"}}',
  '{{7}}',
  '{{lookup a b}}',
  '{{word a=b}}',
  '{{> partial}}',
  '{{#> partial}}{{/partial}}',
  '{{* decorator}}',
  '{{#*inline "x"}}{{/inline}}',
  '{{#each a}}{{/each}}',
  '{{#with a}}{{/with}}',
  '{{#a}}{{/a}}',
  '{{^a}}{{/a}}',
  '{{#if}}{{/if}}',
  '{{#if a b}}{{/if}}',
  '{{#if a includeZero=true}}{{/if}}',
  '{{#if (lookup a b)}}{{/if}}',
  '{{#if a.b}}{{/if}}',
  '{{{{raw}}}}{{{{/raw}}}}',
  '{{word',
  '{{#if a}}',
  '{{/if}}',
  '\0',
])('forbids %j wherever it stands', (source) => {
  expect(firstForbiddenLine(source)).toBe(1);
  expect(firstForbiddenLine(`a\n{{#if a}}\n${source}\n{{/if}}`)).toBeGreaterThanOrEqual(2);
  expect(
    firstForbiddenLine(`{{#if a}}{{else if b}}\n{{else}}\n{{#unless c}}\n${source}{{/unless}}{{/if}}`),
  ).toBeGreaterThanOrEqual(3);
});

const pieces = [
  ...[
    '{{',
    '}}',
    '{{{',
    '}}}',
    '{',
    '}',
    '{{~',
    '~}}',
    '{{#if ',
    '{{/if}}',
    '{{else}}',
    '{{else if ',
    '{{^}}',
  ],
  ...[
    '{{!',
    '{{!--',
    '--}}',
    '--~}}',
    '{{#unless etymology}}',
    '{{/unless}}',
    '{{word}}',
    '\\',
    '\\\\',
    '^',
    '&',
  ],
  ...[
    '#',
    '/',
    ' ',
    '\n',
    '~',
    '!',
    '-',
    '.',
    '=',
    '>',
    '*',
    '(',
    'word',
    'else',
    'if',
    'elsewhere',
    'wörd',
    '$x',
  ],
];

test('agrees with the reading for people, however a template is put together', () => {
  let state = 20260915;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
  let clean = 0;
  for (let round = 0; round < 20_000; round++) {
    const source = Array.from({ length: 1 + (next() % 9) }, () => pieces[next() % pieces.length]).join('');
    if (readTemplateSyntax(source).problems.length > 0) continue;
    clean += 1;
    expect.soft(firstForbiddenLine(source), source).toBeUndefined();
  }
  expect(clean).toBeGreaterThan(1000);
});
