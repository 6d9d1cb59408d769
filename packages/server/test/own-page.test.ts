import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { aWord } from '../../../test/words.ts';
import { startTestServer } from './start-test-server.ts';

const ada = { email: 'ada@example.com', firstName: 'Ada' };
const none = '/preferences/0123456789abcdef0123456789abcdef';

/** A server whose reader Ada has confirmed, and her page. */
async function start(kind: (typeof databaseKinds)[number], env: Record<string, string> = {}) {
  const clock = { now: new Date('2026-12-01T12:00:00Z') };
  const server = await startTestServer({
    kind,
    env: { EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off', WELCOME: 'off', ...env },
    overrides: { now: () => clock.now },
  });
  await server.signIn();
  const { wordrise, url, ok } = server;
  await ok('register', { body: ada });
  await wordrise.processor.runPass();
  const { id } = await wordrise.words.add(aWord());
  await ok('scheduleEmail', { body: { wordId: id, scheduledDate: clock.now.toISOString() } });
  await wordrise.processor.runPass();
  const [item] = await wordrise.mail.outbox.to(ada.email);
  const text = (await wordrise.mail.outbox.read(item?.id ?? ''))?.text ?? '';
  const [path = ''] = /\/preferences\/[0-9a-f]{32}/.exec(text) ?? [];
  const post = (what: string, form: Record<string, string> | [string, string][] = {}) =>
    fetch(new URL(`${path}/${what}`, url), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
    });
  return {
    ...server,
    clock,
    path,
    text,
    post,
    visit: (at: string, method = 'GET') => fetch(new URL(at, url), { method, redirect: 'manual' }),
    reader: () => wordrise.readers.describe(ada.email),
  };
}

test('pages behind links and a form shown again are in the owner’s design, even if nobody has opened another page yet', async () => {
  const { url, path, visit, ok } = await start('sqlite');
  await ok('saveDesign', { body: { design: { accent: '#1a7f37' } } });
  const signup = { method: 'POST', body: new URLSearchParams({ email: 'no' }), headers: { Origin: url } };
  const again = await fetch(`${url}/api/register`, signup);
  expect(await again.text()).toContain('/brand/styles-');
  await ok('saveDesign', { body: { design: {} } });
  expect(await (await visit(path)).text()).not.toContain('/brand/styles-');
  await ok('saveDesign', { body: { design: { accent: '#1a7f37' } } });
  for (const at of [path, none, '/quiz/0123456789abcdef', '/recall/0123456789abcdef/3']) {
    expect(await (await visit(at)).text()).toContain('/brand/styles-');
  }
});

describe.each(databaseKinds)('a page of one’s own on %s', (kind) => {
  test('is behind a link in every email; opening it changes nothing and leaks nothing', async () => {
    const { path, visit, reader, text, lines } = await start(kind);
    expect(text).toContain('Change how often');
    const before = JSON.stringify({ ...(await reader()), activity: [] });
    const page = await visit(path);
    expect(page.status).toBe(200);
    const headers = Object.fromEntries(page.headers);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    expect(headers['set-cookie']).toBeUndefined();
    const html = await page.text();
    expect(html).toContain('a•••@example.com');
    expect(html).not.toContain('ada@example.com');
    expect(JSON.stringify({ ...(await reader()), activity: [] })).toBe(before);
    expect(lines.join('')).not.toContain(path.slice(-32));
  });

  test('changes the name and the favorite word, as a form without a script', async () => {
    const { path, post, visit, reader } = await start(kind);
    const saved = await post('about', { firstName: ' Augusta  Ada ', favoriteWord: 'analytical' });
    expect(saved.status).toBe(303);
    expect(saved.headers.get('location')).toBe(`${path}?saved=about`);
    expect(await (await visit(`${path}?saved=about`)).text()).toContain('Saved.');
    expect(await reader()).toMatchObject({ firstName: 'Augusta Ada', favoriteWord: 'analytical' });
    await post('about', { firstName: '', favoriteWord: '' });
    expect(await reader()).toMatchObject({ firstName: '', favoriteWord: null });
    const tooLong = await post('about', { firstName: 'x'.repeat(101) });
    expect(tooLong.status).toBe(422);
    expect(await tooLong.text()).toContain('First name must be at most 100 characters');
    expect((await post('about', { firstName: 'x'.repeat(9000) })).status).toBe(422);
    expect(await reader()).toMatchObject({ firstName: '' });
  });

  test('a credit without a name or a word is refused with what is needed, and what was entered stays', async () => {
    const { post, reader, visit, path } = await start(kind);
    const credit = { creditName: 'yes' };
    await post('about', { firstName: 'Ada', favoriteWord: 'analytical', ...credit });
    const shown = async (answer: Response) => {
      const [, view = ''] = /about">(\{.*\})/.exec(await answer.text()) ?? [];
      const { firstName, favoriteWord, creditName } = JSON.parse(view);
      return { firstName, favoriteWord, creditName };
    };
    expect(await shown(await visit(path))).toEqual({
      firstName: 'Ada',
      favoriteWord: 'analytical',
      creditName: true,
    });
    for (const [form, said] of [
      [{ firstName: ' ', favoriteWord: 'gaunt' }, 'enter your first name, or clear the box'],
      [{ firstName: 'Grace', favoriteWord: '' }, 'enter the word, or clear the box'],
    ] as const) {
      const refused = await post('about', { ...form, ...credit });
      expect(refused.status).toBe(422);
      expect(await refused.clone().text()).toContain(said);
      expect(await shown(refused)).toEqual({ ...form, creditName: true });
    }
    expect(await reader()).toMatchObject({ firstName: 'Ada', favoriteWord: 'analytical' });
    expect((await shown(await visit(path))).creditName).toBe(true);
    // Without the box, both may be empty.
    expect((await post('about', { firstName: '', favoriteWord: '' })).status).toBe(303);
    expect((await shown(await visit(path))).creditName).toBe(false);
  });

  test('changes the days, the time and the zone, each only as the form has it', async () => {
    const { post, reader } = await start(kind);
    const when = (form: [string, string][]) => post('when', form);
    const days: [string, string][] = [
      ['weekdays', 'fri'],
      ['weekdays', 'mon'],
    ];
    const time: [string, string][] = [
      ['sendTime', '06:30'],
      ['timezone', 'Europe/Berlin'],
    ];
    expect((await when([...days, ...time])).status).toBe(303);
    const preferences = { weekdays: ['mon', 'fri'], sendTime: '06:30', timezone: 'Europe/Berlin' };
    expect(await reader()).toMatchObject({ preferences });
    for (const [form, said] of [
      [time, 'Choose at least one day. To get no emails for a while, use the pause.'],
      [[...days, ['timezone', 'Mars/Phobos']], 'is not a time zone'],
      [[...days, ['sendTime', '25:00']], 'Choose a time, such as 07:30'],
    ] as [[string, string][], string][]) {
      const refused = await when(form);
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain(said);
    }
    expect(await reader()).toMatchObject({ preferences });
    await when([...days, ['sendTime', ''], ['timezone', '']]);
    expect(await reader()).toMatchObject({ preferences: { sendTime: null, timezone: null } });
  });

  test('shows a refused form again as it was filled in', async () => {
    const { path, post, visit } = await start(kind);
    await post('when', [
      ['weekdays', 'mon'],
      ['cadence', 'weekly'],
    ]);
    const refused = await post('when', [
      ['cadence', 'daily'],
      ['sendTime', '06:30'],
      ['timezone', 'Europe/Berlin'],
    ]);
    const html = await refused.text();
    expect(html).toContain('Choose at least one day.');
    expect(html).toContain('"timezone":"Europe/Berlin","sendTime":"06:30","weekdays":[]');
    expect(html).toContain('"cadence":"daily"');
    const unknown = await post('when', [['timezone', 'Mars/Phobos']]);
    expect(await unknown.text()).toContain('"timezone":null');
    const tooLong = await post('about', { firstName: 'x'.repeat(101), favoriteWord: 'analytical' });
    expect(await tooLong.text()).toContain('"favoriteWord":"analytical"');
    expect(await (await visit(path)).text()).toContain(
      '"weekdays":["mon"],"pausedUntil":null,"cadence":"weekly"',
    );
  });

  test('needs no day of the daily emails for a weekly one', async () => {
    const { post, reader } = await start(kind);
    await post('when', [['weekdays', 'mon']]);
    expect((await post('when', [['cadence', 'weekly']])).status).toBe(303);
    expect((await reader()).preferences).toMatchObject({ cadence: 'weekly', weekdays: ['mon'] });
  });

  test('changes how often, and a form without that changes nothing about it', async () => {
    const { path, post, visit, reader } = await start(kind);
    const days: [string, string][] = [['weekdays', 'mon']];
    const preferences = async () => {
      const { cadence, digestDay, weekdays } = (await reader()).preferences;
      return { cadence, digestDay, weekdays };
    };
    expect(await (await visit(path)).text()).toContain('"weekly":{"day":"sun","hasRecap":false}');
    await post('when', [...days, ['cadence', 'weekly'], ['digestDay', 'fri']]);
    expect(await preferences()).toEqual({ cadence: 'weekly', digestDay: 'fri', weekdays: ['mon'] });
    await post('when', days);
    await post('when', [...days, ['cadence', 'hourly'], ['digestDay', 'someday']]);
    expect(await preferences()).toEqual({ cadence: 'weekly', digestDay: 'fri', weekdays: ['mon'] });
    await post('when', [...days, ['cadence', 'daily'], ['digestDay', '']]);
    expect(await preferences()).toEqual({ cadence: 'daily', digestDay: null, weekdays: ['mon'] });
  });

  test('pauses for a week, a month or until a day, and resumes', async () => {
    const { path, post, reader, visit } = await start(kind);
    const pausedUntil = async () => (await reader()).preferences.pausedUntil;
    await post('pause', { for: 'week' });
    expect(await pausedUntil()).toBe('2026-12-08');
    await post('pause', { for: 'month' });
    expect(await pausedUntil()).toBe('2026-12-31');
    await post('pause', { for: 'date', until: '2027-02-01' });
    expect(await pausedUntil()).toBe('2027-02-01');
    for (const until of ['2026-12-01', '2029-01-01', 'soon', '']) {
      expect((await post('pause', { for: 'date', until })).status).toBe(422);
    }
    expect(await pausedUntil()).toBe('2027-02-01');
    expect(await (await visit(`${path}?saved=when`)).text()).toContain('once your pause is over');
    await post('pause', { for: 'none' });
    expect(await pausedUntil()).toBeNull();
    expect(await (await visit(`${path}?saved=when`)).text()).toContain('come from now on');
  });

  test('has all that is stored about the reader as a file, once it is asked for', async () => {
    const { path, post, visit } = await start(kind);
    expect((await visit(`${path}/data`)).status).toBe(303);
    const answer = await post('data');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="about-me.json"');
    const data = await answer.json();
    expect(data).toMatchObject({
      ...ada,
      deliveries: [{ state: 'sent' }],
      preferences: { cadence: 'daily' },
    });
    expect(JSON.stringify(data)).not.toContain('"account":"admin"');
  });

  test('ends when the reader leaves, and is the way back', async () => {
    const { path, post, visit, reader, ok, refused, wordrise, clock } = await start(kind);
    const leave = path.replace('preferences', 'unsubscribe');
    await visit(leave, 'POST');
    expect(await reader()).toMatchObject({ status: 'unsubscribed' });
    for (const link of [path, leave]) {
      const gone = await (await visit(link)).text();
      expect(gone).toContain(`action="${leave}/undo"`);
      expect(gone).not.toContain('this link is not complete');
    }
    expect((await post('about', { firstName: 'Eve' })).status).toBe(200);
    expect(await reader()).toMatchObject({ firstName: 'Ada' });
    // One answer for each reader, without the reader.
    for (const text of ['ten a day', 'twenty a day']) await post('reason', { reason: 'too_many', text });
    await post('reason', { reason: 'nonsense' });
    expect(await ok('leavingReasons')).toEqual({
      reasons: [{ reason: 'too_many', count: 1 }],
      texts: [{ id: expect.any(Number), reason: 'too_many', text: 'ten a day', day: '2026-12-01' }],
    });
    const {
      texts: [written],
    } = await ok('leavingReasons');
    await ok('deleteLeavingText', { params: { id: written?.id ?? 0 } });
    await refused('deleteLeavingText', { params: { id: written?.id ?? 0 } });
    expect(await ok('leavingReasons')).toEqual({ reasons: [{ reason: 'too_many', count: 1 }], texts: [] });
    expect((await visit(`${leave}/undo`, 'POST')).status).toBe(200);
    expect(await (await visit(path)).text()).toContain('Your emails');
    await post('reason', { reason: 'other', text: 'still here' });
    expect((await ok('leavingReasons')).reasons).toHaveLength(1);
    await ok('removePerson', { params: { email: ada.email } });
    clock.now = new Date(clock.now.getTime() + 364 * 86_400_000);
    expect(await wordrise.readers.ownPage.clearLeavingReasons()).toBe(0);
    clock.now = new Date(clock.now.getTime() + 2 * 86_400_000);
    expect(await wordrise.readers.ownPage.clearLeavingReasons()).toBe(1);
    for (const at of [path, none, '/preferences/x']) {
      expect(await (await visit(at)).text()).toContain('You are not on the list');
    }
  });
});

test('who comes back reads when the emails do: after a pause, once a week, or as before', async () => {
  const { path, post, visit } = await start('sqlite');
  const leave = path.replace('preferences', 'unsubscribe');
  async function comeBack() {
    await visit(leave, 'POST');
    return (await visit(`${leave}/undo`, 'POST')).text();
  }
  expect(await comeBack()).toContain('You will get the next word as before.');
  await post('pause', { for: 'week' });
  expect(await comeBack()).toContain('You will get words again from Tuesday, December 8 on.');
  await post('when', { cadence: 'weekly' });
  expect(await comeBack()).toContain('You will get weekly emails again from Tuesday, December 8 on.');
  await post('pause', { for: 'none' });
  const weekly = await comeBack();
  expect(weekly).toContain('You will get the next weekly email.');
  expect(weekly).not.toContain('as before');
});

test('a browser that opens the address of a form again gets the page, and a cut-off link a page that says so', async () => {
  const { path, visit } = await start('sqlite');
  const leave = path.replace('preferences', 'unsubscribe');
  for (const form of [`${path}/when`, `${path}/pause`, `${path}/reason`, `${leave}/undo`]) {
    const answer = await visit(form);
    expect([form, answer.status, answer.headers.get('location')]).toEqual([form, 303, path]);
  }
  for (const cut of ['/preferences/', '/unsubscribe/', '/confirm/', '/quiz/', '/recall/', '/recall/abc']) {
    const answer = await visit(cut);
    expect([cut, answer.status, answer.headers.get('content-type')]).toEqual([
      cut,
      404,
      'text/html; charset=utf-8',
    ]);
  }
});

test('a test email’s page is nobody’s', async () => {
  const { visit } = await start('sqlite');
  expect(await (await visit(`/preferences/${'0'.repeat(32)}`)).text()).toContain('This was a test email');
});
