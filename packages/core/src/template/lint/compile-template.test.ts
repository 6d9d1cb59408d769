import { expect, test } from 'vitest';
import { checkTemplate, problemsIn, subject } from './check-template.testing.ts';
import { compileTemplate } from './compile-template.ts';

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
