import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFakeMerriamWebster } from '@wordrise/core/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { aWord } from '../../../test/words.ts';
import { startTestServer } from './start-test-server.ts';

const reader = { email: 'reader@example.com', firstName: 'Ada' };

describe('the email provider', () => {
  test('is unreachable: the entry waits, is listed, and is sent with the next pass', async () => {
    let passed = 0;
    const now = () => new Date(Date.now() + passed);
    const { ok, signIn, wordrise, call } = await startTestServer({ overrides: { now } });
    await signIn();
    const sandbox = await wordrise.mail.sandbox();
    const word = await ok('addWord', { body: aWord() });
    sandbox?.faults?.next({ path: /./, fault: 'drop-before', times: 1000 });
    const entry = await ok('scheduleEmail', { body: { wordId: word.id, scheduledDate: '2030-01-01T07:00' } });
    expect(entry).toMatchObject({
      status: 'pending',
      sendId: null,
      reason: expect.stringContaining('iContact'),
    });
    const list = await call('listProviderSends');
    expect(list.headers.get('X-Email-Provider')).toBe('unreachable');
    expect(await list.json()).toMatchObject([{ id: entry.id, sendId: null, status: 'pending' }]);
    expect(await ok('scheduleStats')).toMatchObject({ pending: 1, scheduled: 0 });
    sandbox?.faults?.clear();
    passed = 5 * 60_000;
    expect(await wordrise.processor.runPass()).toMatchObject({ done: 1, failed: 0 });
    expect(await ok('scheduleStats')).toMatchObject({ pending: 0, scheduled: 1 });
    expect(await ok('listProviderSends')).toMatchObject([{ id: entry.id, sendId: expect.any(String) }]);
  });

  test('refuses permanently: nothing is stored, and the answer gives the reason', async () => {
    const { ok, refused, signIn, wordrise } = await startTestServer();
    await signIn();
    const sandbox = await wordrise.mail.sandbox();
    const word = await ok('addWord', { body: aWord() });
    const answer = { status: 402, body: { errors: ['The bill is unpaid.'] } };
    sandbox?.faults?.next({ method: 'POST', path: /messages$/, fault: answer });
    const body = { wordId: word.id, scheduledDate: '2030-01-01T07:00' };
    expect(await refused('scheduleEmail', { body })).toMatchObject({
      status: 502,
      code: 'email_provider.refused',
      message: expect.stringContaining('The bill is unpaid.'),
    });
    expect(await ok('scheduleStats')).toMatchObject({ total: 0 });
    expect((await ok('listUnusedWords')).total).toBe(1);
  });
});

describe('the bot check', () => {
  async function google(answer: object | undefined) {
    const server = createServer((_req, res) => {
      if (answer) res.end(JSON.stringify(answer));
      else res.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return {
      RECAPTCHA_SITE_KEY: 'site-key',
      RECAPTCHA_SECRET_KEY: 'secret-key',
      RECAPTCHA_VERIFY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    };
  }
  const passed = { success: true, score: 0.9, action: 'submit', hostname: 'words.test' };

  test('lets people in, and the page gets only the site key', async () => {
    const { ok, call } = await startTestServer({ env: await google(passed) });
    expect(await ok('config')).toMatchObject({ recaptchaSiteKey: 'site-key' });
    await ok('register', { body: { ...reader, recaptchaToken: 'tok' } });
    const policy = (await call('health')).headers.get('Content-Security-Policy');
    expect(policy).toContain('https://www.google.com/recaptcha/');
  });

  test.each([
    { why: 'rejects', answer: { ...passed, score: 0.1 }, status: 403, code: 'bot_check.rejected' },
    { why: 'does not answer', answer: undefined, status: 503, code: 'bot_check.unreachable' },
  ])('$why: $status', async ({ answer, status, code }) => {
    const { refused, wordrise } = await startTestServer({ env: await google(answer) });
    const body = { ...reader, recaptchaToken: 'tok' };
    expect(await refused('register', { body })).toMatchObject({ status, code });
    expect((await wordrise.readers.list({ page: 1, limit: 1 })).total).toBe(0);
  });
});

describe('a lookup of many words', () => {
  test('stops when the client disconnects', async () => {
    const leaving = new AbortController();
    const dictionary = await startFakeMerriamWebster();
    onTestFinished(() => dictionary.close());
    dictionary.answerAll('silence');
    const { call, signIn } = await startTestServer({
      env: { MERRIAM_WEBSTER_API_KEY: dictionary.apiKey, MERRIAM_WEBSTER_API_URL: dictionary.url },
    });
    await signIn();
    const words = Array.from({ length: 200 }, (_, n) => `word${n}`);
    const options = { body: { words }, headers: { Accept: 'application/x-ndjson' } };
    const response = call('lookUpWords', { ...options, signal: leaving.signal });
    // The number of simultaneous lookups.
    await eventually(() => expect(dictionary.underWay.now).toBe(4));
    const asked = dictionary.asked.length;
    leaving.abort();
    await expect(response.then((answer) => answer.text())).rejects.toThrow();
    await eventually(() => expect(dictionary.underWay.now).toBe(0));
    expect(dictionary.asked.length).toBe(asked);
  });
});
