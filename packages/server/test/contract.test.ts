import {
  type Endpoint,
  type EndpointName,
  endpoints,
  exampleNotAvailable,
  limits,
} from '@wordrise/core/contract';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { aWord } from '../../../test/words.ts';
import { admin, cookieOf, startTestServer } from './start-test-server.ts';

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const reader = { email: 'reader@example.com', firstName: 'Ada' };
const template = { content: '<p>{{word}}</p>', subject: '{{word}}' };
const privacyText = { content: '# Privacy\n\nWe keep little.' };
const inAMinute = () => new Date(Date.now() + 60_000).toISOString();
const anyParams = { id: 1, sendId: '1', day: '2030-01-01' };
const csv = (...rows: string[]) =>
  [
    'word,phoneticPronunciation,partOfSpeech,definition,etymology,example1,example2,conversationTip',
    ...rows,
  ].join('\n');

/** A valid body for each endpoint that takes one. */
const goodBody: Partial<Record<EndpointName, unknown>> = {
  register: reader,
  login: admin,
  setupAdmin: admin,
  changePassword: { currentPassword: admin.password, newPassword: 'battery staple' },
  beginSecondFactor: { currentPassword: admin.password },
  confirmSecondFactor: { code: '123456' },
  disableSecondFactor: { currentPassword: admin.password, code: '123456' },
  renewRecoveryCodes: { currentPassword: admin.password, code: '123456' },
  addWord: aWord(),
  editWord: aWord(),
  lookUpWord: { word: 'meander' },
  lookUpWords: { words: ['meander'] },
  saveLookedUpWords: { wordData: [aWord()] },
  scheduleEmail: { wordId: 1, scheduledDate: '2030-01-01T07:00' },
  moveEmail: { scheduledDate: '2030-01-02T07:00' },
  swapWord: { wordId: 1 },
  exchangeEmails: { with: 2 },
  changeDelivery: { action: 'pause' },
  saveAutopilot: { isOn: true, time: '07:00', days: ['mon'], ahead: 7 },
  planMornings: { mornings: 7 },
  saveTemplate: template,
  previewTemplate: template,
  sendTestEmail: { to: 'owner@example.com' },
  allowOrigin: { origin: 'https://blog.example' },
  savePrivacy: privacyText,
  previewPrivacy: privacyText,
  reportDeliveries: { event: 'complained', email: reader.email },
};

test('the tables below list every endpoint that takes a body', () => {
  const withBody = all.filter(([, { body }]) => body).map(([name]) => name);
  expect(Object.keys(goodBody).toSorted()).toEqual(withBody.toSorted());
});

describe('every endpoint', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  const started = async () => {
    server = await startTestServer();
    return server;
  };

  test('answers 401 without the session that it needs', async () => {
    const { refused } = await started();
    for (const [name] of all.filter(([, { access }]) => access === 'session')) {
      const answer = await refused(name, { params: anyParams, body: goodBody[name] });
      expect({ name, ...answer }).toMatchObject({ name, status: 401, code: 'auth.required' });
    }
  });

  test('answers 401 with a forged session', async () => {
    const { refused } = await started();
    const answer = await refused('currentUser', { cookie: 'wordrise.sid=abc; wordrise.sid.sig=def' });
    expect(answer).toMatchObject({ status: 401, code: 'auth.required' });
  });

  test('changes nothing for another origin, or for none', async () => {
    const { refused, signIn, call } = await started();
    await signIn();
    const changing = all.filter(
      ([, { method, access }]) => method !== 'GET' && access !== 'embed' && access !== 'token',
    );
    for (const [name] of changing) {
      for (const origin of ['https://evil.example', 'http://words.test.evil.example', 'null', undefined]) {
        const answer = await refused(name, { params: anyParams, body: goodBody[name], origin });
        expect({ name, origin, ...answer }).toMatchObject({ name, status: 403, code: 'request.origin' });
      }
    }
    expect((await call('currentUser')).status).toBe(200);
  });

  test('that takes JSON answers 415 to another content type', async () => {
    const { refused, signIn } = await started();
    await signIn();
    for (const [name] of all.filter(([, { body, bodyTypes }]) => body ?? bodyTypes)) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        const options = { params: anyParams, raw: '{}', headers: { 'Content-Type': type } };
        const answer = await refused(name, options);
        expect({ name, ...answer }).toMatchObject({ name, status: 415, code: 'request.content_type' });
      }
    }
  });

  test('that takes JSON answers 400 to a broken, empty or unexpected body', async () => {
    const { refused, signIn } = await started();
    await signIn();
    for (const [name] of all.filter(([, { body }]) => body)) {
      for (const raw of ['{"word":', '', '[]', '{}', '{"word":{},"words":7,"wordData":{}}']) {
        const options = { params: anyParams, raw, headers: { 'Content-Type': 'application/json' } };
        const answer = await refused(name, options);
        expect({ name, raw, ...answer }).toMatchObject({ name, raw, status: 400 });
      }
    }
  });

  test('answers 413 to a body over the limit', async () => {
    const { refused } = await started();
    const body = { ...reader, firstName: 'x'.repeat(limits.jsonBodyBytes) };
    expect(await refused('register', { body })).toMatchObject({ status: 413, code: 'request.too_large' });
  });

  test('answers 400 to invalid ids and pages', async () => {
    const { refused, signIn } = await started();
    await signIn();
    for (const id of ['abc', '0', '-1', '1.5', '1.0', '1e0', '0x1', ' 1', '99999999999999999999']) {
      for (const name of ['editWord', 'removeWord', 'moveEmail', 'cancelEmail'] as const) {
        const answer = await refused(name, { params: { id }, body: goodBody[name] });
        expect({ id, ...answer }).toMatchObject({ id, status: 400, code: 'input.invalid' });
      }
    }
    for (const query of [
      { page: '0' },
      { page: '1e1' },
      { page: '1000001' },
      { search: 'x'.repeat(201) },
      { limit: '101' },
      { limit: '0' },
      { letter: 'é' },
      { letter: 'ab' },
      { page: 'x' },
    ]) {
      expect(await refused('listWords', { query })).toMatchObject({ status: 400, code: 'input.invalid' });
      expect(await refused('listUnusedWords', { query })).toMatchObject({
        status: 400,
        code: 'input.invalid',
      });
    }
  });

  test('an unknown path answers 404 in JSON, a wrong method 405', async () => {
    const { url } = await started();
    const unknown = await fetch(`${url}/api/nothing`);
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: 'request.not_found' });
    const method = await fetch(`${url}/api/admin/words`, { method: 'PATCH' });
    expect(method.status).toBe(405);
    expect(method.headers.get('Allow')).toContain('POST');
    expect(await method.json()).toMatchObject({ code: 'request.method_not_allowed' });
  });

  test('the log contains no personal data and no secrets', async () => {
    const { call, signIn, lines } = await started();
    await signIn();
    await call('register', { body: reader });
    await call('listWords', { query: { search: 'someone@example.org' } });
    await call('register', {
      raw: '{"email":"a@example.net',
      headers: { 'Content-Type': 'application/json' },
    });
    const log = lines.join('');
    expect(log).toContain('"path":"/api/register"');
    expect(log).toMatch(/"id":"[\w-]{36}"/);
    expect(log).not.toMatch(/@|%40|correct horse|wordrise\.sid/);
  });
});

describe.each(databaseKinds)('each call with good and with bad input, on %s', (kind) => {
  const start = () => startTestServer({ kind });

  test('POST /api/register', async () => {
    const { ok, refused, wordrise } = await start();
    const first = await ok('register', { body: { ...reader, favoriteWord: 'petrichor' } });
    expect(await ok('register', { body: { ...reader, email: 'READER@example.com' } })).toEqual(first);
    expect((await wordrise.readers.list({ page: 1, limit: 10 })).readers).toMatchObject([
      { email: 'reader@example.com', firstName: 'Ada', favoriteWord: 'petrichor', status: 'waiting' },
    ]);
    const bad = await refused('register', { body: { email: 'nonsense', firstName: '' } });
    expect(bad).toMatchObject({ status: 400, code: 'input.invalid' });
    expect(bad.fields).toEqual({
      email: ['Please enter a valid email address'],
      firstName: ['First name is required'],
    });
  });

  test('GET /api/admin/signups', async () => {
    const { ok, refused, signIn } = await start();
    await signIn();
    await ok('register', { body: reader, origin: 'https://blog.example' });
    await ok('register', { body: { ...reader, email: 'grace@example.org' }, origin: 'nonsense' });
    const [grace, ada] = [
      { email: 'grace@example.org', source: null },
      { email: 'reader@example.com', source: 'https://blog.example' },
    ];
    const all = { readers: [grace, ada], total: 2, hasMore: false };
    expect(await ok('listSignups')).toMatchObject(all);
    expect(await ok('listSignups', { query: { state: 'waiting', limit: '1' } })).toMatchObject({
      readers: [grace],
      total: 2,
      hasMore: true,
    });
    expect(await ok('listSignups', { query: { search: 'READER' } })).toMatchObject({
      readers: [ada],
      total: 1,
    });
    expect(await ok('listSignups', { query: { state: 'refused' } })).toMatchObject({ readers: [], total: 0 });
    const bad = await refused('listSignups', { query: { state: 'happy' } });
    expect(bad).toMatchObject({ status: 400, fields: { state: [expect.stringContaining('waiting')] } });
  });

  test('characters that no database stores are bad input anywhere', async () => {
    const { ok, refused, signIn, wordrise } = await start();
    await signIn();
    const bad = { status: 400, code: 'input.invalid' };
    for (const odd of ['a\0b', '\ud800ab']) {
      const word = aWord({ definition: odd });
      expect(await refused('setupAdmin', { body: { ...admin, username: odd } })).toMatchObject(bad);
      expect(await refused('login', { body: { ...admin, username: odd } })).toMatchObject(bad);
      expect(await refused('addWord', { body: word })).toMatchObject(bad);
      expect(await refused('saveLookedUpWords', { body: { wordData: [word] } })).toMatchObject(bad);
      expect(await refused('saveTemplate', { body: { ...template, content: odd } })).toMatchObject(bad);
      expect(await refused('saveTemplate', { body: { ...template, subject: odd } })).toMatchObject(bad);
    }
    const search = 'a\0b';
    expect(await refused('listWords', { query: { search } })).toMatchObject(bad);
    expect(await refused('listUnusedWords', { query: { search } })).toMatchObject(bad);
    expect(await refused('searchWords', { query: { q: search } })).toMatchObject(bad);
    expect(await refused('cancelSend', { params: { sendId: search } })).toMatchObject(bad);
    // Pasted control characters must not prevent a visitor from signing up.
    await ok('register', { body: { ...reader, firstName: ' Ada\r\n\0King ', favoriteWord: 'dusk\u0007' } });
    expect((await wordrise.readers.list({ page: 1, limit: 10 })).readers).toMatchObject([
      { firstName: 'Ada King', favoriteWord: 'dusk' },
    ]);
  });

  test('POST /api/register too often', async () => {
    const { call, refused } = await startTestServer({
      kind,
      overrides: { limits: { signupPerAddress: { points: 2, seconds: 60 } } },
    });
    for (const n of [1, 2]) await call('register', { body: { ...reader, email: `r${n}@example.com` } });
    const answer = await refused('register', { body: reader });
    expect(answer).toMatchObject({ status: 429, code: 'limit.too_many' });
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('GET /api/config', async () => {
    const { ok, call } = await start();
    expect(await ok('config')).toEqual({
      productName: 'Wordrise',
      recaptchaSiteKey: null,
      signupPath: '/#signup',
    });
    expect((await call('config')).headers.get('Cache-Control')).toContain('max-age');
  });

  test('setup, login, who am I, logout', async () => {
    const { ok, refused, call } = await start();
    expect(await ok('needsSetup')).toEqual({ needsSetup: true });
    const short = await refused('setupAdmin', { body: { username: 'ab', password: 'short' } });
    expect(short.fields).toEqual({
      username: ['Username must be at least 3 characters'],
      password: ['Password must be at least 8 characters'],
    });
    const { user } = await ok('setupAdmin', { body: admin });
    expect(await ok('needsSetup')).toEqual({ needsSetup: false });
    expect(await refused('setupAdmin', { body: admin })).toMatchObject({
      status: 403,
      code: 'auth.setup_done',
      message: 'Setup has already been completed',
    });
    expect(await refused('login', { body: { ...admin, password: 'wrong' } })).toMatchObject({
      status: 401,
      message: 'Invalid username or password',
    });
    const response = await call('login', { body: admin });
    expect(await response.json()).toEqual({ user });
    const attributes = response.headers.getSetCookie().join('\n').toLowerCase();
    expect(attributes).toContain('httponly');
    expect(attributes).toContain('samesite=lax');
    const cookie = cookieOf(response);
    expect(await ok('currentUser', { cookie })).toEqual(user);
    await ok('logout', { cookie });
    expect(await refused('currentUser', { cookie })).toMatchObject({ status: 401 });
  });

  test('POST /api/auth/change-password', async () => {
    const { ok, refused, signIn, call } = await start();
    const other = await signIn();
    await signIn();
    const wrong = { currentPassword: 'wrong', newPassword: 'battery staple' };
    expect(await refused('changePassword', { body: wrong })).toMatchObject({
      status: 400,
      message: 'Current password is incorrect',
    });
    const short = { currentPassword: admin.password, newPassword: 'short' };
    expect((await refused('changePassword', { body: short })).fields).toEqual({
      newPassword: ['New password must be at least 8 characters'],
    });
    const long = { currentPassword: admin.password, newPassword: 'é'.repeat(40) };
    expect((await refused('changePassword', { body: long })).fields?.newPassword?.[0]).toContain('72 bytes');
    await ok('changePassword', { body: { ...short, newPassword: 'battery staple' } });
    expect((await call('currentUser')).status).toBe(200);
    expect((await call('currentUser', { cookie: other })).status).toBe(401);
  });

  test('words: add, list, edit, search, remove', async () => {
    const { ok, refused, signIn } = await start();
    await signIn();
    const word = await ok('addWord', { body: aWord() });
    expect(word).toMatchObject({ ...aWord(), usedCount: 0, source: 'admin' });
    expect(await refused('addWord', { body: aWord({ word: 'PETRICHOR' }) })).toMatchObject({
      status: 409,
      code: 'word.exists',
    });
    const missing = await refused('addWord', { body: {} });
    expect(Object.keys(missing.fields ?? {})).toHaveLength(8);
    const long = await refused('addWord', {
      body: aWord({ word: 'x'.repeat(101), partOfSpeech: 'y'.repeat(51) }),
    });
    expect(Object.keys(long.fields ?? {})).toEqual(['word', 'partOfSpeech']);
    const edited = await ok('editWord', {
      params: { id: word.id },
      body: { ...aWord({ word: 'dusk' }), id: 99, usedCount: 7 },
    });
    expect(edited).toMatchObject({ id: word.id, word: 'dusk', usedCount: 0 });
    expect(await refused('editWord', { params: { id: 999 }, body: aWord() })).toMatchObject({ status: 404 });
    expect(
      await ok('listWords', { query: { page: '1', limit: '50', search: 'DUS', letter: 'D' } }),
    ).toMatchObject({
      words: [{ word: 'dusk' }],
      total: 1,
      hasMore: false,
    });
    expect(await ok('listUnusedWords', { query: { search: '', letter: '' } })).toEqual({
      words: [{ id: word.id, word: 'dusk', definition: aWord().definition }],
      total: 1,
      hasMore: false,
    });
    expect((await ok('searchWords', { query: { q: 'us' } })).words).toHaveLength(1);
    await ok('removeWord', { params: { id: word.id } });
    expect(await refused('removeWord', { params: { id: word.id } })).toMatchObject({
      status: 404,
      code: 'word.not_found',
    });
  });

  test('words: upload as a body, as a form, tried first, and download', async () => {
    const { ok, refused, signIn, call } = await start();
    await signIn();
    const row = (word: string) => `${word},/x/,noun,A thing.,Old.,One ${word}.,Two ${word}.,Say it.`;
    const file = csv(row('dawn'), row('dusk'), 'broken,,,,,,,');
    const type = { 'Content-Type': 'text/csv' };
    const tried = await ok('uploadWords', { raw: file, headers: type, query: { dryRun: 'true' } });
    expect(tried).toMatchObject({ added: 2, updated: 0, refused: 1, errors: [{ line: 4, word: 'broken' }] });
    expect((await ok('listWords')).total).toBe(0);
    expect(await ok('uploadWords', { raw: file, headers: type })).toMatchObject({ added: 2, refused: 1 });
    const form = new FormData();
    form.set(
      'file',
      new Blob([csv(row('dusk').replace('A thing', 'Evening'), row('noon'))], { type: 'text/csv' }),
      'w.csv',
    );
    const refusals = await call('refusedRows', { raw: file, headers: type });
    expect(refusals.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect((await refusals.text()).trim().split('\n')).toEqual([
      expect.stringMatching(/^word,.*,line,error$/),
      expect.stringMatching(/^[^,]*,.*required/),
    ]);
    const updated = await ok('uploadWords', { raw: form, query: { onConflict: 'update' } });
    expect(updated).toMatchObject({ added: 1, updated: 1, skipped: 0, refused: 0 });
    expect(await refused('uploadWords', { raw: 'a,b\n1,2', headers: type })).toMatchObject({
      status: 400,
      code: 'import.unreadable',
    });
    expect(await refused('uploadWords', { raw: new FormData() })).toMatchObject({ status: 400 });
    expect(
      await refused('uploadWords', { raw: file, headers: type, query: { onConflict: 'fail' } }),
    ).toMatchObject({
      status: 400,
    });
    const download = await call('exportWords');
    expect(download.headers.get('Content-Type')).toContain('text/csv');
    expect(download.headers.get('Content-Disposition')).toContain('words.csv');
    expect((await download.text()).trimEnd().split('\n')).toHaveLength(4);
    const lines = (await (await call('exportWords', { query: { format: 'jsonl' } })).text())
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).word)).toEqual(['dawn', 'dusk', 'noon']);
    expect(await refused('exportWords', { query: { format: 'xml' } })).toMatchObject({ status: 400 });
  });

  test('words: looked up one by one, in bulk, as lines, and saved', async () => {
    const { ok, refused, signIn, call } = await start();
    await signIn();
    expect(await ok('lookUpWord', { body: { word: 'meander' } })).toMatchObject({
      word: 'meander',
      success: true,
    });
    expect(await ok('lookUpWord', { body: { word: 'zzxqj' } })).toMatchObject({
      success: false,
      error: expect.any(String),
    });
    const results = await ok('lookUpWords', { body: { words: ['zephyr', ' ', 'zzxqj', 'meander'] } });
    expect(results.map(({ word, success }) => [word, success])).toEqual([
      ['zephyr', true],
      ['zzxqj', false],
      ['meander', true],
    ]);
    const response = await call('lookUpWords', {
      body: { words: ['zephyr', 'meander'] },
      headers: { Accept: 'application/x-ndjson' },
    });
    expect(response.headers.get('Content-Type')).toContain('application/x-ndjson');
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).word)).toEqual(['zephyr', 'meander']);
    expect(await refused('lookUpWords', { body: { words: [' ', ''] } })).toMatchObject({
      status: 400,
      message: 'Please enter at least one word to process',
    });
    const many = Array.from({ length: 501 }, (_, n) => `word${n}`);
    expect(await refused('lookUpWords', { body: { words: many } })).toMatchObject({ status: 400 });
    const found = results
      .filter(({ success }) => success)
      .map((item) => ({ example2: exampleNotAvailable, ...item }));
    const saved = await ok('saveLookedUpWords', { body: { wordData: found } });
    expect(saved).toMatchObject({ saved: 2, skipped: 0, message: 'Saved 2 words' });
    expect((await ok('saveLookedUpWords', { body: { wordData: found } })).skipped).toBe(2);
    expect(await refused('saveLookedUpWords', { body: { wordData: [] } })).toMatchObject({
      message: 'No successfully processed words found.',
    });
  });

  test('schedule: add, list, statistics, cancel by entry and by send', async () => {
    const { ok, refused, signIn } = await start();
    await signIn();
    const word = await ok('addWord', { body: aWord() });
    const other = await ok('addWord', { body: aWord({ word: 'dusk' }) });
    const body = { wordId: word.id, scheduledDate: '2030-01-01T07:00', status: 'pending' };
    const entry = await ok('scheduleEmail', { body });
    expect(entry).toMatchObject({
      wordId: word.id,
      scheduledDate: '2030-01-01T12:00:00.000Z',
      status: 'scheduled',
    });
    expect(entry.sendId).toMatch(/^\d+$/);
    expect(entry.messageId).toBe(Number(entry.icontactMessageId));
    expect(await refused('scheduleEmail', { body })).toMatchObject({
      status: 409,
      code: 'schedule.word_waiting',
    });
    const past = { ...body, wordId: other.id, scheduledDate: '2020-01-01T07:00' };
    expect(await refused('scheduleEmail', { body: past })).toMatchObject({
      status: 400,
      code: 'schedule.in_past',
    });
    for (const [field, wrong] of [
      ['wordId', 0],
      ['wordId', 'x'],
      ['scheduledDate', ''],
      ['scheduledDate', 'soon'],
      ['scheduledDate', 'soon'.repeat(11)],
      ['scheduledDate', '9999-12-31T23:59'],
      ['status', 'sent'],
    ] as const) {
      const answer = await refused('scheduleEmail', { body: { ...body, [field]: wrong } });
      expect(answer).toMatchObject({
        status: 400,
        code: 'input.invalid',
        fields: { [field]: [expect.any(String)] },
      });
    }
    expect(await refused('scheduleEmail', { body: { ...body, wordId: 999 } })).toMatchObject({ status: 404 });
    expect(await refused('removeWord', { params: { id: word.id } })).toMatchObject({
      status: 409,
      code: 'word.waiting',
    });
    const list = await ok('listSchedule');
    expect(list).toMatchObject([{ scheduled_emails: { id: entry.id }, words: { word: 'petrichor' } }]);
    expect(await ok('scheduleStats')).toEqual({ total: 1, pending: 0, scheduled: 1, sent: 0, failed: 0 });
    const sends = await ok('listProviderSends');
    expect(sends).toMatchObject([
      { id: entry.id, sendId: entry.sendId, status: 'pending', scheduledTime: entry.scheduledDate },
    ]);
    expect(sends[0]?.messageName).toContain('petrichor');
    await ok('cancelSend', { params: { sendId: entry.sendId as string } });
    expect(await ok('scheduleStats')).toMatchObject({ total: 0 });
    expect((await ok('listProviderSends')).filter(({ status }) => status === 'pending')).toEqual([]);
    expect((await ok('listUnusedWords')).total).toBe(2);
    expect(await refused('cancelSend', { params: { sendId: '424242' } })).toMatchObject({ status: 404 });
    const second = await ok('scheduleEmail', {
      body: { ...body, scheduledDate: '2030-01-02T07:00:00-05:00' },
    });
    const moved = await ok('moveEmail', {
      params: { id: second.id },
      body: { scheduledDate: '2030-01-03T07:00' },
    });
    expect(moved).toMatchObject({ status: 'scheduled', scheduledDate: '2030-01-03T12:00:00.000Z' });
    expect((await ok('listProviderSends')).filter(({ status }) => status === 'pending')).toMatchObject([
      { id: second.id, sendId: moved.sendId, scheduledTime: moved.scheduledDate },
    ]);
    expect(
      await refused('moveEmail', { params: { id: second.id }, body: { scheduledDate: '2001-01-01T07:00' } }),
    ).toMatchObject({ status: 400, code: 'schedule.in_past' });
    const { olderEmails } = await ok('editWord', {
      params: { id: second.wordId },
      body: aWord({ word: 'petrichor', definition: 'The smell of rain.' }),
    });
    expect(olderEmails).toEqual([
      { id: second.id, wordId: second.wordId, word: 'petrichor', scheduledDate: moved.scheduledDate },
    ]);
    expect(await ok('listOlderEmails', { query: { wordId: String(second.wordId) } })).toEqual(olderEmails);
    expect((await ok('listSchedule'))[0]?.scheduled_emails.hasOlderText).toBe(true);
    expect(await ok('saveTemplate', { body: template })).toMatchObject({ olderEmails });
    const updated = await ok('updateEmail', { params: { id: second.id } });
    expect(updated).toMatchObject({ status: 'scheduled', scheduledDate: moved.scheduledDate });
    expect(updated.sendId).not.toBe(moved.sendId);
    expect(await ok('listOlderEmails')).toEqual([]);
    expect((await ok('listWords', { query: { search: 'petrichor' } })).words).toMatchObject([
      { id: second.wordId, goesOut: moved.scheduledDate },
    ]);
    await ok('cancelEmail', { params: { id: second.id } });
    expect(await refused('cancelEmail', { params: { id: second.id } })).toMatchObject({
      status: 404,
      code: 'schedule.not_found',
    });
  });

  test('template: read, save, preview, refuse', async () => {
    const { ok, refused, signIn } = await start();
    await signIn();
    const given = await ok('getTemplate');
    expect(given.subject).toBe('Wordrise: {{word}}');
    expect(given.template).toContain('{{definition}}');
    const saved = await ok('saveTemplate', { body: template });
    expect(saved).toEqual({ template: template.content, subject: template.subject });
    expect(await ok('getTemplate')).toEqual(saved);
    const broken = { ...template, content: '<p>\n{{#if etymology}}\n</p>' };
    const refusal = await refused('saveTemplate', { body: broken });
    expect(refusal).toMatchObject({ status: 400, code: 'template.syntax' });
    expect(refusal.message).toMatch(/line \d/i);
    expect(await ok('getTemplate')).toEqual(saved);
    expect(await refused('previewTemplate', { body: broken })).toMatchObject({ code: 'template.syntax' });
    expect(await refused('saveTemplate', { body: { content: ' ', subject: '' } })).toMatchObject({
      status: 400,
    });
    // Each letter takes three bytes in the request.
    const longest = '語'.repeat(limits.templateLength - 10);
    const long = { ...template, content: `{{word}}\n\n${longest}` };
    expect((await ok('saveTemplate', { body: long })).template).toBe(long.content);
    const odd = await ok('saveTemplate', { body: { ...template, content: '{{wrod}}' } });
    expect(odd.warnings?.[0]).toContain('wrod');
    await ok('addWord', { body: aWord({ word: 'R&B <b>' }) });
    const preview = await ok('previewTemplate', { body: template });
    expect(preview).toMatchObject({ html: '<p>R&amp;B &lt;b&gt;</p>', subject: 'R&B <b>' });
    expect(preview.text.trim()).toBe('R&B <b>');
    const dusk = await ok('addWord', { body: aWord({ word: 'dusk' }) });
    const content = '{{wrod}}\n[{{word}}]';
    const ofDusk = await ok('previewTemplate', { body: { ...template, content, wordId: dusk.id } });
    expect(ofDusk.subject).toBe('dusk');
    expect(ofDusk.unknownVariables).toEqual([expect.stringMatching(/^Line 1: .*wrod/)]);
    expect(ofDusk.warnings).toHaveLength(2);
    expect(await refused('previewTemplate', { body: { ...template, wordId: 999 } })).toMatchObject({
      status: 404,
      code: 'word.not_found',
    });

    const { versions } = await ok('listTemplateVersions');
    expect(versions.map(({ characters }) => characters)).toEqual([
      8,
      long.content.length,
      15,
      given.template.length,
    ]);
    expect(versions[0]).toMatchObject({ account: admin.username, via: 'web', origin: 'edit' });
    const params = { id: versions[2]?.id ?? 0 };
    expect(await ok('getTemplateVersion', { params })).toMatchObject({ template: template.content });
    expect(await ok('restoreTemplate', { params })).toEqual(saved);
    expect(await ok('getTemplate')).toEqual(saved);
    expect(await ok('resetTemplate')).toEqual(given);
    expect((await ok('listTemplateVersions')).versions.map(({ origin }) => origin).slice(0, 3)).toEqual([
      'default',
      'restore',
      'edit',
    ]);
    expect(await refused('restoreTemplate', { params: { id: 999 } })).toMatchObject({
      ...{ status: 404, code: 'template.not_found' },
    });

    const to = 'owner@example.com';
    const sent = await ok('sendTestEmail', { body: { to, template, wordId: dusk.id } });
    expect(sent).toMatchObject({ subject: '[Test] dusk', through: 'outbox' });
    expect((await ok('listOutbox')).emails).toMatchObject([{ to, subject: '[Test] dusk' }]);
    expect(await refused('sendTestEmail', { body: { to: 'nobody' } })).toMatchObject({
      ...{ status: 400, code: 'input.invalid', fields: { to: ['Please enter a valid email address'] } },
    });
  });

  test('overview, system and outbox', async () => {
    const { ok, refused, signIn, call, config } = await start();
    await signIn();
    await ok('register', { body: reader });
    const word = await ok('addWord', { body: aWord() });
    await ok('scheduleEmail', { body: { wordId: word.id, scheduledDate: inAMinute() } });
    expect(await ok('firstSteps')).toEqual({
      ...{ account: true, reader: true, sent: false },
      ...{ template: false, embedded: false },
    });
    const overview = await ok('overview');
    expect(overview).toMatchObject({
      readers: { total: 1 },
      next: { word: 'petrichor' },
      timezone: 'America/New_York',
    });
    expect(overview.readers.perDay.at(-1)?.count).toBe(1);
    const system = await ok('system');
    expect(system).toMatchObject({ database: { kind }, emailProvider: 'sandbox', dictionary: 'wordnet' });
    expect(system.variables.find(({ name }) => name === 'DATABASE_URL')).toMatchObject({ configured: true });
    const text = await (await call('system')).text();
    expect(text).not.toContain(
      config.database.kind === 'sqlite' ? config.database.path : config.database.url,
    );
    expect(text).not.toContain(config.sessionSecrets[0]);
    expect(await ok('listOutbox')).toEqual({ emails: [], total: 0 });
    expect(await refused('readOutbox', { params: { id: 'none' } })).toMatchObject({
      status: 404,
      code: 'outbox.not_found',
    });
    expect(await refused('readOutbox', { params: { id: '../../etc/passwd' } })).toMatchObject({
      status: 400,
    });
  });

  test('health, readiness, metrics, the document, the widget and the pages', async () => {
    const { ok, call, url } = await start();
    expect(await ok('health')).toEqual({ status: 'ok' });
    expect(await ok('ready')).toEqual({ status: 'ok' });
    const metrics = await (await call('metrics')).text();
    expect(metrics).toContain('wordrise_emails{status="pending"} 0');
    expect(metrics).toMatch(
      /wordrise_http_request_seconds_count\{method="GET",route="\/healthz",status="200"\} 1/,
    );
    const document = (await ok('openapi')) as unknown as { paths: Record<string, Record<string, unknown>> };
    for (const [, { path, method }] of all) expect(document.paths[path]).toHaveProperty(method.toLowerCase());
    expect(document.paths['/api/admin/words']?.get).toMatchObject({
      parameters: [
        { name: 'page', schema: { type: 'integer', default: 1 } },
        { name: 'limit', schema: { type: 'integer', default: 50, maximum: 100 } },
        { name: 'search' },
        { name: 'letter' },
      ],
    });
    const script = await call('widgetScript', { origin: 'https://any.example' });
    expect(script.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(script.headers.get('Cache-Control')).toContain('public');
    const again = await call('widgetScript', {
      headers: { 'If-None-Match': script.headers.get('ETag') as string, 'Cache-Control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
    for (const [path, status, title] of [
      ['/', 200, 'landing'],
      ['/login', 200, 'app'],
      ['/admin/tech-specs', 200, 'app'],
      ['/admin/tech-specs/', 200, 'app'],
      ['/nowhere', 404, 'app'],
      ['/%E0%A4%A', 404, 'app'],
      ['/assets/', 404, 'not found'],
      ['/assets/none.js', 404, 'not found'],
      ['/assets/..%2f..%2fsecret', 404, 'not found'],
      ['/assets/%E0%A4%A', 404, 'not found'],
    ] as const) {
      const page = await fetch(`${url}${path}`);
      expect(page.status).toBe(status);
      expect(await page.text()).toContain(title);
      const contentPolicy = page.headers.get('Content-Security-Policy');
      expect(contentPolicy).toContain("script-src 'self';");
      expect(contentPolicy).toContain("style-src 'self';");
      expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });
});
