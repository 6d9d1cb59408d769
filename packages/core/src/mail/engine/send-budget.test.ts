import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { eventually } from '../../../../../test/eventually.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { statement } from '../../../../../test/statement.ts';
import { noSmtpLimits, type SmtpLimits } from '../../platform/settings/config.ts';
import { SendBudget, SmtpShare } from './send-budget.ts';

const minute = 60_000;
const hour = 60 * minute;

/** An email that is due, with limits. */
async function openDue(
  kind: (typeof databaseKinds)[number],
  limits: Partial<SmtpLimits>,
  { readers = 40, ...given }: Parameters<typeof openTestSending>[1] & { readers?: number } = {},
) {
  const sending = await openTestSending(kind, {
    ...given,
    smtp: { limits: { ...noSmtpLimits, ...limits }, ...given.smtp },
  });
  const { givenReaders, schedule, later, clock } = sending;
  await givenReaders(readers);
  await schedule(1000);
  later(1000);
  return {
    ...sending,
    /** The clock goes on from now. */
    run() {
      const [from, started] = [clock.now.getTime(), performance.now()];
      Object.defineProperty(clock, 'now', { get: () => new Date(from + performance.now() - started) });
    },
  };
}

describe.each(databaseKinds)('limits of the relay on %s', (kind) => {
  test('an hour: two processes together send no more, and the rest goes out in time', async () => {
    const { pass, states, later, openProvider, provider, received } = await openDue(kind, { perHour: 25 });
    const other = openProvider();
    await Promise.all([pass(), pass(other)]);
    expect(received).toHaveLength(25);
    expect(await provider.deliveries.isDue()).toBe(false);
    expect(await other.deliveries.isDue()).toBe(false);
    later(50 * minute);
    const events = await pass();
    expect(received).toHaveLength(25);
    expect(events).toContainEqual({
      step: 'deliveries',
      outcome: 'waiting',
      message:
        'The limit of 25 emails an hour is reached. Sending continues Tue, Dec 1, 2026, 08:05 (UTC-05:00).',
    });
    later(20 * minute);
    expect(await provider.deliveries.isDue()).toBe(true);
    await Promise.all([pass(), pass(other)]);
    expect(await states()).toEqual({ sent: 40 });
    expect(new Set(received.map(({ to }) => to)).size).toBe(40);
  });

  test('a day, with what was sent in several hours', async () => {
    const { pass, later, received, schedule } = await openDue(kind, { perDay: 60 });
    await pass();
    expect(received).toHaveLength(40);
    later(10 * hour);
    await schedule(1000);
    later(1000);
    await pass();
    expect(received).toHaveLength(60);
    // The first forty were sent more than a day ago, the others were not.
    later(14 * hour + 10 * minute);
    await schedule(1000);
    later(1000);
    await pass();
    expect(received).toHaveLength(100);
  });

  test('a second: two processes together are never faster', async () => {
    const { pass, openProvider, run, setFault, states } = await openDue(
      kind,
      { perSecond: 50 },
      { readers: 60, smtp: { connections: 4 } },
    );
    const times: number[] = [];
    setFault(({ at }) => {
      if (at === 'mail') times.push(performance.now());
      return undefined;
    });
    run();
    await Promise.all([pass(), pass(openProvider())]);
    expect(await states()).toEqual({ sent: 60 });
    const took = Math.max(...times) - Math.min(...times);
    // The last slice is as short as 10 emails, and may be used a little later.
    expect(took).toBeGreaterThan(800);
  });

  test('connections: two processes share them', async () => {
    const { pass, openProvider, run, setFault, states, db } = await openDue(
      kind,
      { connections: 3 },
      { readers: 60, smtp: { connections: 3 }, policy: { inFlightPerConnection: 1 } },
    );
    let open = 0;
    let most = 0;
    setFault(({ at }) => {
      if (at === 'mail') {
        open += 1;
        most = Math.max(most, open);
      }
      if (at !== 'data') return undefined;
      setTimeout(() => (open -= 1), 20);
      return { slowMs: 20 };
    });
    run();
    await Promise.all([pass(), pass(openProvider())]);
    expect(await states()).toEqual({ sent: 60 });
    expect(most).toBeLessThanOrEqual(3);
    expect(await db.em().count(SmtpShare)).toBe(0);
  });

  test('connections of a process that was killed are free again soon, and one that waits gets some', async () => {
    const { db, clock, later } = await openTestSending(kind);
    const open = () =>
      new SendBudget({
        database: db,
        now: () => clock.now,
        limits: { ...noSmtpLimits, connections: 2 },
        connections: 2,
        retire: () => {},
      });
    await open().open();
    const other = open();
    const release = await other.open();
    onTestFinished(release);
    const held = async () => {
      const rows = await db.read(statement<{ held: number }>('select held from smtp_shares'));
      return rows.map((row) => row.held).toSorted();
    };
    // The first one gives up one of its two, since nothing is being sent.
    await eventually(async () => expect(await held()).toEqual([1, 1]));
    later(minute);
    await eventually(async () => expect(await held()).toContain(2));
  });

  test('what a killed process had taken of an hour is lost: one email in a hundred at most', async () => {
    const { db, clock } = await openTestSending(kind);
    const limits = { ...noSmtpLimits, perHour: 1000 };
    const open = () =>
      new SendBudget({ database: db, now: () => clock.now, limits, connections: 50, retire: () => {} });
    const killed = open();
    const entered = await Promise.all(Array.from({ length: 40 }, () => killed.enter(() => false)));
    expect(entered.every((one) => typeof one === 'function')).toBe(true);
    const other = open();
    let sent = 0;
    for (;;) {
      const leave = await other.enter(() => false);
      if (typeof leave !== 'function') break;
      leave();
      sent += 1;
    }
    expect(sent).toBeGreaterThanOrEqual(1000 - 40 - 10);
    expect(sent).toBeLessThanOrEqual(1000 - 40);
  });

  test('emails to one person count, and are sent even if the hour is used up', async () => {
    const { pass, provider, received, db } = await openDue(kind, { perHour: 5 });
    const email = { to: 'new@example.com', subject: 'Confirm', text: 'Confirm', html: '<p>Confirm</p>' };
    expect(await provider.service.send(email)).toBe('sent');
    await pass();
    expect(received).toHaveLength(5);
    expect(await provider.service.send(email)).toBe('sent');
    const [row] = await db.read(
      statement<{ emails: number }>('select sum(emails) as emails from smtp_spent'),
    );
    expect(Number(row?.emails)).toBe(6);
  });

  test('without limits, nothing is asked and nothing is written', async () => {
    const { pass, states, db } = await openDue(kind, {});
    await pass();
    expect(await states()).toEqual({ sent: 40 });
    for (const table of ['smtp_budgets', 'smtp_spent', 'smtp_shares'])
      expect(await db.read(statement(`select 1 as one from ${table}`))).toEqual([]);
  });
});
