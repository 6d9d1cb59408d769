import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { statement } from '../../../../../test/statement.ts';
import { changePreferences } from '../../readers/preferences.ts';
import { smtpPolicy } from '../policy.ts';
import { answerIds } from './answers.ts';
import { DeliveryStore, takeOver } from './delivery-store.ts';
import { rangeSizeFor } from './ranges.ts';

const minute = 60_000;
const { leaseMs } = smtpPolicy;
const names = (count: number) =>
  Array.from({ length: count }, (_, nth) => `reader${nth}@example.com`).toSorted();
const ok = { state: 'sent' as const, answer: '250 2.0.0 Ok', isAttempt: true };

/** The readers of `openDueLargeList`. */
const everybody = [...names(200), 'early0@example.com'].toSorted();

/**
 * A send to `everybody` that is due, with the id 2, of whom few are recorded at a time. Another one went before it: what
 * only the first email waits for, such as loading modules, must not take longer than recording everybody.
 */
async function openDueLargeList(kind: (typeof databaseKinds)[number]) {
  const sending = await openTestSending(kind, { policy: { prepareBatch: 5 } });
  const { givenReaders, schedule, later, pass, received } = sending;
  await givenReaders(1, 'early');
  await schedule(minute);
  later(minute);
  await pass();
  expect(received.splice(0)).toHaveLength(1);
  await givenReaders(200);
  await schedule(minute);
  later(minute);
  return sending;
}

describe.each(databaseKinds)('a large list on %s', (kind) => {
  test('gets the first emails while its other readers are recorded', async () => {
    const { pass, setFault, received, db, provider } = await openDueLargeList(kind);
    const recorded: Promise<{ count: number }[]>[] = [];
    const counted = statement<{ count: number }>(
      'select cast(count(*) as integer) as count from deliveries where send_id = 2',
    );
    setFault(({ at }) => {
      if (at === 'data' && recorded.length === 0) recorded.push(db.read(counted));
      return undefined;
    });
    await pass();
    const [first] = (await recorded[0]) ?? [];
    expect(first?.count).toBeLessThan(201);
    expect(await provider.deliveries.progress('2')).toMatchObject({ sent: 201, recipients: 201 });
    expect(received.map(({ to }) => to).toSorted()).toEqual(everybody);
  });

  test('is recorded to the end by another process if the first one stops in the middle', async () => {
    const { pass, setFault, received, openProvider, provider } = await openDueLargeList(kind);
    const stop = new AbortController();
    setFault(({ at }) => {
      if (at === 'data') stop.abort();
      return undefined;
    });
    await pass(provider, stop.signal);
    const { sent = 0, recipients = 0 } = (await provider.deliveries.progress('2')) ?? {};
    expect(sent).toBeGreaterThan(0);
    expect(recipients).toBeGreaterThanOrEqual(sent);
    expect(recipients).toBeLessThan(201);
    setFault(() => undefined);
    const other = openProvider();
    await Promise.all([pass(provider), pass(other)]);
    while (await provider.deliveries.isDue()) await pass();
    expect(received.map(({ to }) => to).toSorted()).toEqual(everybody);
    expect(await provider.deliveries.progress('2')).toMatchObject({
      status: 'sent',
      sent: 201,
      recipients: 201,
      skipped: 0,
    });
  });

  test('is recorded to the end after a pause in the middle', async () => {
    const { pass, setFault, received, provider } = await openDueLargeList(kind);
    let pausing: Promise<boolean> | undefined;
    setFault(({ at }) => {
      if (at === 'data') pausing ??= provider.deliveries.change('2', 'pause');
      return undefined;
    });
    await pass();
    expect(await pausing).toBe(true);
    expect(await provider.deliveries.progress('2')).toMatchObject({ status: 'paused' });
    expect(received.length).toBeLessThan(201);
    expect(await provider.deliveries.change('2', 'resume')).toBe(true);
    while (await provider.deliveries.isDue()) await pass();
    expect(received.map(({ to }) => to).toSorted()).toEqual(everybody);
  });

  test('is shared by processes, and what each counts adds up', async () => {
    const { givenReaders, schedule, pass, later, states, received, openProvider, provider } =
      await openTestSending(kind);
    await givenReaders(600);
    await schedule(minute);
    later(minute);
    await Promise.all([pass(provider), pass(openProvider()), pass(openProvider())]);
    while (await provider.deliveries.isDue()) await pass();
    expect(await states()).toEqual({ sent: 600 });
    expect(received.map(({ to }) => to).toSorted()).toEqual(names(600));
    expect(await provider.deliveries.progress('1')).toMatchObject({ sent: 600, recipients: 600 });
    expect(await provider.deliveries.counts()).toMatchObject({ accepted: 600 });
  });
});

/** An email that some readers have not gotten, because the mail server was down. */
async function givenDue(kind: (typeof databaseKinds)[number], readers: number) {
  const sending = await openTestSending(kind);
  await sending.givenReaders(readers);
  await sending.schedule(minute);
  sending.later(minute);
  sending.setFault(({ at }) => (at === 'connect' ? { at, code: 554, text: '5.7.0 Go away' } : undefined));
  await sending.pass();
  sending.setFault(() => undefined);
  sending.later(minute);
  const deps = { database: sending.db, now: sending.now, leaseMs, connections: 3 };
  return { ...sending, deps, openStore: () => new DeliveryStore(deps, { id: 1, rangeSize: 128 }) };
}

describe.each(databaseKinds)('a range on %s', (kind) => {
  test('is counted once, with what its process recorded and did not count before it died', async () => {
    const { deps, openStore, later, provider, states } = await givenDue(kind, 6);
    const store = openStore();
    const [first, second, third] = (await store.claim({ limit: 5 })).map(({ id }) => id);
    await store.submit(first ?? 0);
    store.end({ id: first ?? 0, ...ok });
    await store.submit(second ?? 0);
    store.end({ id: second ?? 0, state: 'failed', failure: 'address', answer: '550 5.1.1', isAttempt: true });
    await store.submit(third ?? 0);
    later(leaseMs + 1);
    await takeOver(deps);
    await takeOver(deps);
    expect(await states()).toEqual({ sent: 1, failed: 1, unknown: 1, deferred: 3 });
    expect(await provider.deliveries.progress('1')).toMatchObject({
      sent: 1,
      failed: 1,
      unknown: 1,
      recipients: 6,
    });
    // The one that was taken over counts nothing more, and only corrects.
    store.end({ id: third ?? 0, ...ok });
    await store.claim({ limit: 3 });
    expect(await provider.deliveries.progress('1')).toMatchObject({ sent: 2, failed: 1, unknown: 0 });
  });

  test('belongs to one process at a time', async () => {
    const { openStore } = await givenDue(kind, 6);
    const [one, other] = [openStore(), openStore()];
    expect(await one.claim({ limit: 2 })).toHaveLength(2);
    expect(await other.claim({ limit: 2 })).toEqual([]);
    expect(await other.claim({ limit: 2, only: [1, 2, 3, 4, 5, 6] })).toEqual([]);
    expect(await one.claim({ limit: 9 })).toHaveLength(4);
  });

  test('is left to others when its process has done what it wanted', async () => {
    const { openStore } = await givenDue(kind, 6);
    const [one, other] = [openStore(), openStore()];
    for (const { id } of await one.claim({ limit: 2 })) one.end({ id, ...ok });
    await one.claim({ limit: 0 });
    await one.close();
    expect(await other.claim({ limit: 9 })).toHaveLength(4);
  });

  test('shows who has begun: they stay as they are, and the others follow their readers', async () => {
    const { db, now, openStore, later, clock } = await givenDue(kind, 3);
    const store = openStore();
    const [begun] = await store.claim({ limit: 1 });
    const deps = { database: db, now, timezone: 'UTC', localTimes: true };
    for (const id of [1, 2, 3]) await changePreferences(deps, id, { pausedUntil: '2099-01-01' });
    expect(await db.read(statement('select reader_id as id from deliveries order by reader_id'))).toEqual([
      { id: begun?.id },
    ]);
    for (const id of [1, 2, 3]) await changePreferences(deps, id, { pausedUntil: null, sendTime: '18:00' });
    store.end({ id: begun?.id ?? 0, ...ok });
    expect(await store.claim({ limit: 9 })).toEqual([]);
    later(new Date('2026-12-01T18:00:00Z').getTime() - clock.now.getTime());
    expect((await store.claim({ limit: 9 })).map(({ id }) => id)).toEqual([2, 3]);
  });
});

test.each([
  [0, 128],
  [100_000, 128],
  [1_000_000, 1024],
  [50_000_000, 4096],
])('a list up to the id %i has ranges of %i', (last, size) => {
  expect(rangeSizeFor(last)).toBe(size);
});

test.each(databaseKinds)('answers that differ only in numbers are stored once on %s', async (kind) => {
  const { db } = await openTestSending(kind);
  const ids = await answerIds(db, [
    '250 2.0.0 Ok: queued as 4bXyZ12QrTz',
    '250 2.0.0 Ok: queued as 4bXyZ99aaTz',
    '250 2.0.0 Ok',
    '250 2.1.5 <ada@example.com> accepted',
  ]);
  expect(new Set(ids.values()).size).toBe(3);
  const stored = await db.read(statement<{ text: string }>('select text from smtp_answers order by text'));
  expect(stored).toEqual([
    { text: '250 2.0.0 Ok' },
    { text: '250 2.0.0 Ok: queued as …' },
    { text: '250 2.1.5 … accepted' },
  ]);
});
