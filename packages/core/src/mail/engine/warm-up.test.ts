import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { changePreferences } from '../../readers/preferences.ts';
import { Registration } from '../../readers/reader-tables.ts';
import { Delivery, SmtpSend } from './engine-tables.ts';
import { smtpSends } from './manage-sends.ts';
import { viewWarmUp, warmUpCalendar, warmUpReaches } from './warm-up.ts';

const hour = 3_600_000;
const day = 24 * hour;

interface Options {
  amounts: number[];
  from?: string | undefined;
  prepareBatch?: number;
  /** Whether a second server gets the rest. */
  isRestSent?: boolean;
}

/** It is noon UTC on December 1, 2026, 7:00 in New York, where the owner is. */
async function openWarmUp(
  kind: (typeof databaseKinds)[number],
  { amounts, from, prepareBatch = 1000, isRestSent = false }: Options,
) {
  const warmUp = { schedule: amounts.join(', '), amounts, from, isRestSent };
  const sending = await openTestSending(kind, {
    smtp: { warmUp },
    policy: { prepareBatch },
    ...(isRestSent && { second: { carries: 'warm-up' } }),
  });
  const { db, now, clock, received } = sending;
  /** @param daysAgo When the reader confirmed. */
  const add = (name: string, daysAgo: number, fields: Partial<Registration> = {}) => {
    const confirmedAt = new Date(clock.now.getTime() - daysAgo * day);
    return db.em().insert(Registration, {
      email: `${name}@example.com`,
      firstName: name,
      createdAt: confirmedAt,
      confirmedAt,
      statusAt: confirmedAt,
      status: 'subscribed',
      ...fields,
    });
  };
  let seen = 0;
  /** Who got an email since the last call. */
  const got = () => {
    const names = received.slice(seen).map(({ to }) => to.split('@')[0]);
    seen = received.length;
    return names.toSorted();
  };
  const send = async () => (await db.em().find(SmtpSend, {}, { orderBy: { id: 'desc' } }))[0] as SmtpSend;
  const progress = async () => sending.provider.deliveries.progress(`${(await send()).id}`);
  /** Schedules an email, waits for its time, and sends it. */
  const sendOne = async (inMs = hour) => {
    await sending.schedule(inMs);
    sending.later(inMs);
    await sending.pass();
    return got();
  };
  const view = async () =>
    viewWarmUp(
      { database: db, now, timezone: 'America/New_York', warmUp },
      await db.em().count(Registration, { status: 'subscribed' }),
    );
  const change = async (name: string, preferences: Parameters<typeof changePreferences>[2]) => {
    const { id } = await sending.reader(`${name}@example.com`);
    const deps = { database: db, now, timezone: 'America/New_York', localTimes: true };
    await changePreferences(deps, id, preferences);
  };
  return { ...sending, add, got, send, progress, sendOne, view, change };
}

test('the calendar ends once everyone gets the emails, or with the schedule', () => {
  expect(warmUpCalendar([50, 100, 200, 400], '2026-12-30', 150)).toEqual([
    { day: '2026-12-30', most: 50, readers: 50, waiting: 100 },
    { day: '2026-12-31', most: 100, readers: 100, waiting: 50 },
    { day: '2027-01-01', most: 200, readers: 150, waiting: 0 },
  ]);
  expect(warmUpCalendar([50, 100], '2026-12-01', 1000).at(-1)).toMatchObject({ readers: 100, waiting: 900 });
});

describe.each(databaseKinds)('a warm-up on %s', (kind) => {
  test('sends to the readers who confirmed longest ago, to more of them each day, and then to all', async () => {
    const { add, sendOne, db, progress, view, later } = await openWarmUp(kind, { amounts: [2, 3] });
    await add('new', 1);
    await add('oldest', 30);
    await add('young', 3);
    await add('old', 20, { createdAt: new Date('2026-11-30T00:00:00Z') });
    // Not confirmed: since the signup.
    await add('imported', 10, { confirmedAt: null });
    expect(await sendOne()).toEqual(['old', 'oldest']);
    expect(await db.em().count(Delivery)).toBe(2);
    expect(await progress()).toMatchObject({
      status: 'sent',
      recipients: 2,
      sent: 2,
      skipped: 0,
      warmUp: { held: 3, most: 2, day: 1, days: 2 },
    });
    expect(await view()).toMatchObject({
      firstDay: '2026-12-01',
      today: 1,
      most: 2,
      isOver: false,
      taken: 2,
      held: 3,
      everyoneFrom: '2026-12-03',
    });
    later(day - hour);
    expect(await sendOne()).toEqual(['imported', 'old', 'oldest']);
    later(day - hour);
    expect(await sendOne()).toEqual(['imported', 'new', 'old', 'oldest', 'young']);
    expect(await progress()).toMatchObject({ recipients: 5, warmUp: null });
    expect(await view()).toMatchObject({ today: 3, isOver: true });
  });

  test('decides by id between readers who confirmed at the same time', async () => {
    const { givenReaders, sendOne } = await openWarmUp(kind, { amounts: [3] });
    await givenReaders(5);
    expect(await sendOne()).toEqual(['reader0', 'reader1', 'reader2']);
  });

  test('counts only readers who want the email', async () => {
    const { add, sendOne } = await openWarmUp(kind, { amounts: [2] });
    await add('paused', 50, { pausedUntil: '2026-12-24' });
    await add('weekends', 40, { weekdays: 'sat,sun' });
    await add('weekly', 40, { cadence: 'weekly' });
    await add('one', 3);
    await add('two', 2);
    await add('three', 1);
    expect(await sendOne()).toEqual(['one', 'two']);
  });

  test('changes nothing for a list with fewer readers than the amount', async () => {
    const { givenReaders, sendOne, progress } = await openWarmUp(kind, { amounts: [5] });
    await givenReaders(5);
    expect(await sendOne()).toHaveLength(5);
    expect(await progress()).toMatchObject({ recipients: 5, warmUp: null });
  });

  test('goes on with the same readers in other processes, whatever changed in the meantime', async () => {
    const { add, send, schedule, later, pass, openProvider, provider, got, db, change, setFault, reader } =
      await openWarmUp(kind, { amounts: [30], prepareBatch: 1 });
    // The oldest have the highest ids.
    for (let nth = 0; nth < 60; nth += 1) await add(`reader${nth}`, nth);
    await schedule(hour);
    later(hour);
    const stop = new AbortController();
    setFault(() => {
      stop.abort();
      return undefined;
    });
    await pass(provider, stop.signal);
    const before = got();
    const beyond = { heldId: (await reader('reader29@example.com')).id, held: 30 };
    expect(await send()).toMatchObject(beyond);
    await change('reader0', { pausedUntil: '2026-12-24' });
    await db.em().nativeUpdate(Registration, { email: 'reader59@example.com' }, { status: 'unsubscribed' });
    await Promise.all([pass(openProvider()), pass(openProvider())]);
    await pass(openProvider());
    const all = [...before, ...got()].filter((name) => name !== 'reader59');
    const oldest = Array.from({ length: 29 }, (_, nth) => `reader${nth + 30}`);
    expect(all.toSorted()).toEqual(oldest);
    expect(await send()).toMatchObject({ ...beyond, isPrepared: true, status: 'released' });
  });

  test.each([{ from: undefined }, { from: '2026-12-01' }])(
    'shares the amount of a day between emails that begin at the same time, from $from',
    async (first) => {
      const { givenReaders, schedule, later, pass, openProvider, got, db } = await openWarmUp(kind, {
        amounts: [7],
        ...first,
      });
      await givenReaders(5);
      await schedule(hour);
      await schedule(2 * hour);
      later(2 * hour);
      await Promise.all([pass(openProvider()), pass(openProvider())]);
      await pass();
      const all = got();
      expect(all).toHaveLength(7);
      expect(all.filter((name) => name === 'reader0' || name === 'reader1')).toHaveLength(4);
      const sends = await db.em().find(SmtpSend, {});
      expect(sends.map(({ warmUpMost }) => warmUpMost).toSorted()).toEqual([2, 5]);
    },
  );

  test('gives nothing to a third email of the day, and says so', async () => {
    const { givenReaders, sendOne, progress } = await openWarmUp(kind, { amounts: [4] });
    await givenReaders(4);
    expect(await sendOne()).toHaveLength(4);
    expect(await sendOne()).toEqual([]);
    expect(await progress()).toMatchObject({ status: 'sent', recipients: 0, warmUp: { held: 4, most: 0 } });
  });

  test('counts confirmations and welcomes, and never holds them back', async () => {
    const { givenReaders, sendOne, provider, received } = await openWarmUp(kind, { amounts: [3] });
    await givenReaders(5);
    for (const to of ['one', 'two'])
      await provider.service.send({ to: `${to}@example.com`, subject: 'Hi', text: 'Hi', html: 'Hi' });
    expect(await sendOne()).toEqual(['one', 'reader0', 'two']);
    await provider.service.send({ to: 'three@example.com', subject: 'Hi', text: 'Hi', html: 'Hi' });
    expect(received).toHaveLength(4);
  });

  test('readers who join during the day get the email if the amount leaves room', async () => {
    const { add, schedule, later, pass, got, progress } = await openWarmUp(kind, { amounts: [3, 3] });
    await add('tokyo', 5, { timezone: 'Asia/Tokyo' });
    await add('owner', 4);
    await schedule(day);
    later(11 * hour);
    await pass();
    expect(got()).toEqual(['tokyo']);
    await add('first', 0);
    later(1000);
    await add('second', 0);
    later(hour);
    await pass();
    later(12 * hour);
    await pass();
    expect(got()).toEqual(['first', 'owner']);
    expect(await progress()).toMatchObject({ recipients: 3 });
  });

  test('readers who join are beyond the amount if anyone is held back', async () => {
    const { add, schedule, later, pass, got } = await openWarmUp(kind, { amounts: [1, 2] });
    await add('tokyo', 5, { timezone: 'Asia/Tokyo' });
    await add('owner', 4);
    await add('held', 3);
    await schedule(day);
    later(11 * hour);
    await pass();
    await add('joined', 0);
    later(13 * hour);
    await pass();
    expect(got()).toEqual(['owner', 'tokyo']);
  });

  test('an email’s day is that of the owner, wherever its readers are', async () => {
    const { add, schedule, later, pass, got, send } = await openWarmUp(kind, { amounts: [1, 2, 3] });
    await add('tokyo', 5, { timezone: 'Asia/Tokyo' });
    await add('honolulu', 4, { timezone: 'Pacific/Honolulu' });
    await add('owner', 3);
    // That of December 2 begins on December 1 by the owner's clock.
    await schedule(day);
    for (let passed = 0; passed < 40; passed += 1) {
      later(hour);
      await pass();
    }
    expect(got()).toEqual(['honolulu', 'tokyo']);
    expect(await send()).toMatchObject({ warmUpDay: '2026-12-02', warmUpMost: 2 });
  });

  test('a change of preferences cannot make it more than the amount', async () => {
    const { add, schedule, later, pass, got, change, progress } = await openWarmUp(kind, { amounts: [2, 2] });
    await add('paused', 9, { pausedUntil: '2026-12-20' });
    await add('tokyo', 5, { timezone: 'Asia/Tokyo' });
    await add('owner', 4);
    await add('held', 3);
    await schedule(day);
    later(11 * hour);
    await pass();
    await change('paused', { pausedUntil: null });
    await change('held', { sendTime: '11:00' });
    later(13 * hour);
    await pass();
    later(4 * hour);
    await pass();
    expect(got()).toEqual(['owner', 'tokyo']);
    expect(await progress()).toMatchObject({ recipients: 2, sent: 2 });
  });

  test('a place that a reader gave up goes to an older one who wants the email now', async () => {
    const { add, schedule, later, pass, got, change } = await openWarmUp(kind, { amounts: [2, 2] });
    await add('paused', 9, { pausedUntil: '2026-12-20' });
    await add('tokyo', 5, { timezone: 'Asia/Tokyo' });
    await add('owner', 4);
    await add('held', 3);
    await schedule(day);
    later(11 * hour);
    await pass();
    await change('owner', { pausedUntil: '2026-12-20' });
    await change('paused', { pausedUntil: null });
    later(13 * hour);
    await pass();
    expect(got()).toEqual(['paused', 'tokyo']);
  });

  test('its first day does not move, and with a clock that goes back nobody gets more', async () => {
    const { add, sendOne, view, clock, pass } = await openWarmUp(kind, { amounts: [1, 2, 3] });
    for (let nth = 0; nth < 4; nth += 1) await add(`reader${nth}`, 60 + nth);
    // An idle pass stores it.
    await pass();
    clock.now = new Date(clock.now.getTime() + 2 * day);
    expect(await sendOne()).toHaveLength(3);
    expect(await view()).toMatchObject({ firstDay: '2026-12-01', today: 3 });
    clock.now = new Date('2026-11-20T12:00:00Z');
    expect(await sendOne()).toHaveLength(1);
    expect(await view()).toMatchObject({ firstDay: '2026-12-01', today: 1 });
  });

  test('before a first day that was set, it sends as on that day', async () => {
    const { givenReaders, sendOne, view } = await openWarmUp(kind, { amounts: [1, 4], from: '2026-12-05' });
    await givenReaders(4);
    expect(await sendOne()).toHaveLength(1);
    expect(await view()).toMatchObject({ firstDay: '2026-12-05', today: 1 });
  });

  test('a weekly email has the rest of its day’s amount', async () => {
    const { add, provider, db, now, clock, later, pass, got, sendOne } = await openWarmUp(kind, {
      amounts: [3],
    });
    await add('daily1', 9);
    await add('daily2', 8);
    await add('weekly1', 7, { cadence: 'weekly' });
    await add('weekly2', 6, { cadence: 'weekly' });
    expect(await sendOne()).toEqual(['daily1', 'daily2']);
    const sends = smtpSends({ database: db, now });
    const { messageId } = await provider.sends.createMessage({
      name: 'weekly',
      subject: 'The week',
      html: 'The week',
      text: 'The week',
    });
    const at = new Date(clock.now.getTime() + hour);
    const email = {
      day: '2026-12-01',
      localTime: '09:00',
      timezone: 'America/New_York',
      at,
      weekly: 'usual',
    } as const;
    await sends.schedule(messageId, at, { times: { email, lastAt: at } });
    later(hour);
    await pass();
    expect(got()).toEqual(['weekly1']);
  });

  test('once it is switched off, everyone gets the emails, and the next one begins again', async () => {
    const { givenReaders, sendOne, schedule, pass, openProvider, later, got, view, db } = await openWarmUp(
      kind,
      { amounts: [1, 2, 3] },
    );
    await givenReaders(4);
    expect(await sendOne()).toHaveLength(1);
    const off = openProvider(db, { warmUp: undefined });
    later(2 * day);
    await schedule(hour);
    later(hour);
    await pass(off);
    expect(got()).toHaveLength(4);
    expect(await view()).toMatchObject({ firstDay: '2026-12-03', today: 1 });
  });

  test('days in the sandbox do not begin it again', async () => {
    const { givenReaders, sendOne, schedule, pass, openProvider, later, view, db } = await openWarmUp(kind, {
      amounts: [1, 2, 3],
    });
    await givenReaders(4);
    expect(await sendOne()).toHaveLength(1);
    later(2 * day);
    await schedule(hour);
    later(hour);
    await pass(openProvider(db, { warmUp: undefined }, true));
    expect(await view()).toMatchObject({ firstDay: '2026-12-01', today: 3 });
  });

  test('a restart with other amounts keeps the day', async () => {
    const { givenReaders, sendOne, schedule, pass, openProvider, later, got, db } = await openWarmUp(kind, {
      amounts: [1, 2, 3],
    });
    await givenReaders(9);
    expect(await sendOne()).toHaveLength(1);
    later(day - 2 * hour);
    await schedule(hour);
    later(hour);
    await pass(openProvider(db, { warmUp: { schedule: '5, 6', amounts: [5, 6], from: undefined } }));
    expect(got()).toHaveLength(6);
  });

  test('sends the rest through a second server, each reader once, in small pieces and with two processes', async () => {
    const { add, later, schedule, pass, openProvider, got, second, progress, view, db, now } =
      await openWarmUp(kind, { amounts: [3, 5], isRestSent: true, prepareBatch: 2 });
    for (let nth = 0; nth < 9; nth += 1) await add(`reader${nth}`, 10 + nth);
    const rest = () => (second?.received.splice(0) ?? []).map(({ to }) => to.split('@')[0]).toSorted();
    await schedule(hour);
    later(hour);
    await Promise.all([pass(openProvider()), pass(openProvider())]);
    await pass();
    expect(got()).toEqual(['reader6', 'reader7', 'reader8']);
    expect(rest()).toEqual(['reader0', 'reader1', 'reader2', 'reader3', 'reader4', 'reader5']);
    expect(await progress()).toMatchObject({
      recipients: 9,
      sent: 9,
      warmUp: null,
      relays: [
        { relay: 'first', sent: 3 },
        { relay: 'second', sent: 6 },
      ],
    });
    expect(await view()).toMatchObject({ taken: 3, isRestSent: true });
    const deps = { database: db, now, timezone: 'America/New_York' };
    const warmUp = { schedule: '3, 5', amounts: [3, 5], from: undefined, isRestSent: true };
    expect(await warmUpReaches({ ...deps, warmUp }, async () => 9)).toBeUndefined();

    // A second email of the day finds nothing left of its amount.
    await schedule(hour);
    later(hour);
    await pass();
    expect([got(), rest()]).toEqual([[], expect.objectContaining({ length: 9 })]);

    // The next day has more, and after the last day there is no rest.
    for (const through of [5, 9]) {
      later(day - hour);
      await schedule(hour);
      later(hour);
      await pass();
      expect([got().length, rest().length]).toEqual([through, 9 - through]);
    }
  });

  test('sends to readers who join in the meantime through the second server, and never holds them back', async () => {
    const { add, later, schedule, pass, got, second, db, clock } = await openWarmUp(kind, {
      amounts: [5],
      isRestSent: true,
    });
    await add('early', 3);
    // Due in Honolulu hours later.
    await add('late', 2, { timezone: 'Pacific/Honolulu' });
    await schedule(hour);
    later(hour);
    await pass();
    expect(got()).toEqual(['early']);
    await add('joined', 0, { timezone: 'Pacific/Honolulu', createdAt: clock.now });
    later(5 * hour);
    await pass();
    expect(got()).toEqual(['late']);
    expect(second?.received.map(({ to }) => to)).toEqual(['joined@example.com']);
    expect(await db.em().count(Delivery)).toBe(3);
  });
});
