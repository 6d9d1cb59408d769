import { expect, test } from 'vitest';
import { icontactMergeFields } from '../../mail/icontact/merge-fields.ts';
import { sampleWord } from '../default-template.ts';
import { renderEmail } from '../render-email.ts';
import { checkTemplate, problemsIn, subject } from './check-template.testing.ts';

test('stops at conditions that are nested too deeply, before the parser takes minutes', () => {
  const nested = (depth: number) => `${'{{#if word}}'.repeat(depth)}x${'{{/if}}'.repeat(depth)}`;
  expect(problemsIn({ content: nested(30) })).toBeUndefined();
  expect(problemsIn({ content: nested(20_000) })?.message).toBe(
    'Line 1: more than 30 nested conditions. Use fewer.',
  );
  const chain = `{{#if word}}${'{{else if word}}'.repeat(20_000)}{{/if}}`;
  expect(problemsIn({ content: chain })?.message).toMatch(/more than 30 nested conditions/);
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

const emailOptions = { day: '2026-12-01', mergeFields: icontactMergeFields };

test('refuses texts that are used so often that an email could be over 1 MB', () => {
  const content = (times: number) => '{{definition}}\n'.repeat(times);
  expect(problemsIn({ content: content(100) })).toBeUndefined();
  expect(problemsIn({ content: content(2000) })?.message).toBe(
    'Line 102: with the longest texts that a word can have, the email would be over 1 MB. Use {{definition}} less often.',
  );
});

test.each([
  ['the HTML', '"', '{{definition}}'],
  ['the text', 'x', '{{definition}}'],
])('renders no email of which %s is over 1 MB', (_, character, tag) => {
  const word = { ...sampleWord, definition: character.repeat(10_000) };
  const render = (times: number) => renderEmail({ content: tag.repeat(times), subject }, word, emailOptions);
  expect(() => render(2000)).toThrow(
    expect.objectContaining({
      code: 'template.too_large',
      message: expect.stringMatching(/^The email for “petrichor” would be \d+\.\d MB; at most 1 MB is sent/),
    }),
  );
  expect(render(10).text).toContain(character);
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
  const email = { day: '2026-12-01', mergeFields: icontactMergeFields };
  expect(renderEmail({ content, subject }, sampleWord, email).html).not.toBe('');
});

test('renders elements that are nested only because of a condition', () => {
  const [open, close] = ['<div>'.repeat(100), '</div>'.repeat(100)];
  const content = `{{word}}${`{{#if word}}${open}{{else}}${close}{{/if}}`.repeat(90)}`;
  checkTemplate({ content, subject });
  const email = { day: '2026-12-01', mergeFields: icontactMergeFields };
  expect(renderEmail({ content, subject }, sampleWord, email).text).toContain(sampleWord.word);
});
