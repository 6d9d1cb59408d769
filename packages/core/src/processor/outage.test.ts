import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../test/schedule.ts';
import { emailPolicy } from '../mail/policy.ts';

type Opened = Awaited<ReturnType<typeof openTestSchedule>>;

/** Emails that the provider does not have, because it was down when they were scheduled. */
async function pendingIn({ sandbox, schedule, later }: Opened, hours: number[]) {
  sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 1000 });
  const ids: number[] = [];
  for (const inHours of hours) ids.push((await schedule(inHours)).id);
  sandbox.faults.clear();
  later(emailPolicy.leaseMs + 1000);
  return ids;
}

describe.each(databaseKinds)('on %s', (kind) => {
  test.each([
    { why: 'is overloaded', fault: { status: 503 } as const },
    { why: 'drops every call', fault: 'drop-before' as const },
    { why: 'refuses the account', fault: { status: 402, body: { errors: ['Unpaid'] } } },
  ])('a provider that $why is noticed once in a pass', async ({ fault }) => {
    const opened = await openTestSchedule(kind);
    const { sandbox, schedule, later, givenWaitingReaders, pass } = opened;
    for (let due = 0; due < 3; due += 1) await schedule(1);
    await pendingIn(opened, Array(10).fill(24));
    later(2 * hour);
    await givenWaitingReaders(['new@example.com']);
    sandbox.faults.next({ path: /./, fault, times: 1000 });
    const before = sandbox.calls.length;
    const report = await pass();
    expect(report.events).toHaveLength(1);
    expect(sandbox.calls.length - before).toBeLessThanOrEqual(4);
  });

  test('one pending email without an answer is enough to leave the others to the next pass', async () => {
    const opened = await openTestSchedule(kind);
    const { sandbox, pass } = opened;
    await pendingIn(opened, Array(10).fill(24));
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 1000 });
    const before = sandbox.calls.length;
    expect((await pass()).events).toMatchObject([{ step: 'emails', outcome: 'waiting' }]);
    expect(sandbox.calls.length - before).toBeLessThanOrEqual(4);
  });

  test('the email that is due next goes to the provider first', async () => {
    const opened = await openTestSchedule(kind);
    const ids = await pendingIn(opened, [72, 48, 24, 96, 24]);
    const { events } = await opened.pass();
    expect(events.map(({ id }) => id)).toEqual([2, 4, 1, 0, 3].map((nth) => ids[nth]));
  });

  test('a backlog of more than one page goes out in the order of its dates', async () => {
    const opened = await openTestSchedule(kind);
    const count = emailPolicy.batchSize + 3;
    const hours = Array.from({ length: count }, (_, nth) => 24 + ((nth * 7) % count));
    const ids = await pendingIn(opened, hours);
    const { events } = await opened.pass();
    const byDate = ids.toSorted((a, b) => (hours[ids.indexOf(a)] ?? 0) - (hours[ids.indexOf(b)] ?? 0));
    expect(events.map(({ id }) => id)).toEqual(byDate);
  });

  test('a send that the provider fails on does not keep others from being followed', async () => {
    const { sandbox, schedule, later, outbox, pass, entry } = await openTestSchedule(kind);
    const emails = [];
    for (let nth = 0; nth < 8; nth += 1) emails.push(await schedule(1));
    later(hour + 1000);
    await outbox();
    const [bad] = emails;
    sandbox.faults.next({
      path: new RegExp(`/sends/${bad?.sendId}$`),
      fault: { status: 500, body: { errors: ['Oops'] } },
      times: 1000,
    });
    expect((await pass()).events).toMatchObject([
      { step: 'sent', outcome: 'waiting', id: bad?.id },
      ...emails.slice(1).map(({ id }) => ({ step: 'sent', outcome: 'done', id })),
    ]);
    expect((await entry(bad?.id ?? 0))?.status).toBe('scheduled');
  });

  test('a message that the provider fails on does not keep other emails from being scheduled', async () => {
    const opened = await openTestSchedule(kind);
    const { sandbox, entry, pass } = opened;
    const [bad, ...others] = await pendingIn(opened, [24, 48, 72]);
    sandbox.faults.next({ method: 'POST', path: /messages$/, fault: { status: 500 } });
    await pass();
    expect((await entry(bad ?? 0))?.status).toBe('pending');
    for (const id of others) expect((await entry(id))?.status).toBe('scheduled');
  });

  test('a pass soon gives up on a provider that fails on everything', async () => {
    const { sandbox, schedule, later, pass } = await openTestSchedule(kind);
    for (let due = 0; due < 20; due += 1) await schedule(1);
    later(hour + 1000);
    sandbox.faults.next({ path: /./, fault: { status: 500 }, times: 1000 });
    const before = sandbox.calls.length;
    await pass();
    expect(sandbox.calls.length - before).toBeLessThanOrEqual(4 * (emailPolicy.faultsTolerated + 1));
  });
});
