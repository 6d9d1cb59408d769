import { expect, test } from 'vitest';
import { aWord } from '../../../../test/words.ts';
import { defaultDesign } from '../contract/design.ts';
import { smtpMergeFields } from '../mail/smtp/merge-fields.ts';
import { lookOf } from './default-template.ts';
import { parseHtml } from './parse-html.testing.ts';
import { renderWeeklyEmail } from './weekly-email.ts';

const site = { productName: 'Daily Word', publicUrl: 'https://words.example', hasArchive: true };
const rendering = { site, mergeFields: smtpMergeFields };
const look = lookOf(defaultDesign, undefined);
const weekOf = (...words: Parameters<typeof aWord>[0][]) => ({
  day: '2026-12-06',
  words: words.map((word, nth) => ({
    id: nth + 1,
    day: `2026-12-0${nth + 1}`,
    word: { ...aWord(word), slug: `word-${nth}` },
  })),
});

test('lists each word with its day, meaning, example and page, in the design of the daily email', () => {
  const week = weekOf(
    { word: 'petrichor', definition: 'The smell of rain.', example1: 'We noticed the petrichor at once.' },
    { word: 'lull', definition: 'A quiet time.', example1: '', example2: 'The lulls were short.' },
  );
  const { subject, html, text } = renderWeeklyEmail(look, week, rendering);
  expect(subject).toBe('Your week in words: petrichor, lull');
  const document = parseHtml(html);
  expect(document.querySelector('h1')?.textContent).toBe('Your week in words');
  expect([...document.querySelectorAll('h2 a')].map((link) => link.getAttribute('href'))).toEqual([
    'https://words.example/words/word-0',
    'https://words.example/words/word-1',
  ]);
  expect(html).toContain('We noticed the <b>petrichor</b> at once.');
  expect(html).toContain('The <b>lulls</b> were short.');
  expect(text).toContain('Tuesday\n');
  expect(text).toContain('Sunday, December 6, 2026');
  // Filled in for each reader.
  expect(html).toContain('href="[unsubscribe]"');
  expect(html).toContain('href="[preferences]"');
});

test('ends with the quiz, if there is one', () => {
  const quiz = {
    path: '/quiz/0123456789abcdef',
    questions: [{ pieces: ['The ', ' <was> [fname].'], choices: ['lull', 'a & b', 'gait', 'ebb'] }],
  };
  const { html, text } = renderWeeklyEmail(look, { ...weekOf({ word: 'lull' }), quiz }, rendering);
  expect(html).toContain('1. The _____ &lt;was&gt; &#91;fname&#93;.');
  expect(html).toContain('a &amp; b');
  expect(text).toMatch(/Which word fits\?\n+1\. The _____ <was> \(fname\)\.\n+lull\s+·\s+a & b/);
  expect(text).toContain('Check your answers <https://words.example/quiz/0123456789abcdef>');
});

test('has no links to words while they have no pages, and nothing in a word is code', () => {
  const week = weekOf({
    word: 'a <b>[email]</b> {{word}}',
    definition: 'Costs $& and [fname].',
    example1: 'One\nand [unsubscribe].',
  });
  const { subject, html, text } = renderWeeklyEmail(look, week, {
    ...rendering,
    site: { ...site, hasArchive: false },
  });
  expect(html).not.toContain('/words/');
  expect(subject).toBe('Your week in words: a <b>(email)</b> {{word}}');
  expect(html).toContain('a &lt;b&gt;&#91;email&#93;&lt;/b&gt; {{word}}');
  expect(html).toContain('Costs $&amp; and &#91;fname&#93;.');
  expect(html).toContain('One<br>and &#91;unsubscribe&#93;.');
  expect(text).toContain('{{word}}');
  expect(text).toContain('Costs $& and (fname).');
});

test('names as many words in the subject as 78 characters hold', () => {
  const subjectOf = (...words: string[]) =>
    renderWeeklyEmail(look, weekOf(...words.map((word) => ({ word }))), rendering).subject;
  const long = 'supercalifragilisticexpialidocious';
  expect(subjectOf('alpha', 'beta', long, long)).toBe(`Your week in words: alpha, beta, ${long}, …`);
  expect(subjectOf('x'.repeat(90))).toBe('Your week in words');
  const own = lookOf({ ...defaultDesign, weekTitle: 'A week of {product}' }, undefined);
  expect(renderWeeklyEmail(own, weekOf({ word: 'lull' }), rendering).subject).toBe(
    'A week of Daily Word: lull',
  );
});
