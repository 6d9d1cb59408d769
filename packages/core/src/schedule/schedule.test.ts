import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { aWord } from '../../../../test/words.ts';
import { followScheduled } from '../delivery/follow-sends.ts';
import { leaseMs } from '../delivery/lease.ts';
import type { PassEvent } from '../delivery/pass-event.ts';
import { runPass } from '../delivery/run-pass.ts';
import { handOver } from '../delivery/submit-email.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import type { Fault } from '../mail/sandbox/faults.ts';
import { clientOf, givenReaders, givenSends, rawCall, startTestSandbox } from '../mail/sandbox/testing.ts';
import { Registration } from '../readers/registration.ts';
import { listUnusedWords } from '../words/list-words.ts';
import { removeWord } from '../words/remove-word.ts';
import { addWord } from '../words/save-word.ts';
import { Word } from '../words/word.ts';
import { cancelEmail, cancelSend } from './cancel-email.ts';
import { createProviderSends } from './provider-sends.ts';
import { scheduleEmail } from './schedule-email.ts';
import { ScheduledEmail } from './scheduled-email.ts';
import { wordEmails } from './word-emails.ts';

const timezone = 'America/New_York';
const hour = 3_600_000;
const render = async ({ word }: { word: string }) => ({ subject: word, html: `<p>${word}</p>`, text: word });

/** A database, a sandbox with two readers, and a clock that both go by. */
async function house(kind: DatabaseKind) {
  const db = await openTestDatabase(kind);
  const clock = { now: new Date('2026-12-01T12:00:00Z') };
  const now = () => clock.now;
  const sandbox = await startTestSandbox({ now });
  await givenReaders(sandbox, 2);
  const provider = clientOf(sandbox, { now });
  const deps = { forkEm: db.em, now, provider, render, timezone };
  const entry = (id: number) => db.em().findOne(ScheduledEmail, { id }, { populate: ['word'] });
  let words = 0;
  return {
    db,
    clock,
    sandbox,
    provider,
    deps,
    entry,
    async schedule(inHours = 24) {
      words += 1;
      const { id } = await addWord({ database: db, now }, aWord({ word: `word ${words}` }));
      const scheduledDate = new Date(clock.now.getTime() + inHours * hour).toISOString();
      return scheduleEmail(deps, { wordId: id, scheduledDate, status: 'pending' });
    },
    later: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    async pass() {
      const events: PassEvent[] = [];
      const report = await runPass({ database: db, provider, render, now }, (event) => events.push(event));
      return { ...report, events };
    },
    /** What the provider itself has, asked without the client. */
    async sends() {
      const { body } = await rawCall(sandbox, 'GET', '{base}/sends?limit=200');
      return (body.sends ?? []) as {
        sendId: string;
        messageId: string;
        status: string;
        scheduledTime: string;
      }[];
    },
    async outbox() {
      await sandbox.releaseDue();
      return (await sandbox.outbox.list({ limit: 1000 })).emails;
    },
  };
}

describe.each(databaseKinds)('a scheduled email on %s', (kind) => {
  test('whose time comes while the provider is asked is noticed all the same', async () => {
    const { db, deps, provider, schedule, later, outbox, entry } = await house(kind);
    const { id } = await schedule(1);
    // The provider knows whole seconds only, and may be early by a part of one.
    later(hour);
    await outbox();
    const { scheduledDate } = (await entry(id))!;
    let ms = scheduledDate.getTime() - 1;
    const ticking = () => new Date(ms++);
    await followScheduled({ forkEm: () => db.em(), now: ticking, provider, onEvent: () => {} });
    expect(await entry(id)).toMatchObject({ status: 'sent' });
    expect(deps.now()).toEqual(scheduledDate);
  });

  test('that is cancelled before its answer has left says so', async () => {
    const { db, deps, later } = await house(kind);
    const { id: wordId } = await addWord({ database: db, now: deps.now }, aWord());
    // A machine that slept for longer than its lease lasts.
    const slept = async (word: { word: string }) => {
      later(leaseMs + 1);
      const email = await db.em().findOneOrFail(ScheduledEmail, { word: wordId });
      await cancelEmail(deps, email.id);
      return render(word);
    };
    const input = { wordId, scheduledDate: '2026-12-02T12:00:00Z', status: 'pending' as const };
    await expect(scheduleEmail({ ...deps, render: slept }, input)).rejects.toMatchObject({
      code: 'schedule.not_found',
    });
    expect(await db.em().count(ScheduledEmail)).toBe(0);
  });

  test('is handed over at once, goes out once to each reader, and is counted once', async () => {
    const { db, deps, schedule, later, pass, outbox, entry, sends } = await house(kind);
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

  const faults: { why: string; fault: Fault }[] = [
    { why: 'does not answer and does nothing', fault: 'timeout' },
    { why: 'does not answer but does it', fault: 'timeout-after' },
    { why: 'drops the call before the work', fault: 'drop-before' },
    { why: 'drops the answer after the work', fault: 'drop-after' },
    { why: 'answers nonsense after the work', fault: 'nonsense' },
    { why: 'is overloaded', fault: { status: 503 } },
    { why: 'breaks', fault: { status: 500, body: 'oops' } },
  ];

  describe.each(faults)('when the provider $why', ({ fault }) => {
    test.each(['messages', 'sends'])(
      'at POST %s, it goes out exactly once all the same',
      async (resource) => {
        const { sandbox, schedule, later, pass, outbox, entry, sends } = await house(kind);
        sandbox.faults.next({ method: 'POST', path: new RegExp(`/${resource}$`), fault, times: 4 });
        const email = await schedule();
        expect(email.status).toBe('pending');
        expect(email.reason).toMatch(/\w/);
        sandbox.faults.clear();
        // Another one that comes by at once leaves it alone: the lost call may still be under way.
        await pass();
        later(leaseMs + 1000);
        await pass();
        expect(await entry(email.id)).toMatchObject({ status: 'scheduled', reason: null });
        expect(await sends()).toHaveLength(1);
        later(24 * hour);
        expect(await outbox()).toHaveLength(2);
        await pass();
        expect(await entry(email.id)).toMatchObject({ status: 'sent' });
      },
    );
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
    { why: 'a send that is not taken', resource: 'sends', fault: 'warning' },
    {
      why: 'a used-up account',
      resource: 'sends',
      fault: { status: 507, body: { errors: ['Storage is used up'] } },
    },
  ])('is refused and not kept for $why', async ({ resource, fault }) => {
    const { sandbox, schedule, db, deps } = await house(kind);
    sandbox.faults.next({ method: 'POST', path: new RegExp(`/${resource}$`), fault });
    await expect(schedule()).rejects.toMatchObject({ code: 'email_provider.refused' });
    expect(await db.em().count(ScheduledEmail)).toBe(0);
    const all = { page: 1, limit: 50, search: '', letter: '' };
    expect((await listUnusedWords({ database: db }, all)).total).toBe(1);
  });

  test('waits for a provider that is out of reach, through a refusal of the account, until it gets through', async () => {
    const { sandbox, schedule, later, pass, entry } = await house(kind);
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const email = await schedule();
    sandbox.faults.clear();
    later(leaseMs + 1000);
    sandbox.faults.next({
      path: /./,
      fault: { status: 402, body: { errors: ['Payment required'] } },
      times: 100,
    });
    const refused = await pass();
    expect(refused.failed).toBeGreaterThan(0);
    expect(await entry(email.id)).toMatchObject({
      status: 'pending',
      reason: expect.stringContaining('Payment'),
    });
    sandbox.faults.clear();
    later(leaseMs + 1000);
    expect(await pass()).toMatchObject({ failed: 0 });
    expect(await entry(email.id)).toMatchObject({ status: 'scheduled', reason: null });
  });

  test('goes out late up to six hours, and is failed and reported after that', async () => {
    const { db, sandbox, schedule, later, pass, entry, outbox, sends } = await house(kind);
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 1000 });
    const late = await schedule(1);
    const missed = await schedule(1);
    sandbox.faults.clear();
    later(2 * hour);
    // The second is held by a process that hangs.
    const held = { leaseUntil: new Date('2026-12-01T18:00:00Z'), leaseToken: crypto.randomUUID() };
    await db.em().nativeUpdate(ScheduledEmail, { id: missed.id }, held);
    await pass();
    // The sandbox lets it go at once, which the same pass may see already.
    expect(['scheduled', 'sent']).toContain((await entry(late.id))?.status);
    expect(await outbox()).toHaveLength(2);
    later(5.5 * hour);
    const report = await pass();
    expect(report.events).toContainEqual(expect.objectContaining({ id: missed.id, outcome: 'failed' }));
    expect(await entry(missed.id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('6 hours'),
    });
    expect(await sends()).toHaveLength(1);
  });

  test('a send whose answer was lost is not failed for being late: it has gone out', async () => {
    const { sandbox, schedule, later, pass, entry, outbox } = await house(kind);
    sandbox.faults.next({ method: 'POST', path: /sends$/, fault: 'drop-after', times: 4 });
    const email = await schedule(1);
    expect(email.status).toBe('pending');
    sandbox.faults.clear();
    later(9 * hour);
    expect(await outbox()).toHaveLength(2);
    await pass();
    expect(await entry(email.id)).toMatchObject({ status: 'sent' });
  });

  test('scheduled while its word is being removed: one of the two is refused', async () => {
    const { db, deps, clock } = await house(kind);
    const now = () => clock.now;
    const scheduledDate = '2026-12-02T07:00';
    for (let round = 0; round < 20; round += 1) {
      const { id: wordId } = await addWord({ database: db, now }, aWord({ word: `race ${round}` }));
      // An email that was sent before: then the word is kept, out of sight.
      const sent = { status: 'sent' as const, scheduledDate: now(), createdAt: now() };
      if (round % 2 === 1)
        await db.em().insert(ScheduledEmail, { ...sent, word: wordId, messageName: `sent ${round}` });
      const [scheduled, removed] = await Promise.allSettled([
        scheduleEmail(deps, { wordId, scheduledDate, status: 'pending' }),
        removeWord({ database: db, now, emails: wordEmails }, wordId),
      ]);
      const refusals = [scheduled, removed].flatMap((result) =>
        result.status === 'rejected' ? [result.reason.code ?? result.reason] : [],
      );
      expect(refusals).toEqual([scheduled.status === 'rejected' ? 'word.not_found' : 'word.waiting']);
    }
  });

  test('a word that several schedule at once waits once', async () => {
    const { db, deps, clock } = await house(kind);
    for (let round = 0; round < 5; round += 1) {
      const word = aWord({ word: `race ${round}` });
      const { id: wordId } = await addWord({ database: db, now: () => clock.now }, word);
      const entry = { wordId, scheduledDate: '2026-12-02T07:00', status: 'pending' as const };
      const all = await Promise.allSettled(Array.from({ length: 6 }, () => scheduleEmail(deps, entry)));
      const refused = all.filter((result) => result.status === 'rejected');
      expect(refused.map(({ reason }) => reason.code)).toEqual(Array(5).fill('schedule.word_waiting'));
    }
  });

  test('scheduled again while its email is being cancelled: it waits once or not at all', async () => {
    const { db, deps, schedule } = await house(kind);
    const { id, wordId } = await schedule();
    const waiting = async () => {
      const emails = await db.em().find(ScheduledEmail, { status: { $in: ['pending', 'scheduled'] } });
      return emails.map((email) => email.id);
    };
    expect(await waiting()).toEqual([id]);
    for (let round = 0; round < 20; round += 1) {
      const before = await waiting();
      const [scheduled, ...cancelled] = await Promise.allSettled([
        scheduleEmail(deps, { wordId, scheduledDate: '2026-12-02T07:00', status: 'pending' }),
        ...before.map((one) => cancelEmail(deps, one)),
      ]);
      expect(cancelled.map(({ status }) => status)).toEqual(before.map(() => 'fulfilled'));
      if (scheduled.status === 'rejected') expect(scheduled.reason.code).toBe('schedule.word_waiting');
      expect(await waiting()).toHaveLength(scheduled.status === 'fulfilled' ? 1 : 0);
    }
  });

  test('a machine that slept while it handed it over leaves it to the next pass', async () => {
    const { deps, provider, sandbox, schedule, later, pass, entry, sends } = await house(kind);
    deps.provider = {
      ...provider,
      async createMessage(message) {
        later(leaseMs + 1000);
        sandbox.faults.next({ method: 'POST', path: /messages$/, fault: 'drop-after' });
        return provider.createMessage(message);
      },
    };
    const email = await schedule();
    expect(email).toMatchObject({ status: 'pending' });
    await pass();
    expect(await entry(email.id)).toMatchObject({ status: 'scheduled' });
    expect(await sends()).toHaveLength(1);
  });

  test('two that hand it over at once: one does', async () => {
    const { sandbox, deps, schedule, later, sends, entry } = await house(kind);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 100 });
    const email = await schedule();
    sandbox.faults.clear();
    later(leaseMs + 1000);
    const before = sandbox.calls.length;
    const results = await Promise.all(Array.from({ length: 5 }, () => handOver(deps, email.id)));
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual([
      'busy',
      'busy',
      'busy',
      'busy',
      'scheduled',
    ]);
    const posts = sandbox.calls.slice(before).filter(({ method }) => method === 'POST');
    expect(posts.map(({ path }) => path.split('/').at(-1))).toEqual(['messages', 'sends']);
    expect(await sends()).toHaveLength(1);
    expect(await entry(email.id)).toMatchObject({ status: 'scheduled' });
  });

  test('cancelled in the pages of the provider, it is failed with the reason', async () => {
    const { db, schedule, sandbox, pass, entry, deps } = await house(kind);
    const email = await schedule();
    await rawCall(sandbox, 'DELETE', `{base}/sends/${email.sendId}`);
    const report = await pass();
    expect(report).toMatchObject({ failed: 1 });
    expect(await entry(email.id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('cancelled'),
    });
    expect((await db.em().findOneOrFail(Word, { id: email.wordId })).usedCount).toBe(0);
    await cancelEmail(deps, email.id);
    expect(await entry(email.id)).toBeNull();
  });

  test('held back by the provider, it is reported once, and sent when it goes out', async () => {
    const { db, deps, provider, schedule, later, outbox, pass, entry } = await house(kind);
    const email = await schedule(1);
    later(2.5 * hour);
    const holding: MailProvider = {
      ...provider,
      async getSend(sendId) {
        const send = await provider.getSend(sendId);
        return send && { ...send, status: 'pending', releasedTime: null };
      },
    };
    const passWhileHeld = async () => {
      const events: PassEvent[] = [];
      await runPass({ database: db, provider: holding, render, now: deps.now }, (event) =>
        events.push(event),
      );
      return events;
    };
    expect(await passWhileHeld()).toMatchObject([{ step: 'sent', outcome: 'failed', id: email.id }]);
    expect(await passWhileHeld()).toEqual([]);
    const reason = expect.stringContaining('has not sent it');
    expect(await entry(email.id)).toMatchObject({ status: 'scheduled', reason });
    await outbox();
    await pass();
    expect(await entry(email.id)).toMatchObject({ status: 'sent', reason: null });
  });

  test('says so where the provider has understood another time', async () => {
    const { deps, provider, schedule } = await house(kind);
    deps.provider = {
      ...provider,
      async scheduleSend(messageId, at) {
        const send = await provider.scheduleSend(messageId, at);
        return { ...send, scheduledTime: new Date((at as Date).getTime() + hour) };
      },
    };
    const email = await schedule();
    expect(email.reason).toContain('The provider says it goes out at 2026-12-02T13:00:00.000Z');
  });
});

describe.each(databaseKinds)('cancelling on %s', (kind) => {
  test('takes it from the provider, and the word is free again', async () => {
    const { deps, schedule, entry, sends, later, outbox } = await house(kind);
    const email = await schedule();
    await cancelSend(deps, email.sendId as string);
    expect(await entry(email.id)).toBeNull();
    expect(await sends()).not.toContainEqual(expect.objectContaining({ status: 'pending' }));
    const tomorrow = { wordId: email.wordId, scheduledDate: '2026-12-03T07:00', status: 'pending' as const };
    expect(await scheduleEmail(deps, tomorrow)).toMatchObject({ status: 'scheduled' });
    later(24 * hour + 1000);
    expect(await outbox()).toHaveLength(0);
  });

  test('is too late once it has gone out', async () => {
    const { deps, schedule, later, outbox, entry, pass } = await house(kind);
    const email = await schedule(1);
    later(2 * hour);
    await outbox();
    const released = { code: 'schedule.released' };
    await expect(cancelEmail(deps, email.id)).rejects.toMatchObject(released);
    await expect(cancelSend(deps, email.sendId as string)).rejects.toMatchObject(released);
    await pass();
    expect(await entry(email.id)).toMatchObject({ status: 'sent' });
    await expect(cancelEmail(deps, email.id)).rejects.toMatchObject(released);
  });

  test('of an entry that the provider does not have yet just removes it', async () => {
    const { sandbox, deps, schedule, later, entry, sends, pass } = await house(kind);
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const email = await schedule();
    await expect(cancelEmail(deps, email.id)).rejects.toMatchObject({ code: 'schedule.busy' });
    later(leaseMs + 1000);
    await cancelEmail(deps, email.id);
    sandbox.faults.clear();
    expect(await entry(email.id)).toBeNull();
    await pass();
    expect(await sends()).toEqual([]);
  });

  test('finds a send whose answer was lost, and cancels that', async () => {
    const { sandbox, deps, schedule, later, entry, outbox } = await house(kind);
    sandbox.faults.next({ method: 'POST', path: /sends$/, fault: 'drop-after', times: 4 });
    const email = await schedule();
    sandbox.faults.clear();
    later(leaseMs + 1000);
    await cancelEmail(deps, email.id);
    expect(await entry(email.id)).toBeNull();
    later(48 * hour);
    expect(await outbox()).toHaveLength(0);
  });

  test.each<{ why: string; fault: Fault }>([
    { why: 'before', fault: 'drop-before' },
    { why: 'after', fault: 'drop-after' },
  ])('that breaks off $why the work can be done again', async ({ fault }) => {
    const { sandbox, deps, schedule, entry, later, outbox, pass } = await house(kind);
    const email = await schedule();
    sandbox.faults.next({ path: /sends\/\d+$/, fault, times: 10 });
    await expect(cancelEmail(deps, email.id)).rejects.toMatchObject({ code: 'email_provider.unreachable' });
    sandbox.faults.clear();
    expect(await entry(email.id)).not.toBeNull();
    await cancelEmail(deps, email.id).catch(async () => pass());
    expect(await entry(email.id)).toBeNull();
    later(48 * hour);
    expect(await outbox()).toHaveLength(0);
  });

  test('of what is not there says so', async () => {
    const { deps } = await house(kind);
    const missing = { code: 'schedule.not_found' };
    await expect(cancelEmail(deps, 4711)).rejects.toMatchObject(missing);
    await expect(cancelSend(deps, '4711')).rejects.toMatchObject(missing);
  });

  test('also works for a send that was made in the pages of the provider', async () => {
    const { deps, sandbox, provider, sends, clock } = await house(kind);
    const { messageId } = await provider.createMessage({
      name: 'by hand',
      subject: 's',
      html: '<p>x</p>',
      text: 'x',
    });
    const send = await provider.scheduleSend(messageId, new Date(clock.now.getTime() + hour));
    const list = createProviderSends(deps);
    expect((await list.list()).entries).toMatchObject([
      { id: null, sendId: send.sendId, messageName: 'by hand' },
    ]);
    await cancelSend(deps, send.sendId);
    list.forget();
    expect(await sends()).not.toContainEqual(expect.objectContaining({ status: 'pending' }));
    expect(sandbox.calls.length).toBeGreaterThan(0);
  });
});

describe.each(databaseKinds)("the provider's list on %s", (kind) => {
  test('holds what waits there and what waits here, and is asked for once in a while', async () => {
    const { sandbox, deps, schedule } = await house(kind);
    const there = await schedule();
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const here = await schedule();
    sandbox.faults.clear();
    const list = createProviderSends(deps);
    const before = sandbox.calls.length;
    const [first] = await Promise.all([list.list(), list.list(), list.list()]);
    const asked = sandbox.calls.length - before;
    await list.list();
    expect(sandbox.calls.length - before).toBe(asked);
    expect(first.entries).toMatchObject([
      { id: there.id, sendId: there.sendId, status: 'pending', recipientCount: 2 },
      { id: here.id, sendId: null, status: 'pending', reason: expect.any(String) },
    ]);
    list.forget();
    await list.list();
    expect(sandbox.calls.length - before).toBeGreaterThan(asked);
  });

  test('costs one call, however much went out before', async () => {
    const { sandbox, deps, schedule } = await house(kind);
    await givenSends(sandbox, 250);
    await sandbox.releaseDue();
    const email = await schedule();
    const before = sandbox.calls.length;
    const { entries } = await createProviderSends(deps).list();
    const asked = sandbox.calls.slice(before).map(({ path }) => path.split('/').at(-1));
    expect(asked.filter((name) => name === 'sends')).toHaveLength(1);
    expect(entries.filter(({ status }) => status === 'pending')).toMatchObject([{ id: email.id }]);
  });

  test('goes on to the last send that waits', async () => {
    const { sandbox, deps, schedule } = await house(kind);
    const email = await schedule();
    await givenSends(sandbox, 250);
    await sandbox.releaseDue();
    const { entries } = await createProviderSends(deps).list();
    expect(entries).toContainEqual(expect.objectContaining({ id: email.id, recipientCount: 2 }));
  });

  test('is our own while the provider does not answer', async () => {
    const { sandbox, deps, schedule } = await house(kind);
    const email = await schedule();
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const { entries, unreachable } = await createProviderSends(deps).list();
    expect(unreachable).toMatch(/\w/);
    expect(entries).toMatchObject([{ id: email.id, sendId: email.sendId, status: 'pending' }]);
  });
});

describe.each(databaseKinds)('new signups on %s', (kind) => {
  async function waiting(db: Awaited<ReturnType<typeof openTestDatabase>>, emails: string[]) {
    const createdAt = new Date('2026-12-01T11:00:00Z');
    const rows = emails.map((email) => ({
      email,
      firstName: 'Ada',
      createdAt,
      handover: 'waiting' as const,
    }));
    await db.em().insertMany(Registration, rows);
  }
  const state = (db: Awaited<ReturnType<typeof openTestDatabase>>) =>
    db.em().count(Registration, { handover: 'subscribed' });

  test('are handed over in batches, by two passes at once each reader once', async () => {
    const { db, pass, schedule, later, outbox } = await house(kind);
    const emails = Array.from({ length: 120 }, (_, n) => `new${n}@example.com`);
    await waiting(db, emails);
    await Promise.all([pass(), pass()]);
    expect(await state(db)).toBe(120);
    await schedule(1);
    later(hour + 1000);
    const delivered = (await outbox()).map(({ to }) => to).filter((to) => to.startsWith('new'));
    expect(delivered.toSorted()).toEqual(emails.toSorted());
  });

  test('one bad address does not keep the rest, and says why', async () => {
    const { db, pass } = await house(kind);
    await waiting(db, ['good1@example.com', 'bad*@example.com', 'good2@example.com']);
    const report = await pass();
    expect(await state(db)).toBe(2);
    const bad = await db.em().findOneOrFail(Registration, { email: 'bad*@example.com' });
    expect(bad).toMatchObject({ handover: 'refused', handoverReason: expect.any(String) });
    expect(report.events).toContainEqual(
      expect.objectContaining({ step: 'signups', outcome: 'failed', id: bad.id }),
    );
    expect(JSON.stringify(report.events)).not.toContain('@');
  });

  test('that the provider gives up on in the middle are handed over by the next pass', async () => {
    const { db, pass, sandbox } = await house(kind);
    await waiting(
      db,
      Array.from({ length: 80 }, (_, n) => `new${n}@example.com`),
    );
    // The look-ups of the second batch fall into a hole.
    sandbox.faults.next({ path: /new6\d/, fault: 'drop-before', times: 1000 });
    const broken = await pass();
    expect(broken.waiting).toBe(1);
    expect(await state(db)).toBe(50);
    sandbox.faults.clear();
    await pass();
    expect(await state(db)).toBe(80);
  });

  test('that are too many for one pass do not hold up the emails', async () => {
    const { db, deps, provider, later, schedule, sandbox } = await house(kind);
    await waiting(
      db,
      Array.from({ length: 120 }, (_, n) => `new${n}@example.com`),
    );
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const email = await schedule();
    sandbox.faults.clear();
    later(leaseMs + 1000);
    const slow: MailProvider = {
      ...provider,
      async subscribe(readers) {
        later(3 * 60_000);
        return provider.subscribe(readers);
      },
    };
    const events: PassEvent[] = [];
    const { now } = deps;
    await runPass({ database: db, provider: slow, render, now }, (event) => events.push(event));
    expect(await state(db)).toBe(50);
    expect(events).toMatchObject([
      { step: 'signups', outcome: 'done', count: 50 },
      { step: 'signups', outcome: 'waiting', count: 70 },
      { step: 'emails', outcome: 'done', id: email.id },
    ]);
  });

  test('wait while the provider is away, and nothing is lost', async () => {
    const { db, pass, sandbox } = await house(kind);
    await waiting(db, ['new@example.com']);
    sandbox.faults.next({ path: /./, fault: 'drop-before', times: 100 });
    const away = await pass();
    expect(away).toMatchObject({ failed: 0 });
    expect(away.waiting).toBeGreaterThan(0);
    sandbox.faults.clear();
    await pass();
    expect(await state(db)).toBe(1);
  });
});
