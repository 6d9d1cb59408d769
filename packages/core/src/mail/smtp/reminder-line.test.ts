import { expect, test } from 'vitest';
import { withReminders } from './reminder-line.ts';

const links = [{ word: 'lull & ember', url: 'https://words.example.com/recall/1/again/[readertoken]' }];
const anchor =
  '<a href="https://words.example.com/recall/1/again/[readertoken]" style="color:inherit;font-weight:600">lull &amp; ember</a>';
const line = `You asked to be reminded of ${anchor}`;
const textLines =
  'You asked to be reminded of\nlull & ember: https://words.example.com/recall/1/again/[readertoken]';
const meaning = 'The smell of rain on dry earth, which many people know and few can name. '.repeat(3);
const added = (html: string) => withReminders({ html, text: '' }, links).html;

/** The template around a footer, and what comes directly before the line. */
const templates = [
  {
    what: 'a paragraph',
    before: `<body><h1>petrichor</h1><p>${meaning}</p>`,
    footer: '<p>Sent by us.<br><a href="[unsubscribe]">Leave</a></p></body>',
  },
  {
    what: 'paragraphs without an end',
    before: `<body><p>petrichor<p>${meaning}`,
    footer: '<p>Sent by us. <a href="[preferences]">Settings</a>',
  },
  {
    what: 'a table of its own, without a heading above it',
    before: `<body><div><table><tr><td>petrichor</td></tr><tr><td>${meaning}</td></tr></table>`,
    footer: '<table><tr><td>1 Street</td></tr><tr><td><a href="[unsubscribe]">x</a></td></tr></table></div>',
  },
  {
    what: 'below a masthead that is the only heading',
    before: `<body><h1>Words</h1><div class="all"><p>petrichor</p><p>${meaning}</p>`,
    footer: '<div><p>Sent by us.</p><p>[unsubscribe]</p></div></div></body>',
  },
  {
    what: 'after a comment and a style that show nothing',
    before: `<head><title>${meaning.repeat(9)}</title><style>p{}</style></head><body><p>${meaning}</p><!-- <p> -->`,
    footer: '<p><a href="[unsubscribe]">Leave</a></p>',
  },
];

test.each(templates)('stands before a footer that is $what', ({ before, footer }) => {
  const html = added(before + footer);
  expect(html.startsWith(`${before}<div style=`)).toBe(true);
  expect(html.endsWith(`>${line}</div>${footer}`)).toBe(true);
});

test('is a row before a footer that is a row, as wide as the table', () => {
  const before = `<table><tr><td>petrichor</td><td>${meaning}</td></tr>`;
  const footer =
    '<tr><td colspan="2"><table><tr><td>a</td></tr></table></td><td><a href="[unsubscribe]">x</a></td></tr></table>';
  const html = added(before + footer);
  expect(html).toMatch(/^.*<\/tr><tr><td colspan="3"><div style="[^"]*">You asked/);
  expect(html.endsWith(`>${line}</div></td></tr>${footer}`)).toBe(true);
});

test.each([
  ['no link in it', '<body><p>petrichor</p>', '</body></html>'],
  [
    'a link only above the word',
    `<body><p><a href="[unsubscribe]">Leave</a></p><h1>petrichor</h1><p>${meaning}</p>`,
    '</body>',
  ],
  ['nothing but a link', '<a href="[unsubscribe]">x</a>', ''],
])('stands at the end of an email with %s', (_, before, end) => {
  const html = added(before + end);
  expect(html.startsWith(`${before}<div style=`)).toBe(true);
  expect(html.endsWith(`>${line}</div>${end}`)).toBe(true);
});

test('stands before the same footer in plain text', () => {
  const html = `<h1>petrichor</h1><p>${meaning}</p><div><p>It&rsquo;s sent by <b>us</b> &amp; friends.</p><p><a href="[preferences]">Settings</a></p></div>`;
  const body = `petrichor\n\n${meaning}\n\nKeep this word <https://words.example.com/words/petrichor>`;
  // Named entities are other characters in the text.
  const footer = 'It’s sent by us & friends.\n\nSettings <[preferences]>\n';
  const { text } = withReminders({ html, text: `${body}\n\n\n${footer}` }, links);
  expect(text).toBe(`${body}\n\n${textLines}\n\n${footer}`);
});

test.each([
  ['the paragraph with the link, if the footer reads otherwise', 'petrichor', 'Bye.\nLeave: [unsubscribe]\n'],
  ['the end, if there is no link', 'petrichor\n\nRain.', ''],
  ['the end, if there is nothing else', 'petrichor, or leave: [unsubscribe]', ''],
])('in plain text stands before %s', (_, body, footer) => {
  const html = `<p>${meaning}</p><p><a href="[unsubscribe]">Farewell</a></p>`;
  const { text } = withReminders({ html, text: `${body}\n\n${footer}` }, links);
  expect(text).toBe(`${body}\n\n${textLines}\n${footer && `\n${footer}`}`);
});
