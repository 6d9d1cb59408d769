import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { composer } from './compose.ts';

const sender = {
  from: { name: 'Wörter', address: 'word@example.com' },
  replyTo: { name: '', address: 'owner@example.com' },
  postalAddress: '1 Sample Street',
  bounceAddress: 'bounces@example.com',
  productName: 'Daily Word',
  readsBounces: false,
  publicUrl: 'https://words.example.com',
};
const content = {
  name: 'petrichor · 1',
  subject: '[fname], your word: naïveté',
  html: `<p>[fname]</p>\n.[fname] = [email]\t\n<p>${'A long line — '.repeat(50)}[fname]</p></body>`,
  text: `[fname]\n.[fname] \n\n${'x'.repeat(200)}[fname][fname]`,
  date: new Date('2026-12-01T12:00:00Z'),
};
const compose = composer(sender, content);

const token = '0123456789abcdef0123456789abcdef';
const compiled = (firstName: string) => compose({ readerId: 1, email: 'ada@example.com', firstName, token });

test.each(['Ada', '', 'Zoë ☂', 'Ada = "Lovelace", <countess>', 'long '.repeat(40)])(
  'an email to “%s” has their fields in its text, its HTML and its headers',
  async (firstName) => {
    const { raw } = compiled(firstName);
    const { html = '', text = '', subject, to, from, replyTo, date } = await PostalMime.parse(raw);
    const written = firstName.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
    const inHtml = written.replaceAll('"', '&quot;');
    expect(html).toContain(`<p>${inHtml}</p>\n.${inHtml} = ada@example.com\t\n<p>A long line — A long`);
    expect(html).toContain(`A long line —${firstName && ` ${inHtml}`}</p><div`);
    expect(
      text.startsWith(`${firstName}\n.${firstName} \n\n${'x'.repeat(200)}${firstName}${firstName}`),
    ).toBe(true);
    expect(text).toContain(`https://words.example.com/unsubscribe/${token}`);
    expect(subject).toBe(`${firstName}, your word: naïveté`.replace(/^, /, ''));
    expect(to).toMatchObject([{ name: firstName.trim(), address: 'ada@example.com' }]);
    expect(from).toMatchObject({ name: 'Wörter', address: 'word@example.com' });
    expect(replyTo).toMatchObject([{ address: 'owner@example.com' }]);
    expect(date).toBe('2026-12-01T12:00:00.000Z');
  },
);

test.each([
  ['Good morning [fname], here is your word', 'Good morning, here is your word'],
  ['[fname], here is your word', 'here is your word'],
  ['Hello [fname]!', 'Hello!'],
  ['Your word, [fname]', 'Your word'],
  ['A word for [fname] and you', 'A word for  and you'],
  ['Hello [fname]', 'Hello'],
])('“%s” reads “%s” for a reader whose name is not known', async (source, shown) => {
  const content = { name: 'n', subject: source, html: `<p>${source}</p>`, text: source };
  const sender = {
    from: { name: 'W', address: 'word@example.com' },
    replyTo: undefined,
    postalAddress: '1 Sample Street',
    bounceAddress: undefined,
    productName: 'Daily Word',
    publicUrl: 'https://words.example.com',
  };
  const composeIt = composer(sender, { ...content, date: new Date('2026-12-01T12:00:00Z') });
  const parse = (firstName: string) =>
    PostalMime.parse(composeIt({ readerId: 1, email: 'ada@example.com', firstName, token }).raw);
  const { subject, text, html, to } = await parse('');
  expect(subject).toBe(shown);
  expect(text?.startsWith(`${shown}\n`)).toBe(true);
  expect(html).toContain(`<p>${shown}</p>`);
  expect(to).toMatchObject([{ name: '', address: 'ada@example.com' }]);
  expect((await parse('Ada')).subject).toBe(source.replace('[fname]', 'Ada'));
});

test('no line is longer than quoted-printable allows, and each ends with CR and LF', () => {
  const body = compiled('long '.repeat(40)).raw.split('\r\n\r\n').slice(1).join('\r\n\r\n');
  expect(Math.max(...body.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76);
  expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('a name cannot add a header', () => {
  const [head] = compiled('Ada\r\nBcc: eve@example.com').raw.split('\r\n\r\n');
  expect(head).toMatch(/^To: /m);
  expect(head).not.toMatch(/^Bcc:/m);
});

test('an email to the servers of Postmark names itself in a field that Postmark reports back', () => {
  const reader = { readerId: 1, email: 'ada@example.com', firstName: 'Ada', token };
  const { raw, messageId } = composer(
    { ...sender, server: { host: 'smtp.postmarkapp.com' } },
    content,
  )(reader);
  expect(raw).toContain(`\r\nX-PM-Metadata-message-id: ${messageId.slice(1).replace(/@.*/, '')}\r\n`);
  expect(compiled('Ada').raw).not.toContain('X-PM-Metadata');
});
