import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import type { PreferencesChange } from '../../contract/preferences.ts';
import { Delivery, SmtpSend } from '../../mail/engine/engine-tables.ts';
import { changePreferences } from '../../readers/preferences.ts';
import { Registration } from '../../readers/reader-tables.ts';
import { WeeklyEmail } from './weekly-email.ts';

const hour = 3_600_000;

/**
 * It is noon UTC on Tuesday, December 1, 2026, 7:00 in New York, where the owner is. A word goes out at 7:00 on each of
 * the next days. The usual day of the weekly email is Sunday, December 6.
 */
async function openWeek(kind: DatabaseKind, { hasRecap = false, words = 4 } = {}) {
  const sending = await openTestSending(kind);
  sending.deps.weekly = { day: 'sun', hasRecap };
  const { db, now, clock } = sending;
  const add = async (name: string, fields: Partial<Registration> = {}) => {
    const joinedAt = new Date(clock.now.getTime() - 1000);
    await db.em().insert(Registration, {
      email: `${name}@example.com`,
      firstName: name,
      createdAt: joinedAt,
      statusAt: joinedAt,
      status: 'subscribed',
      ...fields,
    });
  };
  for (let day = 1; day <= words; day += 1) await sending.schedule(day * 24 * hour);
  const subjectOf = (raw: Buffer) => /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw.toString())?.[1] ?? '';
  /** Passes every hour. Who got which weekly email when. */
  async function passUntil(end: string): Promise<Record<string, string[]>> {
    const got: Record<string, string[]> = {};
    while (clock.now < new Date(end)) {
      const before = sending.received.length;
      await sending.pass();
      for (const { to, raw } of sending.received.slice(before)) {
        const subject = subjectOf(raw).replace(/\r\n[ \t]/g, ' ');
        if (!subject.startsWith('Your week')) continue;
        const name = to.split('@')[0] as string;
        got[name] = [...(got[name] ?? []), clock.now.toISOString().slice(5, 16)];
      }
      sending.later(hour);
    }
    return got;
  }
  const change = async (name: string, preferences: PreferencesChange) => {
    const { id } = await sending.reader(`${name}@example.com`);
    await changePreferences(
      { database: db, now, timezone: 'America/New_York', localTimes: true },
      id,
      preferences,
    );
  };
  const all = () => db.em().find(WeeklyEmail, {}, { orderBy: { day: 'asc' } });
  const allOf = (name: string) =>
    sending.received.filter(({ to }) => to.startsWith(`${name}@`)).map(({ raw }) => subjectOf(raw));
  return { ...sending, add, passUntil, change, all, allOf };
}

const weekly = { cadence: 'weekly' } as const;

describe.each(databaseKinds)('the weekly email on %s', (kind) => {
  test('reaches each of its readers at their own time on their day, and nobody else', async () => {
    const { add, passUntil, all, allOf, entry: _ } = await openWeek(kind);
    await add('owner', weekly);
    await add('tokyo', { ...weekly, timezone: 'Asia/Tokyo' });
    await add('honolulu', { ...weekly, timezone: 'Pacific/Honolulu', sendTime: '21:30' });
    await add('saturday', { ...weekly, digestDay: 'sat', timezone: 'Europe/Berlin' });
    await add('paused', { ...weekly, pausedUntil: '2026-12-07' });
    await add('left', { ...weekly, status: 'unsubscribed' });
    await add('daily');
    expect(await passUntil('2026-12-09T12:00:00Z')).toEqual({
      saturday: ['12-05T06:00'],
      tokyo: ['12-05T22:00'],
      owner: ['12-06T12:00'],
      honolulu: ['12-07T08:00'],
    });
    expect((await all()).map(({ day, subject, words, reason }) => ({ day, subject, words, reason }))).toEqual(
      [
        { day: '2026-12-05', subject: 'Your week in words: word 1, word 2, word 3', words: 3, reason: null },
        {
          day: '2026-12-06',
          subject: 'Your week in words: word 1, word 2, word 3, word 4',
          words: 4,
          reason: null,
        },
      ],
    );
    expect(allOf('owner')).toEqual(['Your week in words: word 1, word 2, word 3, word 4']);
    expect(allOf('daily')).toEqual(['word 1', 'word 2', 'word 3', 'word 4']);
  });

  test('is not made without a word, nor without a reader', async () => {
    const { add, clock, passUntil, all } = await openWeek(kind, { words: 0 });
    clock.now = new Date('2026-12-05T08:00:00Z');
    await add('owner', weekly);
    expect(await passUntil('2026-12-07T12:00:00Z')).toEqual({});
    expect(await all()).toEqual([]);
    const without = await openWeek(kind);
    await without.add('daily');
    await without.passUntil('2026-12-02T13:00:00Z');
    without.clock.now = new Date('2026-12-05T08:00:00Z');
    expect(await without.passUntil('2026-12-07T12:00:00Z')).toEqual({});
    expect(await without.all()).toEqual([]);
  });

  test('is also for readers of the daily emails while the recap is on, if it is one of their days', async () => {
    const { add, passUntil, allOf } = await openWeek(kind, { hasRecap: true });
    await add('daily');
    await add('weekdays', { weekdays: 'mon,tue,wed,thu,fri' });
    await add('weekly', { ...weekly, digestDay: 'wed' });
    expect(await passUntil('2026-12-09T18:00:00Z')).toEqual({
      daily: ['12-06T12:00'],
      weekly: ['12-09T12:00'],
    });
    expect(allOf('daily')).toHaveLength(5);
    expect(allOf('weekdays')).toHaveLength(3);
  });

  test('comes instead of the daily ones as soon as a reader says so, and the other way round', async () => {
    const { add, passUntil, change, allOf, db } = await openWeek(kind, { words: 6 });
    for (const name of ['stays', 'starts', 'stops', 'late'])
      await add(name, { timezone: 'Europe/Berlin', ...((name === 'stops' || name === 'stays') && weekly) });
    await add('tokyo', { timezone: 'Asia/Tokyo', ...weekly });
    // 7:00 on Sunday has come in Tokyo, not in Berlin.
    expect(await passUntil('2026-12-06T05:00:00Z')).toEqual({ tokyo: ['12-05T22:00'] });
    await change('starts', { cadence: 'weekly' });
    await change('stops', { cadence: 'daily' });
    // Has it already.
    await change('tokyo', { digestDay: 'mon' });
    expect(await passUntil('2026-12-06T07:00:00Z')).toEqual({
      starts: ['12-06T06:00'],
      stays: ['12-06T06:00'],
    });
    // Too late for today.
    await change('late', { cadence: 'weekly' });
    expect(await passUntil('2026-12-07T23:00:00Z')).toEqual({ tokyo: ['12-06T22:00'] });
    expect(allOf('stops')).toEqual(['word 5', 'word 6']);
    expect(allOf('starts').at(-1)).toMatch(/^Your week/);
    expect(allOf('late')).toEqual(['word 1', 'word 2', 'word 3', 'word 4', 'word 5']);
    expect(await db.em().count(Delivery, { state: { $ne: 'sent' } })).toBe(0);
  });

  test('is made once by two processes, and continues after one of them stopped', async () => {
    const { add, openProvider, pass, provider, clock, all, received, db } = await openWeek(kind);
    for (let nth = 0; nth < 30; nth += 1) await add(`reader${nth}`, weekly);
    const other = openProvider();
    for (const time of ['2026-12-02T12:00:00Z', '2026-12-05T12:00:00Z', '2026-12-06T12:00:00Z']) {
      clock.now = new Date(time);
      const stop = new AbortController();
      setImmediate(() => stop.abort());
      await Promise.all([pass(provider, stop.signal), pass(other), pass(provider)]);
    }
    await pass(other);
    expect(await all()).toHaveLength(1);
    expect(await db.em().count(SmtpSend, { weekly: { $ne: null } })).toBe(1);
    expect(new Set(received.map(({ to }) => to)).size).toBe(30);
    expect(received).toHaveLength(30);
  });

  test('that cannot be rendered is not tried again, and says why', async () => {
    const { add, passUntil, all, deps } = await openWeek(kind);
    await add('owner', weekly);
    const { DomainError } = await import('../../platform/errors.ts');
    deps.renderWeekly = async () => {
      throw new DomainError('template.too_large', 'The email would be 2 MB.');
    };
    expect(await passUntil('2026-12-06T18:00:00Z')).toEqual({});
    expect(await all()).toMatchObject([{ day: '2026-12-06', reason: 'The email would be 2 MB.' }]);
  });
});
