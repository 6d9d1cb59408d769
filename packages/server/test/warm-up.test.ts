import { openWordrise, type Wordrise } from '@wordrise/core';
import { expect, onTestFinished, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { aWord } from '../../../test/words.ts';
import { startSmtpServer } from '../../core/src/mail/sandbox/smtp-server.ts';
import { startTestServer } from './start-test-server.ts';

/** It is 8:00 in New York on December 1, 2026. */
async function startWarmedUp(kind: (typeof databaseKinds)[number]) {
  const received: string[] = [];
  const mail = await startSmtpServer({
    faults: () => undefined,
    accept: async ({ to }) => void received.push(to),
  });
  onTestFinished(mail.close);
  const clock = { now: new Date('2026-12-01T13:00:00Z') };
  const server = await startTestServer({
    kind,
    env: {
      EMAIL_PROVIDER: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Daily Word <word@example.com>',
      POSTAL_ADDRESS: '1 Street, Town',
      CONFIRM_SIGNUPS: 'off',
      WELCOME: 'off',
    },
    overrides: { now: () => clock.now },
  });
  await server.signIn();
  /** As by another process: it has the settings as they are now. */
  async function elsewhere<T>(work: (wordrise: Wordrise) => Promise<T>): Promise<T> {
    const wordrise = await openWordrise(server.config, { now: () => clock.now });
    try {
      return await work(wordrise);
    } finally {
      await wordrise.close();
    }
  }
  const pass = () => elsewhere(({ processor }) => processor.runPass());
  async function addReaders(count: number, from: number) {
    const addresses = Array.from({ length: count }, (_, nth) => `reader${from + nth}@example.com\n`);
    const consent = 'They asked for it.';
    await elsewhere(({ readers }) => readers.import(['email\n', ...addresses], { consent }));
    await pass();
  }
  const later = (hours: number) => {
    clock.now = new Date(clock.now.getTime() + hours * 3_600_000);
  };
  return { server, received, addReaders, elsewhere, pass, later, clock };
}

test.each(databaseKinds)('an owner switches a warm-up on and sees what it does, on %s', async (kind) => {
  const { server, received, addReaders, elsewhere, pass, later, clock } = await startWarmedUp(kind);
  const { ok, refused } = server;
  expect(await ok('warmUp')).toEqual({ warmUp: null });
  await addReaders(3, 0);
  later(1);
  await addReaders(2, 3);
  later(1);
  const wrong = await refused('saveSettings', { body: { changes: { WARM_UP: '100, 50' } } });
  expect(wrong).toMatchObject({
    status: 400,
    fields: { WARM_UP: [expect.stringMatching(/must not have fewer emails on one day/i)] },
  });
  const noDay = await refused('saveSettings', { body: { changes: { WARM_UP_FROM: 'soon' } } });
  expect(noDay.fields).toHaveProperty('WARM_UP_FROM');
  await ok('saveSettings', { body: { changes: { WARM_UP: '2, 4' } } });

  const { warmUp } = await ok('warmUp');
  expect(warmUp).toEqual({
    schedule: '2, 4',
    firstDay: '2026-12-01',
    today: 1,
    days: 2,
    most: 2,
    isOver: false,
    isRestSent: false,
    taken: 0,
    held: 0,
    readers: 5,
    everyoneFrom: '2026-12-03',
    calendar: [
      { day: '2026-12-01', most: 2, readers: 2, waiting: 3 },
      { day: '2026-12-02', most: 4, readers: 4, waiting: 1 },
    ],
  });
  const reaches = async (nth: number) =>
    (await ok('describeReader', { params: { email: `reader${nth}@example.com` } })).warmUpReaches;
  expect([await reaches(0), await reaches(2), await reaches(4)]).toEqual([null, '2026-12-02', '2026-12-03']);

  const { id: wordId } = await elsewhere(({ words }) =>
    words.add(aWord({ phoneticPronunciation: '/ˈpetrɪˌkɔr/' })),
  );
  const scheduledDate = new Date(clock.now.getTime() + 3_600_000).toISOString();
  const { id } = await ok('scheduleEmail', { body: { wordId, scheduledDate, status: 'pending' } });
  await pass();
  expect(await ok('tomorrow')).toMatchObject({
    reasons: [],
    verdict: 'ready',
    readers: 2,
    warmUp: { waiting: 3, most: 2, day: 1, days: 2 },
  });
  later(1);
  await pass();
  expect(received.toSorted()).toEqual(['reader0@example.com', 'reader1@example.com']);
  const held = { held: 3, most: 2, day: 1, days: 2 };
  expect((await ok('getDelivery', { params: { id } })).progress).toMatchObject({
    status: 'sent',
    recipients: 2,
    sent: 2,
    warmUp: held,
  });
  expect((await ok('listSends')).sends[0]?.progress.warmUp).toEqual(held);
  expect((await ok('warmUp')).warmUp).toMatchObject({ taken: 2 });
  expect((await ok('listSchedule'))[0]?.scheduled_emails).toMatchObject({ status: 'sent' });
  expect((await ok('tomorrow')).reasons).not.toContainEqual(
    expect.objectContaining({ code: expect.stringMatching(/^send/) }),
  );

  later(48);
  expect((await ok('warmUp')).warmUp).toMatchObject({ isOver: true, today: 3, firstDay: '2026-12-01' });
  expect(await reaches(4)).toBeNull();
  await ok('saveSettings', { body: { changes: { WARM_UP: null } } });
  expect(await ok('warmUp')).toEqual({ warmUp: null });
});

test('the sandbox has no warm-up', async () => {
  const { ok, signIn } = await startTestServer({
    env: { EMAIL_PROVIDER: 'smtp-sandbox', WARM_UP: 'usual' },
  });
  await signIn();
  expect(await ok('warmUp')).toEqual({ warmUp: null });
});
