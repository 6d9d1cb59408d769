import Handlebars from 'handlebars';
import { expect, test } from 'vitest';
import { compileTemplate, readTemplate } from './compile-template.ts';

const read = (source: string) => readTemplate(source, () => undefined);

test.each([
  '{{word}}{{! x }}{{!-- y --}}',
  '{{#if a}}{{b}}{{else if c}}{{d}}{{else}}{{e}}{{/if}}',
  '{{#unless a}}{{~b~}}{{^}}{{c}}{{/unless}}',
])('allows %s', (source) => {
  expect(read(source).problems).toEqual([]);
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
  '{{#if a as |b|}}{{/if}}',
  '{{a/../b}}',
  '{{#*inline "x"}}{{else}}{{/inline}}',
  '{{{{raw}}}}{{{{/raw}}}}',
  '{{{{raw}}}}',
  '{{word',
  '{{#if a}}',
  '{{/if}}',
  '\0',
])('forbids %j in every place', (source) => {
  const linesOf = (text: string) => read(text).problems.map(({ line }) => line);
  expect(linesOf(source)[0]).toBe(1);
  expect(Math.max(...linesOf(`a\n{{#if a}}\n${source}\n{{/if}}`))).toBeGreaterThanOrEqual(2);
  expect(
    Math.max(...linesOf(`{{#if a}}{{else if b}}\n{{else}}\n{{#unless c}}\n${source}{{/unless}}{{/if}}`)),
  ).toBeGreaterThanOrEqual(3);
});

test('reports a broken condition, but not its end or its {{else}}', () => {
  expect(read('{{#if a!}}\n1{{else if b!}}2{{else}}3\n{{/if}}').problems).toEqual([
    { line: 1, reason: '{{#if a!}} is not the name of a variable. Write {{word}}, for example.' },
    { line: 2, reason: '{{else if b!}} is not the name of a variable. Write {{word}}, for example.' },
  ]);
  expect(read('{{#if a}}\n{{/if x}}').problems).toEqual([
    { line: 2, reason: '{{/if x}} closes the {{#if a}} of line 1. Write {{/if}}.' },
  ]);
});

test('knows where each variable is', () => {
  const source = 'é\r\n😀 {{word}}\u2028{{~#if etymology}}\n\u2029 x {{else if\nDATE }}{{/if}}\r{{ tip }}';
  const { problems, uses } = read(source);
  expect(problems).toEqual([]);
  expect(uses.map(({ name, tag }) => [name, tag.line, tag.source])).toEqual([
    ['word', 2, '{{word}}'],
    ['etymology', 2, '{{~#if etymology}}'],
    ['DATE', 3, '{{else if\nDATE }}'],
    ['tip', 5, '{{ tip }}'],
  ]);
  for (const { tag } of uses) expect(source.slice(tag.start, tag.end)).toBe(tag.source);
});

const pieces = [
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
  '{{#each ',
  '{{> ',
  '{{#*inline ',
  '{{{{',
  '\0',
  '\u2028',
  '"',
  '|',
  '[',
  ']',
];

test('always ends: with problems, or with a template that Handlebars renders', () => {
  let state = 20260915;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
  let clean = 0;
  for (let round = 0; round < 20_000; round++) {
    const source = Array.from({ length: 1 + (next() % 9) }, () => pieces[next() % pieces.length]).join('');
    const { problems, uses } = read(source);
    const lines = source.split('\n').length;
    for (const { line } of problems) expect.soft(line, source).toBeLessThanOrEqual(lines);
    if (problems.length > 0) continue;
    clean += 1;
    for (const { tag } of uses) expect.soft(source.slice(tag.start, tag.end), source).toBe(tag.source);
    expect.soft(() => compileTemplate(source, 'html')({ word: 'x' }), source).not.toThrow();
    expect.soft(Handlebars.parse(source).type, source).toBe('Program');
  }
  expect(clean).toBeGreaterThan(1000);
});
