import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import type { PreferencesChange } from '../../contract/preferences.ts';
import { countOnOtherDays } from '../../readers/list-readers.ts';
import { changePreferences } from '../../readers/preferences.ts';
import { Registration } from '../../readers/reader-tables.ts';
import { cancelEmail } from '../../schedule/cancel-email.ts';
import { followTimezone, timezoneNote } from '../../schedule/follow-timezone.ts';
import { createProviderSends } from '../../schedule/provider-sends.ts';
import { engine, SmtpSend } from './engine-tables.ts';
import { momentsToJoin } from './manage-sends.ts';

const hour = 3_600_000;

/** It is noon UTC on December 1, 2026, 7:00 in New York, where the owner is; the email is for 7:00 the next day. */
async function openWaves(kind: (typeof databaseKinds)[number], policy: { prepareBatch?: number } = {}) {
  const sending = await openTestSending(kind, { policy });
  const { db, now, clock } = sending;
  const add = async (name: string, fields: Partial<Registration> = {}) => {
    const joinedAt = new Date(clock.now.getTime() - 1000);
    return db.em().insert(Registration, {
      email: `${name}@example.com`,
      firstName: name,
      createdAt: joinedAt,
      statusAt: joinedAt,
      status: 'subscribed',
      ...fields,
    });
  };
  /** Passes every half hour, and who got an email at which time. */
  async function passUntil(end: string): Promise<Record<string, string[]>> {
    const got: Record<string, string[]> = {};
    while (clock.now < new Date(end)) {
      const before = sending.received.length;
      await sending.pass();
      const at = clock.now.toISOString().slice(5, 16);
      for (const { to } of sending.received.slice(before)) {
        const name = to.split('@')[0] as string;
        got[name] = [...(got[name] ?? []), at];
      }
      sending.later(hour / 2);
    }
    return got;
  }
  const change = async (name: string, preferences: PreferencesChange) => {
    const { id } = await sending.reader(`${name}@example.com`);
    const deps = { database: db, now, timezone: 'America/New_York', localTimes: true };
    await changePreferences(deps, id, preferences);
  };
  const send = async () => (await db.em().find(SmtpSend, {}, { orderBy: { id: 'desc' } }))[0] as SmtpSend;
  return { ...sending, add, passUntil, change, send };
}

describe.each(databaseKinds)('local times on %s', (kind) => {
  test('each reader gets the email at its time where they live, or at a time of their own', async () => {
    const { db, deps, add, schedule, passUntil, entry, provider, send, received } = await openWaves(kind);
    await add('owner');
    await add('tokyo', { timezone: 'Asia/Tokyo' });
    await add('berlin', { timezone: 'Europe/Berlin' });
    await add('late', { timezone: 'America/New_York', sendTime: '21:30' });
    await add('honolulu', { timezone: 'Pacific/Honolulu' });
    await add('weekend', { timezone: 'Asia/Tokyo', weekdays: 'sat,sun' });
    await add('paused', { pausedUntil: '2026-12-03' });
    await add('back', { pausedUntil: '2026-12-02' });
    await add('weekly', { cadence: 'weekly' });
    await add('gone', { pausedUntil: '2026-12-03', status: 'unsubscribed' });
    expect(await countOnOtherDays({ database: db }, '2026-12-02', { hasCourse: false })).toBe(3);
    const { id } = await schedule(24 * hour);
    expect(await entry(id)).toMatchObject({
      day: '2026-12-02',
      firstAt: new Date('2026-12-01T22:00:00Z'),
      lastAt: new Date('2026-12-03T02:30:00Z'),
    });
    await passUntil('2026-12-01T12:30:00Z');
    // Its own time, not that of its first reader.
    const { entries } = await createProviderSends({ ...deps, provider: async () => provider }).list();
    expect(entries).toMatchObject([{ id, sendId: '1', scheduledTime: '2026-12-02T12:00:00.000Z' }]);
    const first = await passUntil('2026-12-02T09:00:00Z');
    expect(first).toEqual({ tokyo: ['12-01T22:00'], berlin: ['12-02T06:00'] });
    expect(await entry(id)).toMatchObject({ status: 'scheduled', word: { usedCount: 0 } });
    expect(await provider.deliveries.progress(`${(await send()).id}`)).toMatchObject({
      status: 'sending',
      recipients: 6,
      sent: 2,
      queued: 4,
      waves: { total: 5, begun: 2 },
      nextAt: '2026-12-02T12:00:00.000Z',
    });
    expect(await passUntil('2026-12-03T06:00:00Z')).toEqual({
      owner: ['12-02T12:00'],
      back: ['12-02T12:00'],
      honolulu: ['12-02T17:00'],
      late: ['12-03T02:30'],
    });
    expect(await entry(id)).toMatchObject({ status: 'sent', word: { usedCount: 1 } });
    const toHonolulu = received.find(({ to }) => to === 'honolulu@example.com');
    expect(toHonolulu?.raw.toString()).toContain('Date: Wed, 02 Dec 2026 17:00:00 +0000');
  });

  test('a reader who moves gets each email once, and misses none', async () => {
    const { add, schedule, passUntil, change } = await openWaves(kind);
    for (const name of ['west', 'east', 'later', 'pausing', 'returning'])
      await add(name, { timezone: 'Europe/Berlin' });
    await add('early', { timezone: 'Asia/Tokyo' });
    await schedule(24 * hour);
    await change('returning', { pausedUntil: '2026-12-04' });
    expect(await passUntil('2026-12-02T04:00:00Z')).toEqual({ early: ['12-01T22:00'] });
    await change('west', { timezone: 'America/Los_Angeles' });
    // 7:00 in Tokyo was six hours ago.
    await change('east', { timezone: 'Asia/Tokyo' });
    await change('later', { sendTime: '22:00' });
    await change('pausing', { pausedUntil: '2026-12-31' });
    await change('returning', { pausedUntil: null });
    // Has it already.
    await change('early', { timezone: 'America/New_York' });
    expect(await passUntil('2026-12-03T06:00:00Z')).toEqual({
      east: ['12-02T04:00'],
      returning: ['12-02T06:00'],
      west: ['12-02T15:00'],
      later: ['12-02T21:00'],
    });
  });

  test('a reader who joins during the day gets its email if the time is still to come for them', async () => {
    const { db, now, add, schedule, passUntil, entry, send } = await openWaves(kind);
    await add('berlin', { timezone: 'Europe/Berlin' });
    const { id } = await schedule(24 * hour);
    expect(await momentsToJoin(db, now())).toEqual([]);
    expect(await passUntil('2026-12-02T08:00:00Z')).toEqual({ berlin: ['12-02T06:00'] });
    expect((await entry(id)).status).toBe('sent');
    expect(await momentsToJoin(db, now())).toMatchObject([{ day: '2026-12-02', localTime: '07:00' }]);
    await add('newYork', { timezone: 'America/New_York' });
    await add('tokyo', { timezone: 'Asia/Tokyo' });
    await add('plain');
    expect(await passUntil('2026-12-02T13:00:00Z')).toEqual({
      newYork: ['12-02T12:00'],
      plain: ['12-02T12:00'],
    });
    await add('tooLate');
    await add('losAngeles', { timezone: 'America/Los_Angeles' });
    expect(await passUntil('2026-12-03T13:00:00Z')).toEqual({ losAngeles: ['12-02T15:00'] });
    expect(await send()).toMatchObject({ status: 'released', recipients: 4, sent: 4 });
    expect(await entry(id)).toMatchObject({ status: 'sent', word: { usedCount: 1 } });
    expect(await momentsToJoin(db, now())).toEqual([]);
  });

  test('an email that reached nobody was sent once a reader gets it who joined later', async () => {
    const { add, schedule, passUntil, entry, setFault } = await openWaves(kind);
    await add('owner');
    const { id } = await schedule(24 * hour);
    setFault(({ at }) => (at === 'rcpt' ? { at, code: 550, text: '5.1.1 No such mailbox' } : undefined));
    await passUntil('2026-12-02T13:00:00Z');
    expect(await entry(id)).toMatchObject({ status: 'sent', reason: 'No reader got it.' });
    setFault(() => undefined);
    await add('honolulu', { timezone: 'Pacific/Honolulu' });
    expect(await passUntil('2026-12-02T18:00:00Z')).toEqual({ honolulu: ['12-02T17:00'] });
    expect(await entry(id)).toMatchObject({ status: 'sent', reason: null });
  });

  test('the first and the last time of waiting emails follow the readers on the list', async () => {
    const { add, schedule, passUntil, entry, change, send, db } = await openWaves(kind);
    await add('owner');
    const { id } = await schedule(48 * hour);
    const at = new Date('2026-12-03T12:00:00Z');
    expect(await entry(id)).toMatchObject({ firstAt: at, lastAt: at });
    await add('tokyo', { timezone: 'Asia/Tokyo' });
    await passUntil('2026-12-01T13:00:00Z');
    expect(await entry(id)).toMatchObject({ firstAt: new Date('2026-12-02T22:00:00Z'), lastAt: at });
    expect(await send()).toMatchObject({ scheduledAt: new Date('2026-12-02T22:00:00Z'), status: 'pending' });
    await change('tokyo', { sendTime: '23:00' });
    await db.em().nativeUpdate(Registration, { email: 'tokyo@example.com' }, { status: 'unsubscribed' });
    await passUntil('2026-12-01T14:00:00Z');
    expect(await entry(id)).toMatchObject({ firstAt: at, lastAt: at });
    expect(await send()).toMatchObject({ scheduledAt: at });
    expect(await passUntil('2026-12-03T13:00:00Z')).toEqual({ owner: ['12-03T12:00'] });
  });

  test('an email that is scheduled when its time has passed for some goes to them with the first ones', async () => {
    const { add, schedule, passUntil } = await openWaves(kind);
    await add('auckland', { timezone: 'Pacific/Auckland' });
    await add('berlin', { timezone: 'Europe/Berlin' });
    await add('owner');
    // For 5:00 the next day in New York: 5:00 in Auckland that day is already past at 16:00 UTC.
    await passUntil('2026-12-01T17:00:00Z');
    await schedule(17 * hour);
    expect(await passUntil('2026-12-03T00:00:00Z')).toEqual({
      auckland: ['12-02T04:00'],
      berlin: ['12-02T04:00'],
      owner: ['12-02T10:00'],
    });
  });

  test('who joined before the email was scheduled gets it, although its time had passed where they live', async () => {
    const { add, schedule, passUntil, later, entry } = await openWaves(kind);
    await add('berlin', { timezone: 'Europe/Berlin' });
    await add('tokyo', { timezone: 'Asia/Tokyo', sendTime: '07:00' });
    // “Send one now”
    const { id } = await schedule(60_000);
    later(30_000);
    await add('tooLate', { timezone: 'Europe/Berlin', statusAt: new Date('2026-12-01T12:00:10Z') });
    later(30_000);
    expect(await passUntil('2026-12-01T14:00:00Z')).toEqual({
      berlin: ['12-01T12:01'],
      tokyo: ['12-01T12:01'],
    });
    expect(await entry(id)).toMatchObject({ status: 'sent' });
  });

  test('a reader for whom it is too late misses it, and the others do not', async () => {
    const { add, schedule, passUntil, later, states, db } = await openWaves(kind);
    await add('tokyo', { timezone: 'Asia/Tokyo' });
    await add('berlin', { timezone: 'Europe/Berlin' });
    await add('owner');
    await schedule(24 * hour);
    await passUntil('2026-12-01T13:00:00Z');
    // Nothing runs from 13:00 until 8:00: ten hours after the time in Tokyo, and two after that in Berlin.
    later(19 * hour);
    expect(await passUntil('2026-12-03T00:00:00Z')).toEqual({
      berlin: ['12-02T08:00'],
      owner: ['12-02T12:00'],
    });
    expect(await states()).toEqual({ sent: 2, failed: 1 });
    const missed = await db.read(
      engine.selectFrom('deliveries').select(['failure', 'answer']).where('state', '=', 'failed'),
    );
    expect(missed).toEqual([
      {
        failure: 'late',
        answer:
          'It was not tried within 6 hours of its time: Wordrise was not running, or did not get that far.',
      },
    ]);
  });

  test('in a send that starts late, all for whom it is too late miss it, however many they are', async () => {
    const { db, clock, schedule, pass, states, received } = await openWaves(kind, { prepareBatch: 50 });
    const joinedAt = new Date(clock.now.getTime() - 1000);
    const rows = Array.from({ length: 400 }, (_, nth) => ({
      email: `reader${nth}@example.com`,
      firstName: 'Ada',
      createdAt: joinedAt,
      statusAt: joinedAt,
      status: 'subscribed' as const,
      timezone: nth % 2 === 0 ? 'Asia/Tokyo' : null,
    }));
    await db.em().insertMany(Registration, rows);
    await schedule(24 * hour);
    await pass();
    // Nothing runs until then: ten hours after the time in Tokyo.
    clock.now = new Date('2026-12-02T08:00:00Z');
    for (let n = 0; n < 4; n += 1) await pass();
    expect(received).toEqual([]);
    expect(await states()).toEqual({ queued: 200, failed: 200 });
  });

  test('an email that has reached some readers can be stopped for the others, but not canceled', async () => {
    const { add, schedule, passUntil, deps, provider, send, states, entry } = await openWaves(kind);
    await add('tokyo', { timezone: 'Asia/Tokyo' });
    await add('owner');
    const { id } = await schedule(24 * hour);
    expect(await passUntil('2026-12-02T00:00:00Z')).toEqual({ tokyo: ['12-01T22:00'] });
    await expect(cancelEmail(deps, id)).rejects.toThrow('stop it on its delivery page');
    expect(await provider.deliveries.change(`${(await send()).id}`, 'stop')).toBe(true);
    await add('joining');
    expect(await passUntil('2026-12-02T14:00:00Z')).toEqual({});
    expect(await states()).toEqual({ sent: 1, skipped: 1 });
    expect((await entry(id)).status).toBe('sent');
  });

  test('an email that began in the sandbox is not sent on by a real mail server', async () => {
    const { db, add, schedule, passUntil, openProvider, pass, later, states, entry, send } =
      await openWaves(kind);
    const trial = openProvider(db, {}, true);
    await add('owner');
    const { id } = await schedule(hour);
    later(hour);
    await pass(trial);
    await pass(trial);
    expect((await entry(id)).status).toBe('sent');
    await add('honolulu', { timezone: 'Pacific/Honolulu' });
    await pass(trial);
    expect(await states()).toEqual({ sent: 1, queued: 1 });
    await add('losAngeles', { timezone: 'America/Los_Angeles' });
    expect(await passUntil('2026-12-02T00:00:00Z')).toEqual({});
    expect(await states()).toEqual({ sent: 1, skipped: 1 });
    expect((await send()).reason).toBe('It began in the sandbox, so nobody else gets it.');
  });

  test('an email that a real mail server began waits for it while the sandbox is set', async () => {
    const { db, add, schedule, passUntil, openProvider, pass, later, states, send } = await openWaves(kind);
    await add('owner');
    await add('honolulu', { timezone: 'Pacific/Honolulu' });
    await schedule(hour);
    later(hour);
    await pass();
    expect(await states()).toEqual({ sent: 1, queued: 1 });
    const trial = openProvider(db, {}, true);
    later(5 * hour);
    await pass(trial);
    expect(await trial.deliveries.isDue()).toBe(false);
    expect(await states()).toEqual({ sent: 1, queued: 1 });
    expect(await send()).toMatchObject({ status: 'paused', reason: expect.stringContaining('sandbox') });
    // It would only wait again.
    const sendId = `${(await send()).id}`;
    expect((await trial.deliveries.progress(sendId))?.actions).toEqual(['stop']);
    expect(await trial.deliveries.change(sendId, 'resume')).toBe(false);
    await pass(trial);
    expect(await send()).toMatchObject({ status: 'paused', reason: expect.stringContaining('sandbox') });
    await passUntil('2026-12-02T00:00:00Z');
    expect(await states()).toEqual({ sent: 2 });
  });

  test('a change of the time zone moves no email for readers elsewhere', async () => {
    const { add, schedule, passUntil, deps, entry, now } = await openWaves(kind);
    await add('tokyo', { timezone: 'Asia/Tokyo' });
    await add('owner');
    const { id } = await schedule(24 * hour);
    const context = { onEvent: () => {}, signal: undefined };
    expect(await timezoneNote({ ...deps, now, timezone: 'Europe/Paris' })).toBe(
      'The scheduled email keeps its day and local time. By the clock of Europe/Paris, it goes out on Wed, Dec 2, 2026, 07:00 (UTC+01:00).',
    );
    await followTimezone({ ...deps, now, timezone: 'Europe/Paris' }, context);
    expect(await entry(id)).toMatchObject({
      day: '2026-12-02',
      localTime: '07:00',
      scheduledDate: new Date('2026-12-02T06:00:00Z'),
    });
    deps.timezone = 'Europe/Paris';
    expect(await passUntil('2026-12-02T14:00:00Z')).toEqual({
      tokyo: ['12-01T22:00'],
      owner: ['12-02T06:00'],
    });
  });

  test('two days that overlap do not wait for each other', async () => {
    const { add, schedule, passUntil } = await openWaves(kind);
    await add('kiritimati', { timezone: 'Pacific/Kiritimati' });
    await add('samoa', { timezone: 'Pacific/Pago_Pago' });
    await schedule(24 * hour);
    await schedule(48 * hour);
    expect(await passUntil('2026-12-04T20:00:00Z')).toEqual({
      kiritimati: ['12-01T17:00', '12-02T17:00'],
      samoa: ['12-02T18:00', '12-03T18:00'],
    });
  });
});
