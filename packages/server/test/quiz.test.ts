import { expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { aWord } from '../../../test/words.ts';
import { startTestServer } from './start-test-server.ts';

test.each(databaseKinds)(
  'the quiz of a weekly email needs no login, and stores no person (%s)',
  async (kind) => {
    const clock = { now: new Date('2026-12-01T12:00:00Z') };
    const server = await startTestServer({
      kind,
      env: { EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off', WELCOME: 'off', WEEKLY_RECAP: 'on' },
      overrides: { now: () => clock.now },
    });
    await server.signIn();
    const { wordrise, url, ok, lines } = server;
    const ada = { email: 'ada@example.com', firstName: 'Ada', favoriteWord: undefined };
    await wordrise.readers.signUp(ada, { address: undefined });
    const names = ['petrichor', 'lull', 'gait', 'ember', 'quarry'];
    for (const [nth, word] of names.entries()) {
      const { id: wordId } = await wordrise.words.add(
        aWord({ word, partOfSpeech: 'noun', example1: `They noticed the ${word} together.` }),
      );
      if (nth > 1) continue;
      const scheduledDate = `2026-12-0${nth + 2}T12:00:00.000Z`;
      await wordrise.schedule.add({ wordId, scheduledDate, status: 'pending' });
    }
    for (const day of ['01', '02', '03', '06', '06']) {
      clock.now = new Date(`2026-12-${day}T12:00:00Z`);
      await wordrise.processor.runPass();
    }
    const { emails } = await wordrise.mail.outbox.list({ limit: 10 });
    const weekly = emails.find(({ subject }) => subject.startsWith('Your week in words'));
    expect(weekly?.subject).toBe('Your week in words: petrichor, lull');
    expect(await ok('listWeeklyEmails')).toMatchObject([
      { day: '2026-12-06', words: 2, reason: null, progress: { status: 'sent', recipients: 1, sent: 1 } },
    ]);
    const { text = '' } = (await wordrise.mail.outbox.read(weekly?.id as never)) ?? {};
    const [path = ''] = /\/quiz\/[0-9a-f]{16}/.exec(text ?? '') ?? [];
    const page = await fetch(new URL(path, url));
    expect(page.status).toBe(200);
    const headers = Object.fromEntries(page.headers);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(headers['set-cookie']).toBeUndefined();
    const shown = JSON.parse((await page.text()).replace(/^.*?<\/title>/, ''));
    expect(shown.questions).toHaveLength(2);
    expect(await ok('quizResults')).toEqual([]);
    const post = (form: [string, string][], at = path) =>
      fetch(new URL(at, url), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    for (const form of [
      [],
      [
        ['q0', '0'],
        ['q1', 'x'],
        ['q7', '1'],
        ['name', 'Ada'],
      ],
    ] as [string, string][][]) {
      const incomplete = await post(form);
      expect(incomplete.status).toBe(422);
      const again = await incomplete.text();
      expect(again).toContain('"isIncomplete":true');
      expect(again).not.toContain('definition');
    }
    expect(await ok('quizResults')).toEqual([]);
    const answered = await post([
      ['q0', '0'],
      ['q1', '0'],
      ['name', 'Ada'],
    ]);
    expect(answered.status).toBe(303);
    const shownAt = new URL(answered.headers.get('location') ?? '', url);
    expect(`${shownAt.pathname}${shownAt.search}`).toBe(`${path}?q0=0&q1=0`);
    // Reloading counts nothing.
    for (let nth = 0; nth < 2; nth += 1) {
      const result = await fetch(shownAt);
      expect(result.status).toBe(200);
      expect(await result.text()).toMatch(/"answer":\{"chosen":"\w+","word":/);
    }
    const results = await ok('quizResults');
    expect(results).toHaveLength(2);
    for (const { right, wrong } of results) expect(right + wrong).toBe(1);
    expect((await post([], '/quiz/0000000000000000')).status).toBe(404);
    expect((await fetch(new URL('/quiz/x', url))).status).toBe(404);
    expect((await post([['q0', 'x'.repeat(100_000)]])).status).toBe(422);
    expect(lines.join('')).not.toContain(path.slice(-16));
  },
);
