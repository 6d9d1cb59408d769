import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestSending } from '../../../../test/smtp.ts';
import type { ProblemsQuery, RecipientsQuery } from '../contract/deliveries.ts';
import type { SmtpFault } from '../mail/sandbox/smtp-server.ts';
import { readerDeliveries } from '../readers/list-readers.ts';
import {
  changeDelivery,
  deliveryProblems,
  deliveryRecipients,
  emailDelivery,
  listSends,
} from './email-delivery.ts';
import { ScheduledEmail } from './scheduled-email.ts';

const minute = 60_000;
const faults: Record<string, SmtpFault> = {
  'reader0@example.com': { at: 'rcpt', code: 550, text: '5.1.1 No such user' },
  'reader1@example.com': { at: 'rcpt', code: 452, text: '4.2.2 Mailbox full' },
  'reader2@example.com': 'drop-after',
  'reader3@example.com': { at: 'rcpt', code: 550, text: '5.1.1 No such user' },
};

describe.each(databaseKinds)('what became of an email on %s', (kind) => {
  /** An email to six readers: two do not exist, one is full, one does not answer. */
  async function sendOne() {
    // One after the other, so that an email is accepted after each refusal: only then is an address believed to be gone.
    const sending = await openTestSending(kind, { smtp: { connections: 1 } });
    const { givenReaders, schedule, later, pass, setFault, deps } = sending;
    await givenReaders(6);
    const { id } = await schedule(minute);
    later(minute);
    setFault(({ at, to = '' }) => {
      const fault = faults[to];
      return typeof fault !== 'object' || ('at' in fault && fault.at === at) ? fault : undefined;
    });
    await pass();
    const problems = (query: Partial<ProblemsQuery> = {}) =>
      deliveryProblems(deps, id, { page: 1, limit: 50, ...query });
    return { ...sending, id, problems };
  }

  test('counts as sent at once when the rest of it is stopped, and says who was left out', async () => {
    const { deps, id } = await sendOne();
    const stopped = await changeDelivery({ ...deps, audit: { record: async () => {} } }, id, 'stop');
    expect(stopped.scheduled_emails.status).toBe('sent');
    expect(stopped.progress).toMatchObject({ status: 'sent', skipped: 1 });
    const { readers } = await deliveryRecipients(deps, id, {
      page: 1,
      limit: 50,
      search: '',
      state: 'skipped',
    });
    expect(readers).toMatchObject([
      { email: 'reader1@example.com', answer: 'The rest of this email was stopped.' },
    ]);
  });

  test('is counted by reason and listed by reader', async () => {
    const { deps, id, problems, clock } = await sendOne();
    const delivery = await emailDelivery(deps, id);
    expect(delivery.progress).toMatchObject({ recipients: 6, sent: 2, failed: 2, unknown: 1, deferred: 1 });
    expect(delivery.problems).toEqual([
      { state: 'failed', failure: 'address', count: 2 },
      { state: 'deferred', failure: 'mailbox', count: 1 },
      { state: 'unknown', failure: null, count: 1 },
    ]);
    expect(await problems({ limit: 1, page: 2, failure: 'address' })).toEqual({
      readers: [
        {
          readerId: 4,
          email: 'reader3@example.com',
          firstName: 'Ada 3',
          state: 'failed',
          failure: 'address',
          answer: '550 5.1.1 No such user',
          attempts: 1,
          at: clock.now.toISOString(),
        },
      ],
      total: 2,
      hasMore: false,
    });
    const { readers } = await problems({ state: 'deferred' });
    expect(readers).toMatchObject([
      { email: 'reader1@example.com', at: new Date(clock.now.getTime() + 5 * minute).toISOString() },
    ]);
    expect((await problems()).total).toBe(4);
    await expect(deliveryProblems(deps, id + 1, { page: 1, limit: 50 })).rejects.toMatchObject({
      code: 'schedule.not_found',
    });
  });

  test('is listed for all readers, by page, by result, and by a part of an address or a name', async () => {
    const { deps, id } = await sendOne();
    const list = async (query: Partial<RecipientsQuery> = {}) => {
      const { readers, ...rest } = await deliveryRecipients(deps, id, {
        page: 1,
        limit: 50,
        search: '',
        ...query,
      });
      return { ...rest, readers: readers.map(({ email, state }) => `${email.split('@')[0]} ${state}`) };
    };
    expect(await list({ limit: 4, page: 1 })).toEqual({
      readers: ['reader0 failed', 'reader1 deferred', 'reader2 unknown', 'reader3 failed'],
      total: 6,
      hasMore: true,
    });
    expect((await list({ limit: 4, page: 2 })).readers).toEqual(['reader4 sent', 'reader5 sent']);
    expect((await list({ state: 'sent' })).total).toBe(2);
    expect((await list({ state: 'failed', failure: 'address' })).total).toBe(2);
    expect((await list({ search: 'READER4@example.com' })).readers).toEqual(['reader4 sent']);
    expect((await list({ search: 'ada 3' })).readers).toEqual(['reader3 failed']);
    expect((await list({ search: 'der2', state: 'sent' })).readers).toEqual([]);
    await expect(deliveryRecipients(deps, id + 1, { page: 1, limit: 50, search: '' })).rejects.toMatchObject({
      code: 'schedule.not_found',
    });
  });

  test('is listed for each reader, the latest email first', async () => {
    const { db, schedule, later, pass, setFault, id, clock } = await sendOne();
    const second = await schedule(minute);
    setFault(() => undefined);
    later(minute);
    await pass();
    expect(await readerDeliveries(db, 5)).toMatchObject([
      {
        id: second.id,
        word: 'word 2',
        state: 'sent',
        failure: null,
        answer: '250 OK: message queued',
        attempts: 1,
      },
      { id, word: 'word 1', state: 'sent' },
    ]);
    expect(await readerDeliveries(db, 1)).toEqual([
      {
        id,
        word: 'word 1',
        state: 'failed',
        failure: 'address',
        answer: '550 5.1.1 No such user',
        attempts: 1,
        at: new Date(clock.now.getTime() - minute).toISOString(),
      },
    ]);
    await db.em().nativeDelete(ScheduledEmail, { id });
    expect(await readerDeliveries(db, 1)).toMatchObject([{ id: null, word: 'word 1' }]);
  });

  test('is listed for a reader by its time: one that was tried again comes after the next email', async () => {
    const { db, givenReaders, schedule, later, pass, setFault } = await openTestSending(kind);
    await givenReaders(1);
    const first = await schedule(minute);
    setFault(({ at }) => (at === 'rcpt' ? { at, code: 452, text: '4.2.2 Mailbox full' } : undefined));
    later(minute);
    await pass();
    const second = await schedule(minute);
    setFault(() => undefined);
    later(minute);
    await pass();
    later(240 * minute);
    await pass();
    const listed = await readerDeliveries(db, 1);
    expect(listed).toMatchObject([
      { id: first.id, state: 'sent', attempts: 2 },
      { id: second.id, state: 'sent' },
    ]);
  });

  test('is listed with the other emails, with when the next one is due', async () => {
    const { deps, schedule, later, pass, setFault, id, clock } = await sendOne();
    setFault(() => undefined);
    const second = await schedule(minute);
    const third = await schedule(30 * minute);
    expect(await listSends(deps, 10)).toMatchObject({
      sends: [{ id, word: 'word 1', progress: { status: 'sending', sent: 2 } }],
      nextAt: new Date(clock.now.getTime() + minute).toISOString(),
    });
    later(minute);
    await pass();
    const { sends, nextAt } = await listSends(deps, 1);
    expect(sends).toMatchObject([{ id: second.id, progress: { status: 'sent', recipients: 4 } }]);
    expect(nextAt).toBe(third.scheduledDate);
  });

  test('belongs to its own send, regardless of the id from a former provider', async () => {
    const { db, deps, id, schedule } = await sendOne();
    const { id: former } = await schedule();
    const { sendId } = await db.em().findOneOrFail(ScheduledEmail, { id });
    await db
      .em()
      .nativeUpdate(
        ScheduledEmail,
        { id: former },
        { sendId, messageName: 'word 2 · 2026-11-01 · of another provider' },
      );
    expect((await emailDelivery(deps, former)).progress).toBeNull();
  });
});
