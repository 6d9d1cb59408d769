import { expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { aWord } from '../../../test/words.ts';
import { startTestServer } from './start-test-server.ts';

test.each(databaseKinds)(
  'the page of an earlier word needs no login, and counts presses alone (%s)',
  async (kind) => {
    const clock = { now: new Date('2026-12-01T11:00:00Z') };
    const server = await startTestServer({
      kind,
      env: { EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off', WELCOME: 'off', RECALL: 'on' },
      overrides: { now: () => clock.now },
    });
    await server.signIn();
    const { wordrise, url, ok, lines } = server;
    for (const email of ['ada@example.com', 'grace@example.com']) {
      await wordrise.readers.signUp(
        { email, firstName: 'Ada', favoriteWord: undefined },
        { address: undefined },
      );
    }
    for (const [word, day] of [
      ['petrichor', '02'],
      ['lull', '05'],
    ] as const) {
      const { id: wordId } = await wordrise.words.add(aWord({ word, definition: `The meaning of ${word}.` }));
      await wordrise.schedule.add({
        wordId,
        scheduledDate: `2026-12-${day}T12:00:00.000Z`,
        status: 'pending',
      });
    }
    for (const day of ['01', '02', '05']) {
      clock.now = new Date(`2026-12-${day}T12:00:00Z`);
      await wordrise.processor.runPass();
    }
    const { emails } = await wordrise.mail.outbox.list({ limit: 10 });
    const later = emails.filter(({ subject }) => subject.endsWith('lull'));
    const texts = await Promise.all(
      later.map(async ({ id }) => (await wordrise.mail.outbox.read(id))?.text ?? ''),
    );
    expect(texts).toHaveLength(2);
    const paths = texts.map((text) => /\/recall\/[0-9a-f]{16}\/3/.exec(text)?.[0] ?? '');
    expect(new Set(paths).size).toBe(1);
    const ofReaders = texts.map((text) => /\/recall\/[0-9a-f]{16}\/3\/[0-9a-f]{32}/.exec(text)?.[0]);
    expect(new Set(ofReaders).size).toBe(2);
    expect(texts[0]).toContain('Three days ago: petrichor');
    const [path = ''] = paths;
    const page = await fetch(new URL(path, url));
    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(await page.text()).toContain('The meaning of petrichor.');
    const post = (answer: string, at = path) =>
      fetch(new URL(at, url), { method: 'POST', body: new URLSearchParams({ answer }) });
    expect(await ok('recallResults')).toEqual([]);
    expect(await (await post('known')).text()).toContain('"answer":"known"');
    expect((await post('again')).status).toBe(200);
    expect((await post('nonsense')).status).toBe(200);
    expect(await ok('recallResults')).toEqual([
      { wordId: expect.any(Number), word: 'petrichor', days: 3, known: 1, again: 1 },
    ]);
    expect((await post('known', path.replace(/3$/, '4'))).status).toBe(404);
    expect(await (await fetch(new URL('/recall/0000000000000000/3', url))).text()).toContain(
      'This is a preview',
    );
    expect((await fetch(new URL('/recall/x/3', url))).status).toBe(404);
    expect(lines.join('')).not.toContain(path.slice(8, 24));
  },
);

test.each(databaseKinds)('“Remind me” brings a word back to its reader alone, once (%s)', async (kind) => {
  const clock = { now: new Date('2026-12-01T11:00:00Z') };
  const server = await startTestServer({
    kind,
    env: { EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off', WELCOME: 'off', RECALL: 'on' },
    overrides: { now: () => clock.now },
  });
  await server.signIn();
  const { wordrise, url, lines } = server;
  const emails = ['ada@example.com', 'grace@example.com'];
  for (const email of emails) {
    const reader = { email, firstName: 'Ada', favoriteWord: undefined };
    await wordrise.readers.signUp(reader, { address: undefined });
  }
  const words = ['petrichor', 'lull', 'ember', 'gait', 'quarry', 'thicket', 'brisk', 'mellow', 'gaunt'];
  for (const [nth, word] of words.entries()) {
    const { id: wordId } = await wordrise.words.add(aWord({ word, definition: `The meaning of ${word}.` }));
    const scheduledDate = `2026-12-0${nth + 1}T12:00:00.000Z`;
    await wordrise.schedule.add({ wordId, scheduledDate, status: 'pending' });
  }
  const until = async (day: number) => {
    while (clock.now < new Date(`2026-12-0${day}T12:00:00Z`)) {
      clock.now = new Date(clock.now.getTime() + (clock.now.getUTCHours() === 11 ? 1 : 24) * 3_600_000);
      await wordrise.processor.runPass();
    }
  };
  const textsTo = async (email: string) =>
    Promise.all(
      (await wordrise.mail.outbox.to(email)).map(
        async ({ id }) => (await wordrise.mail.outbox.read(id))?.text ?? '',
      ),
    );
  const reminding = async (email: string) =>
    (await textsTo(email))
      .filter((text) => text.includes('You asked to be reminded of'))
      .map((text) => /(\w+): \S+\/again\//.exec(text)?.[1]);
  await until(4);
  const [latest = ''] = await textsTo('ada@example.com');
  const path = /\/recall\/[0-9a-f]{16}\/3\/[0-9a-f]{32}/.exec(latest)?.[0] ?? '';
  const token = path.slice(-32);
  const get = async (at: string) => (await fetch(new URL(at, url))).text();
  const post = (at: string, form: Record<string, string>) =>
    fetch(new URL(at, url), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const stored = async () => (await wordrise.readers.describe('ada@example.com')).wordsToRemember;

  // A reader who has left is promised nothing; someone without a token in the link may get emails.
  const graceAt =
    /\/recall\/[0-9a-f]{16}\/3\/[0-9a-f]{32}/.exec((await textsTo('grace@example.com'))[0] ?? '')?.[0] ?? '';
  const asksAgain = async (at: string) => /"asksAgain":(\w+)/.exec(await get(at))?.[1];
  expect(await asksAgain(graceAt)).toBe('true');
  expect(await asksAgain(graceAt.slice(0, -33))).toBe('true');
  await wordrise.readers.links.unsubscribe(graceAt.slice(-32));
  expect(await asksAgain(graceAt)).toBe('false');
  await wordrise.readers.links.undoUnsubscribe(graceAt.slice(-32));

  // Opening, and a press that is no request, store nothing about anyone.
  const opened = await fetch(new URL(path, url));
  expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await opened.text()).toContain('The meaning of petrichor.');
  await post(path, { answer: 'known' });
  expect(await stored()).toEqual([]);

  await post(path, { answer: 'again' });
  await post(path, { answer: 'again' });
  expect(await stored()).toEqual([{ word: 'petrichor', dueDay: '2026-12-07' }]);
  expect(await get(`/preferences/${token}`)).toContain('The meaning of petrichor.');
  const download = await post(`/preferences/${token}/data`, {});
  expect(await download.json()).toMatchObject({ wordsToRemember: [{ word: 'petrichor' }] });
  let exported = '';
  for await (const piece of wordrise.readers.export('csv')) exported += piece;
  expect(exported).toContain('petrichor');

  await until(9);
  expect(await reminding('ada@example.com')).toEqual(['petrichor']);
  expect(await reminding('grace@example.com')).toEqual([]);
  expect(await stored()).toEqual([{ word: 'petrichor', dueDay: null }]);
  const reminder = (await textsTo('ada@example.com')).find((text) => text.includes('/again/')) ?? '';
  expect(reminder.indexOf('You asked to be reminded of')).toBeLessThan(reminder.indexOf('You’re receiving'));
  const again = /\/recall\/[0-9a-f]{16}\/again\/[0-9a-f]{32}/.exec(reminder)?.[0] ?? '';
  expect(await get(again)).toContain('The meaning of petrichor.');
  await post(again, { answer: 'known' });
  expect(await stored()).toEqual([]);

  await post(path, { answer: 'again' });
  const wordId = words.indexOf('petrichor') + 1;
  expect((await post(`/preferences/${token}/words`, { word: `${wordId}` })).status).toBe(303);
  expect(await stored()).toEqual([]);

  await post(path, { answer: 'again' });
  await wordrise.readers.remove('ada@example.com');
  const left = await server.wordrise.readers.ownPage.read(token);
  expect(left).toBeUndefined();
  // The page of the word is still there, as everybody sees it, and stores nothing about anyone.
  expect((await post(path, { answer: 'again' })).status).toBe(200);
  expect(lines.join('')).not.toContain(token);
});
