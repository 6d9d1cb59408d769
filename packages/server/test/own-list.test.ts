import type { Overrides } from '@wordrise/core';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { migratedDatabaseUrl } from '../../../test/migrated-database.ts';
import { aWord } from '../../../test/words.ts';
import { startTestServer } from './start-test-server.ts';

const ada = { email: 'ada@example.com', firstName: 'Ada' };
const day = 24 * 3_600_000;

/** A server that sends by SMTP into the outbox, and its clock. */
async function start(
  kind: (typeof databaseKinds)[number],
  env: Record<string, string> = {},
  limits: Overrides['limits'] = {},
) {
  const clock = { now: new Date('2026-12-01T12:00:00Z') };
  const server = await startTestServer({
    kind,
    env: { EMAIL_PROVIDER: 'smtp-sandbox', ...env },
    overrides: { now: () => clock.now, limits },
  });
  await server.signIn();
  const { wordrise, url, ok } = server;
  const later = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms);
  };
  let words = 0;
  return {
    ...server,
    later,
    /** A request as from a mail program or a browser, without cookies. */
    visit: (path: string, method = 'GET', body?: string | FormData) =>
      fetch(new URL(path, url), {
        method,
        redirect: 'manual',
        headers: typeof body === 'string' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {},
        ...(body ? { body } : {}),
      }),
    status: async (email = ada.email) => (await wordrise.readers.find(email)).status,
    /** The path in the latest email to an address. */
    async link(what: 'confirm' | 'unsubscribe', email = ada.email) {
      const [item] = await wordrise.mail.outbox.to(email);
      const text = (await wordrise.mail.outbox.read(item?.id ?? ''))?.text ?? '';
      const [path] = new RegExp(`/${what}/[0-9a-f]{32}`).exec(text) ?? [];
      if (!path) throw new Error(`no link in: ${text}`);
      return path;
    },
    emails: async (email = ada.email) => (await wordrise.mail.outbox.to(email)).map(({ subject }) => subject),
    async sendWord() {
      words += 1;
      const { id } = await wordrise.words.add(aWord({ word: `word${words}` }));
      await ok('scheduleEmail', { body: { wordId: id, scheduledDate: clock.now.toISOString() } });
      await wordrise.processor.runPass();
    },
  };
}

describe.each(databaseKinds)('a list of our own on %s', (kind) => {
  test('from signup to unsubscribing: readers who did not confirm, or left, get nothing', async () => {
    const { ok, visit, status, link, emails, sendWord, wordrise } = await start(kind);
    await ok('register', { body: ada });
    await wordrise.processor.runPass();
    expect(await status()).toBe('unconfirmed');
    await sendWord();
    expect(await emails()).toEqual(['Confirm your signup for Wordrise']);

    const confirm = await link('confirm');
    // A mail scanner opens every link.
    expect(await (await visit(confirm)).text()).toContain(`action="${confirm}"`);
    expect(await status()).toBe('unconfirmed');
    const confirmed = await visit(confirm, 'POST');
    expect(confirmed.status).toBe(200);
    // Nothing is scheduled, and the autopilot is off.
    expect(await confirmed.text()).toMatch(/Words usually go out at 7:00 AM \([^)]+\)\./);
    await wordrise.processor.runPass();
    expect(await status()).toBe('subscribed');
    await sendWord();
    expect(await emails()).toEqual(['Wordrise: word2', 'Confirm your signup for Wordrise']);

    const unsubscribe = await link('unsubscribe');
    expect(await (await visit(unsubscribe)).text()).toContain(`action="${unsubscribe}"`);
    expect(await status()).toBe('subscribed');
    // In Gmail's format, and in the other one of RFC 8058.
    const asForm = new FormData();
    asForm.append('List-Unsubscribe', 'One-Click');
    for (const body of ['List-Unsubscribe=One-Click', asForm]) {
      const answer = await visit(unsubscribe, 'POST', body);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(await status()).toBe('unsubscribed');
    }
    await sendWord();
    expect(await emails()).toHaveLength(2);

    expect((await visit(`${unsubscribe}/undo`, 'POST')).status).toBe(200);
    expect(await status()).toBe('subscribed');
    await sendWord();
    expect(await emails()).toHaveLength(3);
  });

  test('more signups than the hour allows are stored, and asked to confirm later', async () => {
    const confirmations = { points: 2, seconds: 3600 };
    const { ok, emails, wordrise, later } = await start(kind, {}, { confirmations });
    const all = ['ada@example.com', 'bob@example.com', 'cy@example.com'];
    for (const email of all) await ok('register', { body: { ...ada, email } });
    const asked = async () => (await Promise.all(all.map(emails))).flat().length;
    await wordrise.processor.runPass();
    expect(await asked()).toBe(2);
    expect(await wordrise.readers.heldConfirmations()).toMatchObject({ waiting: 1, ceiling: 2 });
    later(day / 24);
    await wordrise.processor.runPass();
    expect(await asked()).toBe(3);
    expect(await wordrise.readers.heldConfirmations()).toBeUndefined();
  });

  test('a signup is asked to confirm, the same each time, if a confirmation follows', async () => {
    const { ok, visit, link, wordrise } = await start(kind);
    const first = await ok('register', { body: ada });
    expect(first.message).toBe('Almost done! Check your inbox and click the link to confirm.');
    expect(await ok('config')).toMatchObject({ confirmSignups: true });
    await wordrise.processor.runPass();
    await visit(await link('confirm'), 'POST');
    await wordrise.processor.runPass();
    expect(await ok('register', { body: ada })).toEqual(first);
  });

  test('a reader who has left comes back only with their own link, even without confirmation', async () => {
    const { ok, visit, status, link, emails, wordrise, sendWord } = await start(kind, {
      CONFIRM_SIGNUPS: 'off',
    });
    const { message } = await ok('register', { body: ada });
    expect(message).toBe('Your first daily word will arrive soon.');
    expect(await ok('config')).toMatchObject({ confirmSignups: false });
    await wordrise.processor.runPass();
    expect(await status()).toBe('subscribed');
    await sendWord();
    await visit(await link('unsubscribe'), 'POST');
    // Nobody can learn from the answer who has been subscribed.
    expect(await ok('register', { body: ada })).toEqual({ message, confirmFirst: false });
    await sendWord();
    expect(await status()).toBe('unsubscribed');
    expect(await emails()).toEqual(['Confirm your signup for Wordrise', 'Wordrise: word1']);
    await visit(await link('confirm'), 'POST');
    await wordrise.processor.runPass();
    expect(await status()).toBe('subscribed');
  });

  test('a reader who left and was removed comes back with their own link, and is forgotten without it', async () => {
    const { ok, visit, status, link, emails, wordrise, sendWord, later } = await start(kind, {
      CONFIRM_SIGNUPS: 'off',
    });
    await ok('register', { body: ada });
    await wordrise.processor.runPass();
    await sendWord();
    await visit(await link('unsubscribe'), 'POST');
    await wordrise.readers.remove(ada.email);
    const gone = { code: 'signup.not_found' };

    await ok('register', { body: ada });
    await sendWord();
    expect(await status()).toBe('unconfirmed');
    expect(await emails()).toEqual(['Confirm your signup for Wordrise']);
    expect(await wordrise.readers.describe(ada.email)).toMatchObject({
      suppression: { reason: 'unsubscribed' },
    });
    later(8 * day);
    await wordrise.processor.runPass();
    await expect(wordrise.readers.find(ada.email)).rejects.toMatchObject(gone);

    await ok('register', { body: ada });
    await wordrise.processor.runPass();
    await visit(await link('confirm'), 'POST');
    await wordrise.processor.runPass();
    expect(await status()).toBe('subscribed');
    expect(await wordrise.readers.describe(ada.email)).toMatchObject({ suppression: null });
  });

  test('every signup gets the same answer, and links are sent rarely', async () => {
    const { ok, emails, wordrise, later, link, visit, status } = await start(kind);
    const answers = [];
    for (let each = 0; each < 4; each += 1) {
      answers.push(await ok('register', { body: ada }));
      await wordrise.processor.runPass();
    }
    expect(await emails()).toHaveLength(1);
    for (let each = 0; each < 4; each += 1) {
      later(20 * 60_000);
      answers.push(await ok('register', { body: ada }));
      await wordrise.processor.runPass();
    }
    expect(await emails()).toHaveLength(3);
    await visit(await link('confirm'), 'POST');
    await wordrise.processor.runPass();
    expect(await status()).toBe('subscribed');
    answers.push(await ok('register', { body: ada }));
    await wordrise.processor.runPass();
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await emails()).toHaveLength(3);
  });

  test('a link that is older than a week confirms nothing, and the signup is forgotten', async () => {
    const { ok, visit, wordrise, later, link, emails } = await start(kind);
    await ok('register', { body: ada });
    await wordrise.processor.runPass();
    const confirm = await link('confirm');
    later(8 * day);
    expect(await (await visit(confirm, 'POST')).text()).toContain('This link no longer works');
    await wordrise.processor.runPass();
    await expect(wordrise.readers.find(ada.email)).rejects.toMatchObject({ code: 'signup.not_found' });
    await ok('register', { body: ada });
    await wordrise.processor.runPass();
    expect(await emails()).toHaveLength(2);
  });

  test('a used link says what became of the signup, and puts nobody back who has left since', async () => {
    const { ok, visit, status, link, emails, wordrise, sendWord, later } = await start(kind);
    const text = async (path: string, method?: string) => (await visit(path, method)).text();
    await ok('register', { body: ada });
    await wordrise.processor.runPass();
    const confirm = await link('confirm');
    for (const method of ['POST', 'POST', 'GET'])
      expect(await text(confirm, method)).toMatch(/You are on the list.*7:00 AM/s);
    expect(await text(confirm)).not.toContain('action=');
    await sendWord();
    expect(await status()).toBe('subscribed');
    // Signing up again sends nothing to a reader on the list.
    await ok('register', { body: ada });
    later(day / 24);
    await wordrise.processor.runPass();
    expect(await emails()).toHaveLength(2);
    expect(await text(confirm)).toContain('You are on the list');

    const unsubscribe = await link('unsubscribe');
    await visit(unsubscribe, 'POST');
    for (const method of ['GET', 'POST']) {
      const page = await text(confirm, method);
      expect(page).toContain('You are not on the list');
      expect(page).toContain(`action="${unsubscribe}/undo"`);
    }
    expect(await status()).toBe('unsubscribed');

    // Anyone who signs up again gets a link right away, as if there had been none before.
    await ok('register', { body: ada });
    await wordrise.processor.runPass();
    expect(await emails()).toHaveLength(3);
    expect(await text(await link('confirm'))).toContain('Confirm your signup');
    expect(await text(await link('confirm'), 'POST')).toContain('You are on the list');

    await wordrise.readers.remove(ada.email);
    for (const method of ['GET', 'POST'])
      expect(await text(confirm, method)).toContain('This link no longer works');
  });

  test('a used link works for a week, and nothing remains of it', async () => {
    const { ok, visit, link, wordrise, later } = await start(kind);
    await ok('register', { body: ada });
    await wordrise.processor.runPass();
    const confirm = await link('confirm');
    await visit(confirm, 'POST');
    later(8 * day);
    expect(await (await visit(confirm)).text()).toContain(
      'If you get the emails, there is nothing to do. If not, sign up again to get a new link.',
    );
    await wordrise.processor.runPass();
    expect((await wordrise.readers.find(ada.email)).status).toBe('subscribed');
  });

  test('the unsubscribe link of a test email explains itself, and changes nothing', async () => {
    const { ok, visit, link } = await start(kind);
    await ok('sendTestEmail', { body: { to: ada.email } });
    const path = await link('unsubscribe');
    for (const method of ['GET', 'POST']) {
      expect(await (await visit(path, method)).text()).toContain('This was a test email');
    }
  });

  test('links with an unknown token answer like any other link that does nothing', async () => {
    const { visit } = await start(kind);
    const unknown = 'f'.repeat(32);
    expect(await (await visit(`/unsubscribe/${unknown}`)).text()).toContain('You are not on the list');
    const left = await visit(`/unsubscribe/${unknown}`, 'POST');
    expect(left.status).toBe(200);
    expect(await left.text()).toBe(
      '<!doctype html><title>You are unsubscribed</title>You will get no more emails from Wordrise.',
    );
    expect(await (await visit(`/confirm/${unknown}`)).text()).toContain('This link no longer works');
  });

  test.each([
    '%00',
    'a%00b',
    `${'f'.repeat(31)}%00`,
    'F'.repeat(32),
    'x'.repeat(5000),
    "'--",
    '%2e%2e%2f',
    '%ff',
    '%ED%A0%80',
  ])('links with the token %s answer as any other link that does nothing', async (odd) => {
    const { visit, lines } = await start(kind);
    for (const [path, method] of [
      [`/unsubscribe/${odd}`, 'GET'],
      [`/unsubscribe/${odd}`, 'POST'],
      [`/unsubscribe/${odd}/undo`, 'POST'],
      [`/confirm/${odd}`, 'GET'],
      [`/confirm/${odd}`, 'POST'],
    ] as const)
      expect([path, (await visit(path, method)).status]).toEqual([path, 200]);
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test('with the sandbox of iContact, links are in its outbox', async () => {
    const { ok, visit, wordrise, status, link } = await start(kind, {
      EMAIL_PROVIDER: 'sandbox',
      CONFIRM_SIGNUPS: 'on',
    });
    await ok('register', { body: ada });
    await wordrise.processor.runPass();
    expect(await status()).toBe('unconfirmed');
    await visit(await link('confirm'), 'POST');
    await wordrise.processor.runPass();
    expect(await status()).toBe('subscribed');
  });

  test('after a move to iContact, the page says whether the reader is back on its list', async () => {
    const DATABASE_URL = await migratedDatabaseUrl(kind);
    const before = await start(kind, { DATABASE_URL, CONFIRM_SIGNUPS: 'off' });
    await before.ok('register', { body: ada });
    await before.wordrise.processor.runPass();
    await before.sendWord();
    const path = await before.link('unsubscribe');
    const { visit, wordrise, status, later } = await start(kind, { DATABASE_URL, EMAIL_PROVIDER: 'sandbox' });
    await before.wordrise.switchProvider(wordrise.config, { apply: true });
    await wordrise.processor.runPass();
    const press = async (part = '') => (await visit(path + part, 'POST')).text();
    expect(await press()).toContain('You are unsubscribed');
    expect(await press('/undo')).toContain('You are back on the list');
    expect(await status()).toBe('subscribed');
    await press();
    await wordrise.processor.runPass();
    later(day);
    (await wordrise.mail.sandbox())?.faults?.next({ path: /./, fault: { status: 401 } });
    expect(await press('/undo')).toContain('You are not back on the list yet');
    expect(await status()).toBe('unsubscribed');
    later(day);
    for (let each = 0; each < 2; each += 1) {
      expect(await press('/undo')).toContain('You are still off the list');
      expect(await status()).toBe('unsubscribed');
    }
  });

  test('nothing remains of a removed reader', async () => {
    const { ok, wordrise, sendWord, visit, link } = await start(kind);
    await ok('register', { body: ada });
    await wordrise.processor.runPass();
    await visit(await link('confirm'), 'POST');
    await wordrise.processor.runPass();
    await sendWord();
    await ok('register', { body: ada });
    await wordrise.readers.remove(ada.email);
    expect(await wordrise.mail.outbox.to(ada.email)).toEqual([]);
    await ok('register', { body: { ...ada, email: 'bob@example.com' } });
    await wordrise.processor.runPass();
    expect((await wordrise.readers.list({ page: 1, limit: 10 })).total).toBe(1);
  });
});
