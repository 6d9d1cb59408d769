import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../test/schedule.ts';
import { Registration } from '../readers/reader-tables.ts';
import { savePlan } from './autopilot/autopilot-store.ts';
import { moveEmail } from './move-email.ts';
import { offTimeEmails } from './off-time.ts';

/** At 07:00 in New York on December 1. */
async function open(kind: (typeof databaseKinds)[number]) {
  const opened = await openTestSchedule(kind);
  const { deps, db } = opened;
  const setUsual = (time: string) =>
    savePlan(
      { database: db, random: () => 0 },
      { isOn: false, time, days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], ahead: 7 },
    );
  return {
    ...opened,
    setUsual,
    offTime: (timezone = deps.timezone) => offTimeEmails({ ...deps, timezone }),
    /** Moves what can be moved, as the admin area and the terminal do. */
    async moveAll(timezone = deps.timezone) {
      const { emails } = await offTimeEmails({ ...deps, timezone });
      for (const { id, usualDate, obstacle } of emails)
        if (obstacle === null) await moveEmail({ ...deps, timezone }, id, { scheduledDate: usualDate });
    },
  };
}

describe.each(databaseKinds)('emails that are not at the usual time, on %s', (kind) => {
  test('none while nothing has changed', async () => {
    const { schedule, offTime } = await open(kind);
    await schedule(24);
    expect(await offTime()).toEqual({ time: '07:00', emails: [] });
  });

  test('after a change of the time zone, each can be moved on its day there, before and after a pass', async () => {
    const { schedule, offTime, moveAll, pass, sends } = await open(kind);
    const [first, second] = [await schedule(24), await schedule(48)];
    const timezone = 'America/Los_Angeles';
    const expected = {
      time: '07:00',
      emails: [
        {
          id: first.id,
          wordId: first.wordId,
          word: 'word 1',
          scheduledDate: '2026-12-02T12:00:00.000Z',
          usualDate: '2026-12-02T15:00:00.000Z',
          obstacle: null,
        },
        {
          id: second.id,
          wordId: second.wordId,
          word: 'word 2',
          scheduledDate: '2026-12-03T12:00:00.000Z',
          usualDate: '2026-12-03T15:00:00.000Z',
          obstacle: null,
        },
      ],
    };
    expect(await offTime(timezone)).toEqual(expected);
    await pass({ timezone });
    expect(await offTime(timezone)).toEqual(expected);
    await moveAll(timezone);
    expect((await offTime(timezone)).emails).toEqual([]);
    const live = (await sends()).filter(({ status }) => status !== 'canceled');
    expect(live.map(({ scheduledTime }) => new Date(scheduledTime).toISOString())).toEqual([
      '2026-12-02T15:00:00.000Z',
      '2026-12-03T15:00:00.000Z',
    ]);
  });

  test('the day is the one that the calendar shows in the new zone', async () => {
    const { schedule, offTime } = await open(kind);
    await schedule(24);
    expect((await offTime('Pacific/Auckland')).emails).toMatchObject([
      { scheduledDate: '2026-12-02T12:00:00.000Z', usualDate: '2026-12-02T18:00:00.000Z' },
    ]);
  });

  test('never into the past, nor onto another email', async () => {
    const { schedule, offTime, setUsual, moveAll, entry } = await open(kind);
    const today = await schedule(3);
    const [early, usual, late] = [await schedule(23), await schedule(24), await schedule(36)];
    const [one, other] = [await schedule(47), await schedule(49)];
    const obstacles = async () => (await offTime()).emails.map(({ id, obstacle }) => [id, obstacle]);
    expect(await obstacles()).toEqual([
      [today.id, 'past'],
      [early.id, 'taken'],
      [late.id, 'taken'],
      [one.id, null],
      [other.id, 'taken'],
    ]);
    await moveAll();
    expect(await entry(one.id)).toMatchObject({ day: '2026-12-03', localTime: '07:00' });
    expect(await entry(usual.id)).toMatchObject({ day: '2026-12-02', localTime: '07:00' });
    expect(await obstacles()).toEqual([
      [today.id, 'past'],
      [early.id, 'taken'],
      [late.id, 'taken'],
      [other.id, 'taken'],
    ]);
    // At another usual time, an email is there already.
    await setUsual('19:00');
    expect(await obstacles()).toEqual([
      [today.id, null],
      [early.id, 'taken'],
      [usual.id, 'taken'],
      [one.id, null],
      [other.id, 'taken'],
    ]);
    expect((await offTime()).time).toBe('19:00');
  });

  test('one that goes out in a minute is left out', async () => {
    const { schedule, offTime } = await open(kind);
    await schedule(1 / 60);
    expect((await offTime()).emails).toEqual([]);
  });

  test('one that is being sent, was sent or failed is left out', async () => {
    const { schedule, offTime, db, later } = await open(kind);
    const [due, failed] = [await schedule(2), await schedule(26)];
    await schedule(50);
    await db
      .em()
      .getConnection()
      .execute(`update scheduled_emails set status = 'failed' where id = ${failed.id}`);
    later(2 * hour);
    const ids = (await offTime()).emails.map(({ id }) => id);
    expect(ids).not.toContain(due.id);
    expect(ids).toHaveLength(1);
  });

  test('where readers have local times, a new zone alone moves none', async () => {
    const { schedule, offTime, db, clock, pass } = await open(kind);
    const tokyo = { firstName: 'Ada', createdAt: clock.now, timezone: 'Asia/Tokyo' };
    await db.em().insert(Registration, { ...tokyo, email: 'ada@example.com', status: 'subscribed' });
    await schedule(48);
    expect((await offTime('Europe/Paris')).emails).toEqual([]);
    await pass({ timezone: 'Europe/Paris' });
    expect((await offTime('Europe/Paris')).emails).toEqual([]);
  });

  test('a usual time that the clocks skip is the time after them', async () => {
    const { schedule, offTime, setUsual, clock, moveAll } = await open(kind);
    clock.now = new Date('2027-03-13T12:00:00Z');
    await schedule(24);
    await setUsual('02:30');
    expect((await offTime()).emails).toMatchObject([{ usualDate: '2027-03-14T07:30:00.000Z' }]);
    await moveAll();
    expect((await offTime()).emails).toEqual([]);
  });
});
