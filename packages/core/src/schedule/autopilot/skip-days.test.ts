import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../../test/databases.ts';
import { noAudit } from '../../../../../test/no-audit.ts';
import { openTestSchedule } from '../../../../../test/schedule.ts';
import { weekdays } from '../../contract/weekdays.ts';
import { openWords } from '../../words/open-words.ts';
import { cancelEmail } from '../cancel-email.ts';
import { storeEmails } from '../schedule-email.ts';
import { ScheduledEmail } from '../scheduled-email.ts';
import { AutopilotDay } from './autopilot-store.ts';
import { openAutopilot } from './open-autopilot.ts';

const mondayToFriday = { isOn: true, time: '07:00', days: weekdays.slice(0, 5), ahead: 7 };

/** A schedule on Tuesday, December 1, 2026, at 7:00, with emails at 7:00 on some of the next days. */
async function openTestHoliday(kind: DatabaseKind, { inDays = [] as number[] } = {}) {
  const test = await openTestSchedule(kind);
  const { deps, schedule } = test;
  const emails: { id: number; sendId: string | null; wordId: number }[] = [];
  for (const days of inDays) emails.push(await schedule(24 * days));
  const words = openWords({ ...deps, audit: noAudit, needsSetup: async () => false });
  const store = storeEmails.bind(undefined, deps);
  const cancel = (id: number) => cancelEmail(deps, id);
  const autopilot = openAutopilot({ ...deps, audit: noAudit, words, store, cancel });
  return {
    ...test,
    autopilot,
    words,
    emails,
    ids: emails.map(({ id }) => id),
    storedIds: async () =>
      (await test.db.em().find(ScheduledEmail, {}, { orderBy: { id: 'asc' } })).map(({ id }) => id),
    pendingSends: async () => (await test.sends()).filter(({ status }) => status === 'pending').length,
  };
}

describe.each(databaseKinds)('skipping days on %s', (kind) => {
  test('names the emails that still go out, and cancels none unless asked to', async () => {
    const { autopilot, ids, storedIds, pendingSends } = await openTestHoliday(kind, { inDays: [1, 2, 5, 9] });
    const expected = [
      { id: ids[1], wordId: expect.any(Number), word: 'word 2', scheduledDate: '2026-12-03T12:00:00.000Z' },
      { id: ids[2], wordId: expect.any(Number), word: 'word 3', scheduledDate: '2026-12-06T12:00:00.000Z' },
    ];
    expect(await autopilot.checkSkip('2026-12-03', { until: '2026-12-09' })).toEqual(expected);
    expect((await autopilot.get()).skippedDays).toEqual([]);
    const { emails, skippedDays, timezone } = await autopilot.skip('2026-12-03', { until: '2026-12-09' });
    expect(emails).toEqual(expected);
    expect(timezone).toBe('America/New_York');
    // The weekend too, whose days are off anyway.
    expect(skippedDays).toEqual([3, 4, 5, 6, 7, 8, 9].map((day) => `2026-12-0${day}`));
    expect(await storedIds()).toEqual(ids);
    expect(await pendingSends()).toBe(4);
  });

  test('names the emails on weekdays that are taken out, and cancels none', async () => {
    // Wednesday, Saturday, Sunday and Saturday.
    const { autopilot, ids, storedIds } = await openTestHoliday(kind, { inDays: [1, 4, 5, 11] });
    const daily = { ...mondayToFriday, days: [...weekdays], ahead: 1 };
    // Those of a schedule by hand may be meant for these days.
    expect((await autopilot.save(mondayToFriday)).emails).toBe(undefined);
    expect((await autopilot.save(daily)).emails).toBe(undefined);
    const { emails = [] } = await autopilot.save({ ...daily, days: weekdays.slice(0, 6) });
    expect(emails.map(({ id }) => id)).toEqual([ids[2]]);
    expect((await autopilot.save(daily)).emails).toBe(undefined);
    const both = await autopilot.save({ ...daily, days: weekdays.slice(0, 5) });
    expect(both.emails?.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[3]]);
    expect((await storedIds()).slice(0, 4)).toEqual(ids);
    expect((await autopilot.save({ ...daily, days: ['wed'], isOn: false })).emails).toBe(undefined);
  });

  test('cancels the emails of these days and no others, and the autopilot fills none again', async () => {
    const { autopilot, ids, storedIds, pendingSends, words, db } = await openTestHoliday(kind, {
      inDays: [1, 2, 3, 6, 7],
    });
    const range = { until: '2026-12-07', cancelEmails: true };
    expect((await autopilot.skip('2026-12-03', range)).emails).toEqual([]);
    expect(await storedIds()).toEqual([ids[0], ids[4]]);
    expect(await pendingSends()).toBe(2);
    expect(await words.unusedIds()).toHaveLength(3);
    expect((await autopilot.skip('2026-12-03', range)).emails).toEqual([]);

    await autopilot.save(mondayToFriday);
    const days = (await db.em().find(ScheduledEmail, {})).map(({ day }) => day).toSorted();
    expect(days).toEqual(['2026-12-02', '2026-12-08', '2026-12-09', '2026-12-10', '2026-12-11']);
    // Open again, it takes what is left: the word of one of them.
    await autopilot.unskip('2026-12-03', { until: '2026-12-07' });
    expect((await autopilot.get()).skippedDays).toEqual([]);
  });

  test('a single day is skipped and opened as before', async () => {
    const { autopilot, ids, storedIds } = await openTestHoliday(kind, { inDays: [1, 2] });
    expect((await autopilot.skip('2026-12-02')).emails).toMatchObject([{ id: ids[0] }]);
    expect((await autopilot.skip('2026-12-03', { cancelEmails: true })).emails).toEqual([]);
    expect(await storedIds()).toEqual([ids[0]]);
    await autopilot.unskip('2026-12-02');
    expect((await autopilot.get()).skippedDays).toEqual(['2026-12-03']);
  });

  test('an email that is sent meanwhile keeps no other from being canceled, and says why it stays', async () => {
    const { autopilot, ids, storedIds, later, outbox } = await openTestHoliday(kind, { inDays: [1, 2, 3] });
    later(25 * 3_600_000);
    await outbox();
    const { emails } = await autopilot.skip('2026-12-01', { until: '2026-12-31', cancelEmails: true });
    const problem = 'This email has already been sent and cannot be canceled.';
    expect(emails).toEqual([
      {
        id: ids[0],
        wordId: expect.any(Number),
        word: 'word 1',
        scheduledDate: '2026-12-02T12:00:00.000Z',
        problem,
      },
    ]);
    expect(await storedIds()).toEqual([ids[0]]);
  });

  test('a provider that does not answer is asked once, and the days are skipped anyway', async () => {
    const {
      autopilot,
      ids,
      storedIds,
      sandbox,
      emails: before,
    } = await openTestHoliday(kind, {
      inDays: [1, 2, 3],
    });
    sandbox.faults.next({ path: /sends\/\d+$/, fault: 'drop-before', times: 100 });
    const range = { until: '2026-12-31', cancelEmails: true };
    const { emails, skippedDays } = await autopilot.skip('2026-12-02', range);
    expect(emails.map(({ id }) => id)).toEqual(ids);
    expect(new Set(emails.map(({ problem }) => problem)).size).toBe(1);
    expect(emails[0]?.problem).toContain('cannot be reached');
    expect(skippedDays).toHaveLength(30);
    const asked = new Set(sandbox.calls.map(({ path }) => /sends\/(\d+)$/.exec(path)?.[1]));
    expect(asked).toContain(before[0]?.sendId);
    expect(asked).not.toContain(before[1]?.sendId);
    sandbox.faults.clear();
    expect((await autopilot.skip('2026-12-02', range)).emails).toEqual([]);
    expect(await storedIds()).toEqual([]);
  });

  test('emails that were sent or have failed stay and are not named', async () => {
    const { autopilot, db, ids, storedIds } = await openTestHoliday(kind, { inDays: [1, 2] });
    await db.em().nativeUpdate(ScheduledEmail, { id: ids[0] ?? 0 }, { status: 'sent' });
    await db.em().nativeUpdate(ScheduledEmail, { id: ids[1] ?? 0 }, { status: 'failed' });
    const { emails } = await autopilot.skip('2026-12-01', { until: '2026-12-31', cancelEmails: true });
    expect(emails).toEqual([]);
    expect(await storedIds()).toEqual(ids);
  });

  test.each([
    { until: '2026-12-20', message: 'The last day must not be before the first' },
    { until: '2027-12-22', message: 'Choose at most 366 days at once' },
  ])('until $until is refused, and nothing changes', async ({ until, message }) => {
    const { autopilot, db, ids, storedIds } = await openTestHoliday(kind, { inDays: [1] });
    const refusal = { code: 'input.invalid', fields: { until: [message] } };
    await expect(autopilot.skip('2026-12-21', { until, cancelEmails: true })).rejects.toMatchObject(refusal);
    await expect(autopilot.checkSkip('2026-12-21', { until })).rejects.toMatchObject(refusal);
    expect(await db.em().count(AutopilotDay)).toBe(0);
    expect(await storedIds()).toEqual(ids);
  });

  test.each([
    { day: '2026-11-30', until: undefined, field: 'day' },
    { day: '2026-11-20', until: '2026-11-30', field: 'until' },
  ])('days that are over are refused: $day to $until', async ({ day, until, field }) => {
    const { autopilot, db } = await openTestHoliday(kind);
    const refusal = { code: 'input.invalid', fields: { [field]: ['Choose a day that is not over yet'] } };
    const range = until === undefined ? {} : { until };
    await expect(autopilot.skip(day, range)).rejects.toMatchObject(refusal);
    await expect(autopilot.checkSkip(day, range)).rejects.toMatchObject(refusal);
    expect(await db.em().count(AutopilotDay)).toBe(0);
  });

  test('days that began before today are skipped, and so is today', async () => {
    const { autopilot } = await openTestHoliday(kind);
    await autopilot.skip('2026-11-28', { until: '2026-12-01' });
    expect((await autopilot.get()).skippedDays).toEqual(['2026-12-01']);
  });

  test('a whole year is skipped at once, and any number of days opened again', async () => {
    const { autopilot } = await openTestHoliday(kind);
    expect((await autopilot.skip('2026-12-02', { until: '2027-12-02' })).skippedDays).toHaveLength(366);
    await autopilot.skip('2027-12-03', { until: '2027-12-31' });
    await expect(autopilot.unskip('2026-12-02', { until: '2026-12-01' })).rejects.toMatchObject({
      fields: { until: ['The last day must not be before the first'] },
    });
    expect((await autopilot.unskip('2026-12-02', { until: '2027-12-30' })).skippedDays).toEqual([
      '2027-12-31',
    ]);
  });
});
