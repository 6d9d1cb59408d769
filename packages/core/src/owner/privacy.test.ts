import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { noAudit } from '../../../../test/no-audit.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { type PrivacyInput, privacyInput } from '../contract/privacy.ts';
import { providers } from '../mail/providers.ts';
import { defaultPrivacyText, type PrivacyFacts } from './default-privacy-text.ts';
import { openPrivacy, renderPrivacyText } from './privacy.ts';

const facts: PrivacyFacts = {
  productName: 'Wordrise',
  mail: providers.icontact.facts,
  botCheck: 'off',
  signupAddressDays: 30,
  localTimes: false,
  relays: 1,
  welcomes: false,
  recaps: false,
  reminds: false,
};
const own: PrivacyInput = { content: '# Datenschutz\n\nWir speichern **nichts**.' };

describe.each(databaseKinds)('the text of the privacy page on %s', (kind) => {
  test('is the default until another is saved, and again after a reset', async () => {
    const database = await openTestDatabase(kind);
    const now = () => new Date('2026-07-01T12:00:00Z');
    const privacy = openPrivacy({ ...facts, database, now, audit: noAudit, privacyUrl: undefined });
    const standard = { content: defaultPrivacyText(facts), isDefault: true, url: null };
    expect(await privacy.get()).toEqual(standard);
    expect(await privacy.save(own)).toEqual({ ...own, isDefault: false, url: null });
    expect((await privacy.page()).title).toBe('Datenschutz');
    expect(await privacy.reset()).toEqual(standard);
    expect((await privacy.page()).title).toBe('Privacy');
    // A changed setting is visible, because the default text itself was not stored.
    const later = openPrivacy({
      ...facts,
      signupAddressDays: 7,
      database,
      now,
      audit: noAudit,
      privacyUrl: undefined,
    });
    expect((await later.get()).content).toContain('7 days');
  });

  test('is not replaced by an edit of another text; of simultaneous edits, all but one are refused', async () => {
    const database = await openTestDatabase(kind);
    const now = () => new Date('2026-07-01T12:00:00Z');
    const privacy = openPrivacy({ ...facts, database, now, audit: noAudit, privacyUrl: undefined });
    const replaces = (await privacy.get()).content;
    const texts = Array.from({ length: 8 }, (_, n) => `# Text ${n}`);
    // Each has its own connection by now, so that the edits really happen at once.
    await Promise.all(texts.map(() => privacy.save({ content: replaces, replaces })));
    const edits = texts.map((content) => privacy.save({ content, replaces }));
    const ends = await Promise.allSettled(edits);
    const refused = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason);
    expect(refused).toMatchObject(Array(7).fill({ code: 'privacy.changed' }));
    const { content } = await privacy.get();
    expect(content).toBe(texts[ends.findIndex(({ status }) => status === 'fulfilled')]);
    expect(await privacy.save({ ...own, replaces: content })).toMatchObject(own);
    // A script that does not say what it replaces works as before.
    expect(await privacy.save({ content: '# Script' })).toMatchObject({ content: '# Script' });
  });

  test('is rendered once, and changes within 10 seconds when another process saves', async () => {
    const database = await openTestDatabase(kind);
    const clock = { now: new Date('2026-07-01T12:00:00Z') };
    const deps = { ...facts, database, now: () => clock.now, audit: noAudit, privacyUrl: undefined };
    const [one, two] = [openPrivacy(deps), openPrivacy(deps)];
    const before = await one.page();
    await two.save(own);
    expect((await two.page()).title).toBe('Datenschutz');
    clock.now = new Date(clock.now.getTime() + 9_999);
    expect(await one.page()).toBe(before);
    clock.now = new Date(clock.now.getTime() + 1);
    const after = await one.page();
    expect(after).toEqual(await two.page());
    clock.now = new Date(clock.now.getTime() + 60_000);
    expect(await one.page()).toBe(after);
  });
});

test.each([
  { why: 'the days of the IP address', change: { signupAddressDays: 7 }, said: 'for 7 days,' },
  { why: 'one day', change: { signupAddressDays: 1 }, said: 'for one day,' },
  { why: 'that none is stored', change: { signupAddressDays: 0 }, said: 'do not store the IP address' },
  {
    why: 'reCAPTCHA',
    change: { botCheck: 'recaptcha' as const },
    said: 'https://policies.google.com/privacy',
  },
  { why: 'the provider', change: {}, said: 'iContact sends the emails' },
  { why: 'the time zone', change: { localTimes: true }, said: 'Your browser also tells us your time zone' },
  {
    why: 'one mail server',
    change: { mail: providers.smtp.facts },
    said: 'through a mail server that passes',
  },
  {
    why: 'two mail servers',
    change: { mail: providers.smtp.facts, relays: 2 as const },
    said: 'through mail servers that pass them on to yours. They receive',
  },
  { why: 'the welcome email', change: { welcomes: true }, said: 'one welcome email with the latest word' },
  {
    why: 'the weekly email for everyone',
    change: { recaps: true },
    said: 'one email a day, with one word, and one a week, with the words of seven days. This page',
  },
  { why: 'what the weekly email uses', change: { recaps: true }, said: 'to send you these emails and' },
  { why: 'reminders', change: { reminds: true }, said: 'If you press “Remind me”, we store the word' },
  { why: 'the sandbox', change: { mail: providers.sandbox.facts }, said: 'stay on our own server' },
])('the default text says $why', ({ change, said }) => {
  expect(defaultPrivacyText({ ...facts, ...change })).toContain(said);
});

test('the default text says nothing about features that are off', async () => {
  const text = defaultPrivacyText({ ...facts, mail: providers.sandbox.facts });
  expect(text).not.toMatch(/google|icontact|time zone|welcome|remind|week|\n\n\n/i);
});

test('a product name is text, even with Markdown or HTML in it', async () => {
  const productName = '*W* [x](javascript:y) <b>&amp;';
  const { html } = await renderPrivacyText(defaultPrivacyText({ ...facts, productName }));
  expect(html).toContain('*W* [x](javascript:y) &lt;b&gt;&amp;amp; sends one email');
});

test('a heading at the start is the title; everything else is the body', async () => {
  expect(await renderPrivacyText('# About *you* & us\n\nText.')).toEqual({
    title: 'About you & us',
    html: '<p>Text.</p>\n',
  });
  expect(await renderPrivacyText('Text.\n\n# Later')).toEqual({
    title: 'Privacy',
    html: '<p>Text.</p>\n<h1>Later</h1>\n',
  });
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<style>*{display:none}</style>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&colon;alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '<javascript:alert(1)>',
  '![x](https://elsewhere.example/x.png)',
  '[x]: javascript:alert(1)\n\n[x]',
  '[x](https://example.com "" onclick=alert(1) "")',
])('%s never becomes active markup', async (content) => {
  const { html } = await renderPrivacyText(content);
  const page = html.replace(/<\/?(p|a|code|pre)( href="(https?|mailto):[^"<>]*"( title="[^"<>]*")?)?>/g, '');
  expect(page).not.toContain('<');
});

test.each([
  { why: 'an empty text', content: ' \n' },
  { why: 'a text that is too long', content: 'x'.repeat(30_001) },
  { why: 'no text', content: undefined },
])('$why is refused', ({ content }) => {
  expect(privacyInput.safeParse({ content }).error?.issues[0]?.path).toEqual(['content']);
});

test.each([
  { what: 'quotes', piece: '>' },
  { what: 'brackets', piece: '[' },
  { what: 'links', piece: '[a](' },
  { what: 'lists', piece: '- ' },
  { what: 'stars', piece: '*a **' },
  { what: 'backticks', piece: '`' },
])('the longest text of $what is rendered', async ({ piece }) => {
  const content = piece.repeat(Math.floor(30_000 / piece.length));
  expect((await renderPrivacyText(content)).html.length).toBeGreaterThan(0);
});
