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
    const choose = (word: string) => {
      const at = shown.questions.findIndex(({ choices }: { choices: string[] }) => choices.includes(word));
      return [`q${at}`, `${shown.questions[at].choices.indexOf(word)}`] as [string, string];
    };
    const post = (form: [string, string][], at = path) =>
      fetch(new URL(at, url), { method: 'POST', body: new URLSearchParams(form) });
    const answered = await post([choose('petrichor'), ['q7', '1'], ['q1', 'x'], ['name', 'Ada']]);
    expect(answered.status).toBe(200);
    expect(await answered.text()).toContain('"chosen":"petrichor"');
    const results = await ok('quizResults');
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ right: expect.any(Number), wrong: expect.any(Number) });
    expect((await post([], '/quiz/0000000000000000')).status).toBe(404);
    expect((await fetch(new URL('/quiz/x', url))).status).toBe(404);
    expect((await post([['q0', 'x'.repeat(100_000)]])).status).toBe(200);
    expect(lines.join('')).not.toContain(path.slice(-16));
  },
);
