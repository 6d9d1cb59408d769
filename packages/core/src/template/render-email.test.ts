import { expect, test } from 'vitest';
import { exampleNotAvailable } from '../contract/limits.ts';
import { conditionalVariables } from '../contract/template-variables.ts';
import { wordFields, wordFieldTable } from '../contract/word-fields.ts';
import type { WordDraft, WordInput } from '../contract/words.ts';
import { icontactMergeFields as mergeFields } from '../mail/icontact/merge-fields.ts';
import { calendarDay } from '../platform/calendar.ts';
import { isDomainError } from '../platform/errors.ts';
import { sampleWord } from './default-template.ts';
import { parseHtml } from './parse-html.testing.ts';
import { breaksAsElements, renderEmail } from './render-email.ts';

const morning = '2026-12-01';

function render(
  { content = '<p>{{word}}</p>', subject = '{{word}}' }: { content?: string; subject?: string },
  word: Partial<WordInput> = {},
  day = morning,
) {
  return renderEmail({ content, subject }, { ...sampleWord, ...word }, { day, mergeFields });
}

test.each([
  {
    why: 'quotes',
    word: `"double" 'single' \`back\``,
    html: '&quot;double&quot; &#x27;single&#x27; &#x60;back&#x60;',
  },
  { why: 'ampersands', word: 'R&B &amp; &#91;', html: 'R&amp;B &amp;amp; &amp;#91;' },
  {
    why: 'mark-up',
    word: '<script>alert(1)</script>',
    html: '&lt;script&gt;alert(1)&lt;/script&gt;',
  },
  { why: 'the end of a comment', word: '--><b>', html: '--&gt;&lt;b&gt;' },
  { why: 'emoji', word: '👩‍👩‍👧 🌧️', html: '👩‍👩‍👧 🌧️' },
  { why: 'accents, composed and not', word: 'café café naïve', html: 'café café naïve' },
  { why: 'a variable', word: '{{definition}} {{{x}}} {{#if', html: '{{definition}} {{{x}}} {{#if' },
  { why: 'backslashes', word: String.raw`\n \\ \{{x}} $1 $&`, html: String.raw`\n \\ \{{x}} $1 $&amp;` },
  { why: 'another alphabet', word: 'שלום 水', html: 'שלום 水' },
])('mails a word with $why: escaped in HTML, plain in subject and text', ({ word, html }) => {
  expect(render({}, { word })).toEqual({ html: `<p>${html}</p>`, subject: word, text: `${word}\n` });
});

test('escapes square brackets of a word so that they are not read as a merge field', () => {
  const email = render(
    { content: '<p title="{{word}}">[fname], {{word}}: {{subject}}</p>', subject: 'For [fname]: {{word}}' },
    { word: 'a [email] [[b]]' },
  );
  expect(email).toEqual({
    subject: 'For [fname]: a (email) ((b))',
    html: '<p title="a &#91;email&#93; &#91;&#91;b&#93;&#93;">[fname], a &#91;email&#93; &#91;&#91;b&#93;&#93;: For [fname]: a (email) ((b))</p>',
    text: '[fname], a (email) ((b)): For [fname]: a (email) ((b))\n',
  });
  const paragraph = parseHtml(email.html).querySelector('p');
  expect(paragraph?.getAttribute('title')).toBe('a [email] [[b]]');
});

test('keeps line breaks of a field in HTML and text, and none in the subject', () => {
  const email = render(
    { content: '<p>{{definition}}</p>', subject: ' {{word}} –\t{{definition}} ' },
    { word: 'yen', definition: 'one\r\ntwo\rthree\u2028four\n\n' },
  );
  expect(email).toEqual({
    subject: 'yen – one two three four',
    html: '<p>one\ntwo\nthree\u2028four</p>',
    text: 'one\ntwo\nthree\u2028four\n',
  });
});

test('a template can request line breaks that Outlook shows', () => {
  const content = `${breaksAsElements}<p title="{{definition}}">{{definition}}</p>`;
  expect(render({ content }, { definition: 'one\r\ntwo' })).toMatchObject({
    html: '<p title="one\ntwo">one<br>two</p>',
    text: 'one\ntwo\n',
  });
});

test('inside a tag, line breaks stay plain and nothing is bold', () => {
  const content = '<p title="{{boldExample1}}">{{boldExample1}}</p>';
  const email = render({ content, subject: '{{boldExample1}}' }, { word: 'yen', example1: 'A\nyen <b>.' });
  expect(email).toEqual({
    subject: 'A yen <b>.',
    html: '<p title="A\nyen &lt;b&gt;.">A\n<b>yen</b> &lt;b&gt;.</p>',
    text: 'A\nyen <b>.\n',
  });
});

test('cited forms of an etymology are in italics, and plain in the text, the subject and inside a tag', () => {
  const content = '<p title="{{etymology}}">{{etymology}}</p>';
  const word = { word: 'ossify', etymology: 'From Latin *os*, “bone” & *fy*; *bher-.' };
  expect(render({ content, subject: '{{etymology}}' }, word)).toEqual({
    subject: 'From Latin os, “bone” & fy; *bher-.',
    html: '<p title="From Latin os, “bone” &amp; fy; *bher-.">From Latin <em>os</em>, “bone” &amp; <em>fy</em>; *bher-.</p>',
    text: 'From Latin os, “bone” & fy; *bher-.\n',
  });
});

test('links to the pages of the installation', () => {
  const content = '{{productName}} {{publicUrl}} {{wordUrl}} {{archiveUrl}} {{unsubscribeUrl}}';
  const site = { productName: 'R&D', publicUrl: 'https://words.example.com', hasArchive: true };
  const options = { day: morning, mergeFields, site };
  const html = (word: object) =>
    renderEmail({ content, subject: 'x' }, { ...sampleWord, ...word }, options).html;
  expect(html({ word: 'déjà vu' })).toBe(
    'R&amp;D https://words.example.com/ https://words.example.com/words/deja-vu https://words.example.com/archive ',
  );
  expect(html({ word: 'résumé', slug: 'resume-7' })).toContain('/words/resume-7 ');
});

test('leaves out characters that mail does not allow', () => {
  const email = render({}, { word: 'a\u0000b\u0007c\u001b[d\u0085\ud800e' });
  expect(email.html).toBe('<p>abc&#91;d\ufffde</p>');
  expect(email.subject).toBe('abc(d\ufffde');
});

test.each([
  { subject: '{{etymology}}', why: 'its variables are empty' },
  { subject: '{{#if etymology}}x{{/if}}', why: 'its block is left out' },
  { subject: '{{nothing}}', why: 'its variable does not exist' },
])('uses the word as the subject if $why', ({ subject }) => {
  expect(render({ subject }, { word: 'yen', etymology: '' }).subject).toBe('yen');
});

const absent = ['', '   \n ', exampleNotAvailable, ` ${exampleNotAvailable}\n`];
test.each(conditionalVariables.flatMap((field) => absent.map((value) => ({ field, value }))))(
  'leaves out the block of $field if it is $value',
  ({ field, value }) => {
    const content = `a{{#if ${field}}}[{{${field}}}]{{else}}none{{/if}}{{#unless ${field}}}!{{/unless}}({{${field}}})`;
    expect(render({ content }, { [field]: value }).html).toBe('anone!()');
    expect(render({ content }, { [field]: value }).text).toBe('anone!()\n');
    expect(render({ content }, { [field]: 'b' }).html).toBe('a[b](b)');
    expect(render({ content }, { [field]: '0' }).text).toBe('a[0](0)\n');
  },
);

test.each([
  { field: 'etymology', value: 'The origin of this word is not recorded in this dictionary.' },
  { field: 'phoneticPronunciation', value: 'mellifluous (pronunciation not recorded)' },
  { field: 'conversationTip', value: '—' },
] as const)('never mails the placeholder of $field', ({ field, value }) => {
  const content = `{{#if ${field}}}[{{${field}}}]{{/if}}.`;
  expect(render({ content }, { [field]: value })).toMatchObject({ html: '.', text: '.\n' });
});

test('spells the word in syllables, if its pronunciation can be read', () => {
  const content = '{{#if respelling}}{{respelling}}{{else}}silence{{/if}}';
  expect(render({ content }, { phoneticPronunciation: '/ˈæfəbəl/' }).html).toBe('AF-uh-bul');
  expect(render({ content }, { phoneticPronunciation: 'AFF-able' }).html).toBe('silence');
});

test('leaves no empty line for a line with only a condition', () => {
  const content = '<p>\n  {{#if example1}}\n  {{example1}}\n  {{/if}}\n</p>';
  expect(render({ content }, { example1: 'One.' }).html).toBe('<p>\n  One.\n</p>');
});

test('leaves unknown variables empty, including properties that every object has', () => {
  const content = '<p>{{nothing}}{{constructor}}{{__proto__}}{{id}}</p>';
  expect(render({ content }, { id: 7 } as Partial<WordInput>).html).toBe('<p></p>');
});

test.each([
  { sendAt: '2026-12-01T12:00:00Z', timezone: 'America/New_York', day: 'Tuesday, December 1, 2026' },
  { sendAt: '2026-12-01T04:59:59Z', timezone: 'America/New_York', day: 'Monday, November 30, 2026' },
  { sendAt: '2026-12-01T05:00:00Z', timezone: 'America/New_York', day: 'Tuesday, December 1, 2026' },
  { sendAt: '2026-12-31T23:30:00Z', timezone: 'UTC', day: 'Thursday, December 31, 2026' },
  { sendAt: '2026-12-31T23:30:00Z', timezone: 'Europe/Berlin', day: 'Friday, January 1, 2027' },
  { sendAt: '2026-12-31T11:00:00Z', timezone: 'Pacific/Kiritimati', day: 'Friday, January 1, 2027' },
  { sendAt: '2028-02-29T18:29:59Z', timezone: 'Asia/Kolkata', day: 'Tuesday, February 29, 2028' },
  { sendAt: '2028-02-29T18:30:00Z', timezone: 'Asia/Kolkata', day: 'Wednesday, March 1, 2028' },
  // The night when the clocks change: with the old offset, it would be the day before.
  { sendAt: '2026-03-29T22:00:00Z', timezone: 'Europe/Berlin', day: 'Monday, March 30, 2026' },
  { sendAt: '2026-10-25T22:59:59Z', timezone: 'Europe/Berlin', day: 'Sunday, October 25, 2026' },
])('DATE is $day at $sendAt in $timezone', ({ sendAt, timezone, day }) => {
  const at = calendarDay(new Date(sendAt), timezone);
  const email = render({ content: '<p>{{DATE}}</p>', subject: '{{DATE}}' }, {}, at);
  expect(email).toEqual({ subject: day, html: `<p>${day}</p>`, text: `${day}\n` });
});

test('refuses a template that could not be saved', () => {
  expect(() => render({ content: '{{#if word}}' })).toThrow(
    expect.objectContaining({ code: 'template.syntax', fields: { content: [expect.any(String)] } }),
  );
  expect(() => render({ subject: '{{word' })).toThrow(
    expect.objectContaining({ code: 'template.syntax', fields: { subject: [expect.any(String)] } }),
  );
  try {
    render({ content: 'x\n{{#each word}}{{/each}}' });
    expect.unreachable();
  } catch (error) {
    expect(isDomainError(error, 'template.syntax')).toBe(true);
  }
});

const pieces = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '`',
  '=',
  '[',
  ']',
  '{',
  '}',
  '{{',
  '}}',
  '{{{',
  '\\',
  '/',
  '#',
  ';',
  '$&',
  '&amp;',
  '&#91;',
  '&lt',
  '&notit;',
  '<!--',
  '-->',
  ']]>',
  '<![CDATA[',
  '</p>',
  '</title>',
  '</textarea>',
  '<script>',
  '</script>',
  '<style>',
  ' onerror=alert(1) ',
  'javascript:',
  '[email]',
  '[fname]',
  '{{word}}',
  '\\{{',
  '{{/if}}',
  '{{!--',
  '%00',
  '😀',
  '👩‍👩‍👧',
  'é',
  'e\u0301',
  'ß',
  'İ',
  '水',
  'א',
  '\u202e',
  '\ufeff',
  '\u00ad',
  '\u00a0',
  '\u2028',
  '\n',
  '\t',
  ' ',
  'a',
  'word',
  '\u{1f3f4}',
  '\ufffd',
  '\u200d',
  '\u2003',
  '​',
];

const shown = wordFields.filter((field) => wordFieldTable[field].meaning !== undefined);

test('keeps any text of the fields exactly', () => {
  const content = `<!DOCTYPE html><title>{{word}}</title><body><!-- {{word}} {{definition}} -->${shown
    .map((field) => `<pre id="${field}" title="{{${field}}}" data-x='{{${field}}}'>\n{{${field}}}</pre>`)
    .join('')}<textarea>\n{{word}}</textarea><a href=# alt={{word}}>x</a></body>`;
  const next = numbers(20260915);
  for (let round = 0; round < 150; round++) {
    const nasty = () =>
      `x${Array.from({ length: 1 + (next() % 12) }, () => pieces[next() % pieces.length]).join('')}x`;
    const word = mapFields(sampleWord, nasty);

    const { html, subject, text } = render({ content, subject: '{{word}}: {{definition}}' }, word);

    const page = parseHtml(html);
    for (const field of shown) {
      const element = page.querySelector(`#${field}`);
      expect(element?.textContent).toBe(word[field]);
      expect(element?.getAttribute('title')).toBe(word[field]);
      expect(element?.getAttribute('data-x')).toBe(word[field]);
    }
    expect(page.querySelector('textarea')?.textContent).toBe(word.word);
    expect([...page.querySelectorAll('body *')].map(({ tagName }) => tagName)).toEqual([
      ...shown.map(() => 'PRE'),
      'TEXTAREA',
      'A',
    ]);
    expect([...page.querySelectorAll('script, style, [onerror]')]).toEqual([]);
    expect(html + subject + text).not.toMatch(/[[\]]/);
    const plain = mapFields(word, (value) => value.replaceAll('[', '(').replaceAll(']', ')'));
    expect(subject).toBe(`${plain.word}: ${plain.definition}`.replace(/\s+/g, ' '));
    for (const field of shown) expect(withoutSpace(text)).toContain(withoutSpace(plain[field]));
  }
});

const mapFields = (word: WordDraft, change: (value: string) => string) =>
  Object.fromEntries(wordFields.map((field) => [field, change(word[field] ?? '')])) as WordInput;

const withoutSpace = (text: string) => text.replace(/[\s\u200b]+/g, '');

/** The same numbers on every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
}
