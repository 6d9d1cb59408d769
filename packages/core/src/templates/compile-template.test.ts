import { expect, test } from 'vitest';
import { isDomainError } from '../errors.ts';
import { icontactMergeFields } from '../mail/icontact/merge-fields.ts';
import * as templates from './compile-template.ts';
import { renderEmail } from './render-email.ts';
import { sampleWord } from './sample-word.ts';

const { compileTemplate } = templates;
const checkTemplate = (template: { content: string; subject: string }) =>
  templates.checkTemplate(template, icontactMergeFields);
const subject = 'Wordrise: {{word}}';

function problemsIn(template: { content?: string; subject?: string }) {
  try {
    checkTemplate({ content: '<p>{{word}}</p>', subject, ...template });
  } catch (error) {
    if (isDomainError(error, 'template.syntax')) return { message: error.message, fields: error.fields };
    throw error;
  }
  return undefined;
}

test.each([
  { content: '{{word', reason: 'Line 1: {{word is never closed. Write {{word}}.' },
  { content: '<p>\n{{word}</p>', reason: 'Line 2: {{word is never closed. Write {{word}}.' },
  { content: '{{word <b>{{definition}}</b>', reason: 'Line 1: {{word is never closed. Write {{word}}.' },
  { content: '{{#if etymology', reason: 'Line 1: {{#if is never closed. Add }} where it ends.' },
  { content: '{{', reason: 'Line 1: {{ is never closed. Add }} where it ends.' },
  {
    content: 'a\r\nb\r\n{{}}',
    reason: 'Line 3: {{}} is empty. Write a name between the braces, such as {{word}}.',
  },
  { content: '{{word}}}', reason: /^Line 1: \{\{word\}\}\} has a brace too many\. Write \{\{word\}\}, with/ },
  {
    content: '{{{word}}}',
    reason: 'Line 1: {{{word}}} would put text into the email unprotected. Write {{word}}.',
  },
  {
    content: '{{{word}}',
    reason: 'Line 1: {{{word}} would put text into the email unprotected. Write {{word}}.',
  },
  {
    content: '{{& word}}',
    reason: 'Line 1: {{& word}} would put text into the email unprotected. Write {{word}}.',
  },
  {
    content: '{{{{raw}}}} x {{{{/raw}}}}',
    reason: /^Line 1: \{\{\{\{ has too many braces\. Write \{\{word\}\}, with two\.$/,
  },
  {
    content: '\n\\{{word}}',
    reason: 'Line 2: \\{{ would leave braces in the email. Remove the backslash.',
  },
  {
    content: '\n\n{{#if etymology}}\nx',
    reason: 'Line 3: {{#if etymology}} is never closed. Add {{/if}}.',
  },
  {
    content: '{{#unless etymology}}',
    reason: 'Line 1: {{#unless etymology}} is never closed. Add {{/unless}}.',
  },
  {
    content: '{{#if etymology}}\n{{/unless}}',
    reason: 'Line 2: {{/unless}} closes the {{#if etymology}} of line 1. Write {{/if}}.',
  },
  {
    content: '{{#if etymology}}\n{{/etymology}}',
    reason: 'Line 2: {{/etymology}} closes the {{#if etymology}} of line 1. Write {{/if}}.',
  },
  {
    content: '\n{{/if}}',
    reason: 'Line 2: {{/if}} closes nothing. Remove it, or add the block that it closes before it.',
  },
  { content: 'x\n{{else}}', reason: 'Line 2: {{else}} is outside {{#if …}}…{{/if}}. Remove it.' },
  {
    content: '{{#if word}}1{{else}}2\n{{else}}3{{/if}}',
    reason: 'Line 2: {{else}} comes after the {{else}} of {{#if word}} in line 1. Keep one of them.',
  },
  {
    content: '{{#if word}}1{{else example1}}2{{/if}}',
    reason: 'Line 1: {{else example1}} cannot be used. Write {{else}} or {{else if example1}}.',
  },
  {
    content: '{{#if}}x{{/if}}',
    reason: 'Line 1: {{#if}} names no variable. Write {{#if etymology}}, for example.',
  },
  {
    content: '{{#if example1 example2}}x{{/if}}',
    reason: 'Line 1: {{#if example1 example2}} names more than one variable. Write {{#if example1}}.',
  },
  {
    content: '{{#if (lookup this "x")}}x{{/if}}',
    reason: /^Line 1: \{\{#if \(lookup this "x"\)\}\} names more than one variable/,
  },
  {
    content: '{{#etymology}}x{{/etymology}}',
    reason: 'Line 1: {{#etymology}} cannot be used. Write {{#if etymology}}…{{/if}}.',
  },
  {
    content: '{{^etymology}}x{{/etymology}}',
    reason: 'Line 1: {{^etymology}} cannot be used. Write {{#unless etymology}}…{{/unless}}.',
  },
  {
    content: '{{#each words}}x{{/each}}',
    reason: 'Line 1: {{#each words}} cannot be used. Only {{#if …}} and {{#unless …}} can.',
  },
  {
    content: '{{#with word}}\n{{else}}x{{/with}}',
    reason: 'Line 1: {{#with word}} cannot be used. Only {{#if …}} and {{#unless …}} can.',
  },
  {
    content: '{{> header}}',
    reason: 'Line 1: {{> header}} asks for a partial, and there are none. Put its HTML here.',
  },
  { content: '{{#> layout}}x{{/layout}}', reason: /^Line 1: \{\{#> layout\}\} asks for a partial/ },
  {
    content: '{{#*inline "x"}}y{{/inline}}',
    reason: 'Line 1: {{#*inline "x"}} cannot be used. Only {{#if …}} and {{#unless …}} can.',
  },
  {
    content: '{{part of speech}}',
    reason: 'Line 1: {{part of speech}} is not the name of a variable. Did you mean {{partOfSpeech}}?',
  },
  {
    content: '{{word.length}}',
    reason: /^Line 1: \{\{word\.length\}\} is not the name of a variable\./,
  },
  { content: '{{../word}}', reason: /is not the name of a variable\. Did you mean \{\{word\}\}\?$/ },
  { content: '{{[word]}}', reason: /is not the name of a variable\. Did you mean \{\{word\}\}\?$/ },
  { content: '{{this}}', reason: /is not the name of a variable\. Write \{\{word\}\}, for example\.$/ },
  { content: '{{@root}}', reason: /is not the name of a variable/ },
  { content: '{{"word"}}', reason: /is not the name of a variable/ },
  { content: '{{7}}', reason: /is not the name of a variable/ },
  { content: '{{true}}', reason: /is not the name of a variable/ },
  { content: '{{lookup this "word"}}', reason: /is not the name of a variable/ },
  { content: '{{log word}}', reason: /is not the name of a variable/ },
  { content: '{{word upper=1}}', reason: /is not the name of a variable/ },
  { content: '{{if word}}', reason: /is not the name of a variable/ },
  { content: '{{*decorate}}', reason: /is not the name of a variable/ },
  { content: '<!--\n{{!-- draft\n--> {{word}}', reason: /^Line 2: a comment is never closed\./ },
  { content: '{{! draft }', reason: /^Line 1: a comment is never closed\./ },
  { content: 'a\n\0', reason: /^Line \d: this cannot be read/ },
])('refuses $content', ({ content, reason }) => {
  const problems = problemsIn({ content });
  expect(problems?.message).toMatch(reason);
  expect(problems?.fields).toEqual({ content: expect.anything() });
  expect(() => compileTemplate(content, 'html')).toThrow(problems?.message);
});

test('lists every error of both fields, and the first one in the message', () => {
  const problems = problemsIn({ content: '{{{word}}}\n{{#if etymology}}\n{{}}', subject: '{{word' });
  expect(problems?.message).toBe('Subject: {{word is never closed. Write {{word}}. (and 3 more errors)');
  expect(problems?.fields).toEqual({
    subject: ['Subject: {{word is never closed. Write {{word}}.'],
    content: [
      'Line 1: {{{word}}} would put text into the email unprotected. Write {{word}}.',
      'Line 2: {{#if etymology}} is never closed. Add {{/if}}.',
      'Line 3: {{}} is empty. Write a name between the braces, such as {{word}}.',
    ],
  });
});

test('stops at conditions that are nested too deeply, before the parser takes minutes', () => {
  const nested = (depth: number) => `${'{{#if word}}'.repeat(depth)}x${'{{/if}}'.repeat(depth)}`;
  expect(problemsIn({ content: nested(30) })).toBeUndefined();
  expect(problemsIn({ content: nested(20_000) })?.message).toBe(
    'Line 1: more than 30 nested conditions. Use fewer.',
  );
  const chain = `{{#if word}}${'{{else if word}}'.repeat(20_000)}{{/if}}`;
  expect(problemsIn({ content: chain })?.message).toMatch(/more than 30 nested conditions/);
});

test.each([
  '{{#if example1}}1{{else if example2}}2{{else}}3{{/if}}',
  '{{#unless etymology}}none{{else}}{{etymology}}{{/unless}}',
  '{{#if etymology}}{{^}}none{{/if}}',
  '{{~ word ~}} {{~#if etymology~}} x {{~/if~}}',
  '{{ word }}{{\nword\n}}{{# if etymology }}{{/ if }}',
  '{{! a comment }}{{!-- with {{braces}} and {{#if --}}{{!}}{{!----}}',
  'C:\\\\{{word}}',
  '<style>@media print{.a{color:red}}</style> } }} {x} [fname]',
  '',
])('accepts %j without a warning', (content) => {
  expect(checkTemplate({ content, subject })).toEqual({ warnings: [] });
});

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

test.each([
  '{{constructor}}',
  '{{__proto__}}',
  '{{toString}}',
  '{{hasOwnProperty}}',
  '{{__defineGetter__}}',
  '{{helperMissing}}',
  '{{blockHelperMissing}}',
  '{{each}}',
  '{{with}}',
  '{{log}}',
  '{{lookup}}',
  '{{#if constructor}}x{{/if}}',
  '{{#if __proto__}}x{{/if}}',
])('%s reaches nothing but the values', (content) => {
  expect(compileTemplate(content, 'html')({ word: 'x' })).toBe('');
});

test('keeps the latest compiled templates, one for each kind', () => {
  const content = '<i>{{word}}</i>';
  const html = compileTemplate(content, 'html');
  expect(html({ word: '<&>' })).toBe('<i>&lt;&amp;&gt;</i>');
  expect(compileTemplate(content, 'plain')({ word: '<&>' })).toBe('<i><&></i>');
  expect(compileTemplate(content, 'html')).toBe(html);

  for (let other = 0; other < 6; other++) compileTemplate(`${other}`, 'html');
  expect(compileTemplate(content, 'html')).toBe(html);
  for (let other = 0; other < 8; other++) compileTemplate(`${other}`, 'html');
  expect(compileTemplate(content, 'html')).not.toBe(html);
});

const deep = 'more than 200 nested HTML elements. Close some of them first.';
const many = 'more than 10,000 HTML elements. Use fewer.';
const tags = 'more than 2,000 tags {{…}}. Use fewer.';
test.each([
  { what: '<div>', times: 10_000, line: 201, reason: deep },
  { what: '<table><tr><td>', times: 5000, line: 67, reason: deep },
  { what: '<ul><li>', times: 50_000, line: 101, reason: deep },
  { what: '<br>', times: 100_000, line: 10_001, reason: many },
  { what: '<p>', times: 100_000, line: 10_001, reason: many },
  {
    what: '{{#if word}}',
    times: 24_000,
    line: 31,
    reason: 'more than 30 nested conditions. Use fewer.',
  },
  { what: '{{#if word}}x{{/if}}', times: 20_000, line: 1001, reason: tags },
  { what: '{{word}}', times: 40_000, line: 2001, reason: tags },
  { what: '{{{word}}}', times: 40_000, line: 2001, reason: tags },
])('refuses $what $times times, at the first one over the limit', ({ what, times, line, reason }) => {
  expect(problemsIn({ content: `${what}\n`.repeat(times) })?.fields).toEqual({
    content: [`Line ${line}: ${reason}`],
  });
});

test.each([
  { what: '<div>{{word}}</div>', times: 2000 },
  { what: '&nbsp;', times: 80_000 },
  { what: '\u00a0', times: 500_000 },
  // This would take a minute if each one searched to the end of the template.
  { what: '<script ', times: 62_500 },
  { what: '<style>', times: 70_000 },
  { what: '<!--', times: 125_000 },
])('accepts and renders $what $times times', ({ what, times }) => {
  const content = what.repeat(times);
  checkTemplate({ content, subject });
  const email = { sendAt: new Date(), timezone: 'UTC', mergeFields: icontactMergeFields };
  expect(renderEmail({ content, subject }, sampleWord, email).html).not.toBe('');
});

test('renders elements that are nested only because of a condition', () => {
  const [open, close] = ['<div>'.repeat(100), '</div>'.repeat(100)];
  const content = `{{word}}${`{{#if word}}${open}{{else}}${close}{{/if}}`.repeat(90)}`;
  checkTemplate({ content, subject });
  const email = { sendAt: new Date(), timezone: 'UTC', mergeFields: icontactMergeFields };
  expect(renderEmail({ content, subject }, sampleWord, email).text).toContain(sampleWord.word);
});
