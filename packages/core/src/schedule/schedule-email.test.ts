import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { noAudit } from '../../../../test/no-audit.ts';
import { hour, openTestSchedule } from '../../../../test/schedule.ts';
import { aWord } from '../../../../test/words.ts';
import { messages } from '../contract/messages.ts';
import type { ProviderSends } from '../mail/mail-provider.ts';
import { emailPolicy } from '../mail/policy.ts';
import type { Fault } from '../mail/sandbox/icontact-server.ts';
import { listUnusedWords } from '../words/list-words.ts';
import { addWord, removeWord } from '../words/save-word.ts';
import { Word } from '../words/word.ts';
import { cancelEmail } from './cancel-email.ts';
import { emailTime } from './email-time.ts';
import { openSchedule } from './open-schedule.ts';
import { scheduleEmail } from './schedule-email.ts';
import { ScheduledEmail } from './scheduled-email.ts';

describe.each(databaseKinds)('a scheduled email on %s', (kind) => {
  test('that is canceled before the provider answers is reported as canceled', async () => {
    const { db, deps, later } = await openTestSchedule(kind);
    const { id: wordId } = await addWord({ database: db, now: deps.now }, aWord());
    // The machine sleeps for longer than its lease lasts.
    const slept = async (word: { word: string }) => {
      later(emailPolicy.leaseMs + 1);
      const email = await db.em().findOneOrFail(ScheduledEmail, { word: wordId });
      await cancelEmail(deps, email.id);
      return deps.render(word);
    };
    const input = { wordId, scheduledDate: '2026-12-02T12:00:00Z', status: 'pending' as const };
    await expect(scheduleEmail({ ...deps, render: slept }, input)).rejects.toMatchObject({
      code: 'schedule.not_found',
    });
    expect(await db.em().count(ScheduledEmail)).toBe(0);
  });

  test('is submitted right away, sent once to each reader, and counted once', async () => {
    const { db, schedule, later, pass, outbox, entry, sends } = await openTestSchedule(kind);
    const email = await schedule();
    expect(email).toMatchObject({
      status: 'scheduled',
      scheduledDate: '2026-12-02T12:00:00.000Z',
      reason: null,
    });
    expect(await sends()).toMatchObject([
      { sendId: email.sendId, scheduledTime: '2026-12-02T07:00:00-05:00' },
    ]);
    const before = await pass();
    expect(before.events).toEqual([]);
    later(24 * hour + 1000);
    expect(await outbox()).toHaveLength(2);
    const passes = await Promise.all([pass(), pass(), pass()]);
    expect(passes.flatMap(({ events }) => events)).toMatchObject([
      { step: 'sent', outcome: 'done', id: email.id },
    ]);
    const sent = await entry(email.id);
    expect(sent).toMatchObject({ status: 'sent' });
    expect(sent?.sentAt?.getTime()).toBeGreaterThanOrEqual(new Date('2026-12-02T12:00:00Z').getTime());
    expect((await db.em().findOneOrFail(Word, { id: email.wordId })).usedCount).toBe(1);
    await pass();
    expect((await db.em().findOneOrFail(Word, { id: email.wordId })).usedCount).toBe(1);
    const all = { page: 1, limit: 50, search: '', letter: '' };
    expect((await listUnusedWords({ database: db }, all)).total).toBe(0);
  });

  test.each<{ why: string; resource: string; fault: Fault }>([
    {
      why: 'wrong credentials',
      resource: 'messages',
      fault: { status: 401, body: { errors: ['Api username invalid'] } },
    },
    {
      why: 'an unpaid bill',
      resource: 'messages',
      fault: { status: 402, body: { errors: ['Payment required'] } },
    },
    {
      why: 'a bad campaign',
      resource: 'messages',
      fault: { status: 400, body: { errors: ['No such campaign'] } },
    },
    { why: '200 with a warning', resource: 'messages', fault: 'warning' },
    { why: 'a send that is not accepted', resource: 'sends', fault: 'warning' },
    {
      why: 'a used-up account',
      resource: 'sends',
      fault: { status: 507, body: { errors: ['Storage is used up'] } },
    },
  ])('is refused and not stored for $why', async ({ resource, fault }) => {
    const { sandbox, schedule, db } = await openTestSchedule(kind);
    sandbox.faults.next({ method: 'POST', path: new RegExp(`/${resource}$`), fault });
    await expect(schedule()).rejects.toMatchObject({ code: 'email_provider.refused' });
    expect(await db.em().count(ScheduledEmail)).toBe(0);
    const all = { page: 1, limit: 50, search: '', letter: '' };
    expect((await listUnusedWords({ database: db }, all)).total).toBe(1);
  });

  test('scheduled while its word is being removed: one of the two is refused', async () => {
    const { db, deps, clock } = await openTestSchedule(kind);
    const now = () => clock.now;
    const scheduledDate = '2026-12-02T07:00';
    for (let round = 0; round < 20; round += 1) {
      const { id: wordId } = await addWord({ database: db, now }, aWord({ word: `race ${round}` }));
      // A word with an email that was sent before is kept, but hidden.
      const sent = {
        status: 'sent' as const,
        ...emailTime(now(), 'America/New_York'),
        createdAt: now(),
      };
      if (round % 2 === 1)
        await db.em().insert(ScheduledEmail, { ...sent, word: wordId, messageName: `sent ${round}` });
      const [scheduled, removed] = await Promise.allSettled([
        scheduleEmail(deps, { wordId, scheduledDate, status: 'pending' }),
        removeWord({ database: db, now }, wordId),
      ]);
      const refusals = [scheduled, removed].flatMap((result) =>
        result.status === 'rejected' ? [result.reason.code ?? result.reason] : [],
      );
      expect(refusals).toEqual([scheduled.status === 'rejected' ? 'word.not_found' : 'word.waiting']);
    }
  });

  test('a word that is scheduled several times at once is scheduled once', async () => {
    const { db, deps, clock } = await openTestSchedule(kind);
    for (let round = 0; round < 5; round += 1) {
      const word = aWord({ word: `race ${round}` });
      const { id: wordId } = await addWord({ database: db, now: () => clock.now }, word);
      const entry = { wordId, scheduledDate: '2026-12-02T07:00', status: 'pending' as const };
      const all = await Promise.allSettled(Array.from({ length: 6 }, () => scheduleEmail(deps, entry)));
      const refused = all.filter((result) => result.status === 'rejected');
      expect(refused.map(({ reason }) => reason.code)).toEqual(Array(5).fill('schedule.word_waiting'));
    }
  });

  test('scheduled again while its email is being canceled: it is scheduled once or not at all', async () => {
    const { db, deps, schedule } = await openTestSchedule(kind);
    const { id, wordId } = await schedule();
    const waiting = async () => {
      const emails = await db.em().find(ScheduledEmail, { status: { $in: ['pending', 'scheduled'] } });
      return emails.map((email) => email.id);
    };
    expect(await waiting()).toEqual([id]);
    for (let round = 0; round < 20; round += 1) {
      const before = await waiting();
      const [scheduled, ...canceled] = await Promise.allSettled([
        scheduleEmail(deps, { wordId, scheduledDate: '2026-12-02T07:00', status: 'pending' }),
        ...before.map((one) => cancelEmail(deps, one)),
      ]);
      expect(canceled.map(({ status }) => status)).toEqual(before.map(() => 'fulfilled'));
      if (scheduled.status === 'rejected') expect(scheduled.reason.code).toBe('schedule.word_waiting');
      expect(await waiting()).toHaveLength(scheduled.status === 'fulfilled' ? 1 : 0);
    }
  });

  test('gets a warning if the provider understood another time', async () => {
    const { deps, provider, schedule } = await openTestSchedule(kind);
    const sends: ProviderSends = {
      ...provider.sends,
      async schedule(messageId, at) {
        const send = await provider.sends.schedule(messageId, at);
        return { ...send, scheduledTime: new Date(Number(at) + hour) };
      },
    };
    deps.provider = async () => ({ ...provider, sends });
    const email = await schedule();
    expect(email.reason).toContain('The provider says it goes out at 2026-12-02T13:00:00.000Z');
  });
});

test('an email that a program schedules is checked', async () => {
  const { deps, clock } = await openTestSchedule('postgresql');
  const { schedule } = openSchedule({ ...deps, audit: noAudit });
  const { id: wordId } = await addWord(deps, aWord());
  const scheduledDate = new Date(clock.now.getTime() + hour);
  const add = (given: object) => schedule.add(given as Parameters<typeof schedule.add>[0]);
  const invalid = (fields: object) => ({ code: 'input.invalid', fields });
  await expect(add({ wordId: 'x', scheduledDate })).rejects.toMatchObject(
    invalid({ wordId: [messages.schedule.wordRequired] }),
  );
  await expect(add({})).rejects.toMatchObject(
    invalid({
      wordId: [messages.schedule.wordRequired],
      scheduledDate: [messages.schedule.dateRequired],
    }),
  );
  expect(await schedule.add({ wordId, scheduledDate })).toMatchObject({ wordId });
});
