import { expect, test } from 'vitest';
import { checkTemplate, problemsIn, subject } from './check-template.testing.ts';

test.each([
  {
    content: '\n\n{{defintion}}',
    warning: 'Line 3: there is no variable {{defintion}}. Did you mean {{definition}}?',
  },
  {
    content: '{{#if exmaple1}}{{example1}}{{/if}}',
    warning: 'Line 1: there is no variable {{exmaple1}}. Did you mean {{example1}}?',
  },
  { content: '{{Word}}', warning: 'Line 1: there is no variable {{Word}}. Did you mean {{word}}?' },
  { content: '{{date}}', warning: 'Line 1: there is no variable {{date}}. Did you mean {{DATE}}?' },
  { content: '{{firstName}}', warning: 'Line 1: there is no variable {{firstName}}. Did you mean [fname]?' },
  { content: '{{banana}}', warning: 'Line 1: there is no variable {{banana}}. It stays empty.' },
  { content: '{{constructor}}', warning: 'Line 1: there is no variable {{constructor}}. It stays empty.' },
  { content: '{{__proto__}}', warning: 'Line 1: there is no variable {{__proto__}}. It stays empty.' },
  { content: '{{each}}', warning: 'Line 1: there is no variable {{each}}. It stays empty.' },
  {
    content: '<p>\n{ word }</p>',
    warning: 'Line 2: { word } has single braces and is mailed unchanged. Did you mean {{word}}?',
  },
  {
    content: '<i>[{{phoneticPronunciation}}]</i>',
    warning:
      'Line 1: [{{phoneticPronunciation}}] could be read as an iContact merge field. Write &#91;{{phoneticPronunciation}}&#93;.',
  },
  {
    content: '<style>\n.x { content: "{{word}}" }\n</style>',
    warning: 'Line 2: {{word}} is inside <style>. Put it where readers see it.',
  },
  {
    content: '{{word}}<SCRIPT>let a = "{{word}}"',
    warning: 'Line 1: {{word}} is inside <script>. Put it where readers see it.',
  },
])('warns of $content', ({ content, warning }) => {
  expect(checkTemplate({ content, subject })).toEqual({ warnings: [warning] });
});

test('warns in the order of the lines, the subject first', () => {
  const content = '{word}\n{{defintion}}\n[{{word}}]\n{{banana}}';
  const { warnings } = checkTemplate({ content, subject: '{{wrod}} [{{word}}] {{subject}}' });
  expect(warnings.map((warning) => warning.split(':')[0])).toEqual([
    'Subject',
    'Subject',
    'Subject',
    'Line 1',
    'Line 2',
    'Line 3',
    'Line 4',
  ]);
  expect(warnings.slice(0, 3)).toEqual([
    'Subject: there is no variable {{wrod}}. Did you mean {{word}}?',
    'Subject: {{subject}} is this line itself and stays empty here.',
    'Subject: [{{word}}] could be read as an iContact merge field. Write ({{word}}).',
  ]);
});

test('lists the first twenty of very many', () => {
  const { warnings } = checkTemplate({ content: '{{wrod}}\n'.repeat(500), subject });
  expect(warnings).toHaveLength(21);
  expect(warnings.slice(19)).toEqual([
    'Line 20: there is no variable {{wrod}}. Did you mean {{word}}?',
    '… and 480 more.',
  ]);
  const problems = problemsIn({ content: '{{{word}}}'.repeat(500) });
  expect(problems?.message).toMatch(/\(and 499 more errors\)$/);
  expect(problems?.fields?.content).toHaveLength(21);
});

test('warns about a template that Gmail would cut off', () => {
  const { warnings } = checkTemplate({ content: `<p>${'é'.repeat(60_000)}{{word}}</p>`, subject });
  expect(warnings).toEqual([
    'The template is 121 kB. Gmail cuts an email off at about 100 kB: make it shorter.',
  ]);
});
