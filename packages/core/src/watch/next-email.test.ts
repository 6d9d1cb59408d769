import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../test/schedule.ts';
import { noReaders } from '../contract/reader-counts.ts';
import { describeAudience } from '../contract/tomorrow.ts';
import { type Weekday, weekdays } from '../contract/weekdays.ts';
import type { WordFinding } from '../contract/word-check.ts';
import { ProviderUnreachable } from '../mail/mail-provider.ts';
import { calendarDay, instantAt, parseInstant } from '../platform/calendar.ts';
import { nextSendDays } from '../schedule/autopilot/autopilot-store.ts';
import { cancelEmail } from '../schedule/cancel-email.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { type NextEmailDeps, openNextEmail } from './next-email.ts';

/** 7:00 in New York, an hour at which emails go out. */
async function openMorning(
  kind: DatabaseKind,
  {
    timezone = 'America/New_York',
    onOtherDays = 0,
    ...more
  }: Partial<Pick<NextEmailDeps, 'timezone' | 'lessonsOn' | 'checkBackoff' | 'warmUp'>> & {
    onOtherDays?: number;
  } = {},
) {
  const desk = await openTestSchedule(kind);
  const findings = new Map<number, WordFinding[]>();
  const calls = () => desk.sandbox.calls.length;
  const rhythm = { days: weekdays as readonly Weekday[], skipped: new Set<string>() };
  const tomorrow = openNextEmail({
    ...desk.deps,
    timezone,
    nextSendDay: async (from) => nextSendDays(from, rhythm, 1)[0],
    publicUrl: 'https://words.example',
    usualTime: async (day) => instantAt({ day, time: '07:00' }, timezone),
    doubts: async () => [],
    readers: {
      count: async () => ({
        total: 5,
        byStatus: { ...noReaders, subscribed: 3, unconfirmed: 2 },
        perDay: [],
      }),
      countOnOtherDays: async () => onOtherDays,
    },
    lastPass: async () => ({ finishedAt: desk.clock.now, failures: 0 }),
    findings: async (wordId) => findings.get(wordId) ?? [],
    ...more,
  });
  await desk.givenWaitingReaders(['ada@example.com']);
  await desk.pass();
  const at = (wallClock: string) => {
    desk.clock.now = parseInstant(wallClock, timezone) as Date;
  };
  return { ...desk, tomorrow, calls, findings, rhythm, at };
}

describe.each(databaseKinds)('tomorrow on %s', (kind) => {
  test('is ready once the provider has the email, and shows its word', async () => {
    const { tomorrow, schedule } = await openMorning(kind);
    expect(await tomorrow()).toMatchObject({
      verdict: 'nothing_scheduled',
      day: '2026-12-02',
      isToday: false,
      email: null,
    });
    const { id, wordId } = await schedule(24);
    expect(await tomorrow()).toEqual({
      verdict: 'ready',
      reasons: [],
      day: '2026-12-02',
      sendTime: '2026-12-02T12:00:00.000Z',
      isToday: false,
      isRestDayTomorrow: false,
      sendingHeldSince: null,
      email: {
        id,
        wordId,
        word: 'word 1',
        scheduledDate: '2026-12-02T12:00:00.000Z',
        isDue: false,
        phoneticPronunciation: expect.any(String),
        definition: expect.any(String),
      },
      others: [],
      failed: null,
      readers: 3,
      onOtherDays: 0,
      warmUp: null,
      readersByStatus: { ...noReaders, subscribed: 3, unconfirmed: 2 },
      doubts: [],
      providerProblem: null,
      mailServerOut: null,
      timezone: 'America/New_York',
    });
  });

  test('with a course, goes to readers who have had all its lessons', async () => {
    const course = { lessons: 2, underWay: 2, finished: 1 };
    const { tomorrow, schedule } = await openMorning(kind, { lessonsOn: async () => course });
    await schedule(24);
    expect(await tomorrow()).toMatchObject({ readers: 1, course });
  });

  test('does not go to readers who paused or chose other days, of whom none waits for a warm-up', async () => {
    const { tomorrow, schedule } = await openMorning(kind, {
      onOtherDays: 1,
      warmUp: async () => ({ day: 1, days: 42, most: 2 }),
    });
    await schedule(24);
    const view = await tomorrow();
    expect(view).toMatchObject({ readers: 2, onOtherDays: 1, warmUp: null });
    expect(describeAudience(view)).toBe('2 readers (not to 2 unconfirmed, 1 who paused or chose other days)');
    // Those who changed it since may have the email.
    const email = view.email && { ...view.email, isDue: true, sent: 1 };
    expect(describeAudience({ ...view, email })).toBe('2 readers, of whom 1 has it (not to 2 unconfirmed)');
  });

  test('is the soonest email of today and tomorrow, and not one of the day after', async () => {
    const { tomorrow, schedule } = await openMorning(kind);
    await schedule(48);
    expect(await tomorrow()).toMatchObject({ verdict: 'nothing_scheduled' });
    await schedule(24);
    const { id } = await schedule(3);
    expect(await tomorrow()).toMatchObject({ day: '2026-12-01', isToday: true, email: { id } });
  });

  test('names the other emails whose time has come', async () => {
    const { tomorrow, schedule, later } = await openMorning(kind);
    const { id } = await schedule(1);
    const other = await schedule(2);
    await schedule(24);
    later(hour);
    const second = { id: other.id, word: 'word 2', scheduledDate: '2026-12-01T14:00:00.000Z' };
    const email = { id, isDue: true };
    expect(await tomorrow()).toMatchObject({ email, others: [{ ...second, isDue: false }] });
    later(hour);
    expect(await tomorrow()).toMatchObject({ email, others: [{ ...second, isDue: true }] });
  });

  test('names all emails of a day in the order in which they go out, and checks the word of each', async () => {
    const { tomorrow, schedule, findings } = await openMorning(kind);
    const { id } = await schedule(24);
    const second = await schedule(24);
    const third = await schedule(23.5);
    await schedule(48);
    const view = await tomorrow();
    expect(view).toMatchObject({ verdict: 'ready', email: { id: third.id, word: 'word 3' } });
    expect(view.others.map(({ id, isDue }) => ({ id, isDue }))).toEqual([
      { id, isDue: false },
      { id: second.id, isDue: false },
    ]);
    const finding = { code: 'field.missing', field: 'etymology', message: 'Etymology is missing.' } as const;
    for (const { wordId } of [second, third]) findings.set(wordId, [finding]);
    expect(await tomorrow()).toMatchObject({
      verdict: 'at_risk',
      reasons: [
        { code: 'word_findings', message: '“word 3” needs work: Etymology is missing.' },
        { code: 'word_findings', message: '“word 2” needs work: Etymology is missing.' },
      ],
    });
  });

  test('refers to today before the usual hour, unless its email went out early', async () => {
    const { tomorrow, clock, db, schedule } = await openMorning(kind);
    clock.now = new Date('2026-12-01T11:00:00Z');
    expect(await tomorrow()).toMatchObject({ day: '2026-12-01', isToday: true });
    const { id } = await schedule(0.1);
    clock.now = new Date('2026-12-01T11:30:00Z');
    await db.em().nativeUpdate(ScheduledEmail, { id }, { status: 'sent' });
    expect(await tomorrow()).toMatchObject({ day: '2026-12-02', isToday: false });
  });

  test('is at risk while the provider is down, and ready again when it is back', async () => {
    const { tomorrow, schedule, sandbox, pass, later } = await openMorning(kind);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 1000 });
    await schedule(24);
    const codes = async () => (await tomorrow()).reasons.map(({ code }) => code);
    expect(await codes()).toEqual(['email_waiting', 'provider_unreachable']);
    expect((await tomorrow()).providerProblem).toMatch(/\w/);
    sandbox.faults.clear();
    later(hour / 4);
    await pass();
    expect(await codes()).toEqual([]);
    expect((await tomorrow()).providerProblem).toBeNull();
  });

  test('names an email of that day that failed, until another one is waiting', async () => {
    const { tomorrow, schedule, db } = await openMorning(kind);
    const { id } = await schedule(24);
    const later = await schedule(48);
    await db.em().nativeUpdate(ScheduledEmail, { id: [id, later.id] }, { status: 'failed' });
    expect(await tomorrow()).toMatchObject({ verdict: 'nothing_scheduled', failed: { id, word: 'word 1' } });
    await schedule(25);
    expect(await tomorrow()).toMatchObject({ verdict: 'ready', failed: null });
  });

  test('is at risk while the word of the email has findings', async () => {
    const { tomorrow, schedule, findings } = await openMorning(kind);
    const { wordId } = await schedule(24);
    findings.set(wordId, [
      { code: 'field.missing', field: 'etymology', message: 'Etymology is missing. Fill it in.' },
    ]);
    expect(await tomorrow()).toMatchObject({
      verdict: 'at_risk',
      reasons: [{ code: 'word_findings', message: expect.stringContaining('“word 1” needs work') }],
    });
    findings.clear();
    expect(await tomorrow()).toMatchObject({ verdict: 'ready' });
  });

  test('says nothing of a word whose email is being sent: its text stays as it is', async () => {
    const { tomorrow, schedule, findings, later } = await openMorning(kind);
    const { wordId } = await schedule(1);
    findings.set(wordId, [{ code: 'field.missing', field: 'etymology', message: 'Etymology is missing.' }]);
    expect(await tomorrow()).toMatchObject({ reasons: [{ code: 'word_findings' }] });
    later(hour * 1.05);
    const { email, reasons } = await tomorrow();
    expect(email).toMatchObject({ wordId, isDue: true });
    expect(reasons.map(({ code }) => code)).not.toContain('word_findings');
  });

  test('notices a send that was canceled in the provider’s own pages', async () => {
    const { tomorrow, schedule, provider, later } = await openMorning(kind);
    const { sendId } = await schedule(24);
    expect(await tomorrow()).toMatchObject({ verdict: 'ready' });
    await provider.sends.cancel(`${sendId}`);
    later(hour / 4);
    expect(await tomorrow()).toMatchObject({
      verdict: 'at_risk',
      reasons: [{ code: expect.stringMatching(/^send_(missing|cancelled)$/) }],
    });
  });

  test('asks the provider again only after some minutes, or for another email', async () => {
    const { tomorrow, schedule, calls, later, deps } = await openMorning(kind);
    const first = await schedule(24);
    await tomorrow();
    const before = calls();
    for (let n = 0; n < 20; n += 1) await tomorrow();
    expect(calls()).toBe(before);
    later(5 * 60_000);
    await tomorrow();
    expect(calls()).toBe(before + 1);
    await cancelEmail(deps, first.id);
    const second = await schedule(23);
    expect(await tomorrow()).toMatchObject({ verdict: 'ready', email: { id: second.id } });
  });

  test('asks a provider that limits calls again as soon as this process cannot reach it', async () => {
    const { tomorrow, schedule, provider, sandbox } = await openMorning(kind);
    await schedule(24);
    expect(await tomorrow()).toMatchObject({ verdict: 'ready' });
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 1000 });
    expect(await tomorrow()).toMatchObject({ verdict: 'ready' });
    await expect(provider.sends.get('1')).rejects.toThrow();
    expect(await tomorrow()).toMatchObject({
      verdict: 'at_risk',
      reasons: [{ code: 'provider_unreachable' }],
    });
  });

  test('says within 15 minutes that such a provider is down, however often it was asked before', async () => {
    const { tomorrow, schedule, sandbox, later } = await openMorning(kind);
    await schedule(24);
    expect(await tomorrow()).toMatchObject({ verdict: 'ready' });
    later(14 * 60_000);
    expect(await tomorrow()).toMatchObject({ verdict: 'ready' });
    sandbox.faults.next({ path: /time/, fault: { status: 503 }, times: 1000 });
    later(60_000);
    expect(await tomorrow()).toMatchObject({ verdict: 'at_risk' });
  });

  test('is at risk while the provider asks not to be called, whatever was cached', async () => {
    let isResting = false;
    const { tomorrow, schedule } = await openMorning(kind, {
      async checkBackoff() {
        if (isResting) throw new ProviderUnreachable('Not now.', { mayHaveHappened: false });
      },
    });
    await schedule(24);
    expect(await tomorrow()).toMatchObject({ verdict: 'ready' });
    isResting = true;
    expect(await tomorrow()).toMatchObject({ verdict: 'at_risk', providerProblem: 'Not now.' });
  });

  const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;

  test('is about Monday after Friday’s email, if weekends are free', async () => {
    const { tomorrow, schedule, rhythm, at } = await openMorning(kind);
    rhythm.days = workdays;
    at('2026-12-04 08:00');
    const nothing = {
      verdict: 'nothing_scheduled',
      day: '2026-12-07',
      isToday: false,
      isRestDayTomorrow: true,
    };
    expect(await tomorrow()).toMatchObject(nothing);
    const monday = await schedule(71);
    const ready = { verdict: 'ready', day: '2026-12-07', isRestDayTomorrow: true, email: { id: monday.id } };
    expect(await tomorrow()).toMatchObject(ready);
    at('2026-12-06 09:00');
    expect(await tomorrow()).toMatchObject({ ...ready, isToday: false, isRestDayTomorrow: false });
    at('2026-12-07 05:00');
    expect(await tomorrow()).toMatchObject({ ...ready, isToday: true, isRestDayTomorrow: false });
  });

  test('is Friday until its email is sent, and can be an email that someone put on a free day', async () => {
    const { tomorrow, schedule, rhythm, at, db } = await openMorning(kind);
    rhythm.days = workdays;
    at('2026-12-04 05:00');
    await schedule(74);
    expect(await tomorrow()).toMatchObject({
      verdict: 'nothing_scheduled',
      day: '2026-12-04',
      isToday: true,
    });
    const friday = await schedule(2);
    const isFriday = { verdict: 'ready', day: '2026-12-04', isToday: true, email: { id: friday.id } };
    expect(await tomorrow()).toMatchObject({ ...isFriday, isRestDayTomorrow: true });
    const saturday = await schedule(26);
    expect(await tomorrow()).toMatchObject({ ...isFriday, isRestDayTomorrow: false });
    await db.em().nativeUpdate(ScheduledEmail, { id: friday.id }, { status: 'sent' });
    at('2026-12-04 20:00');
    expect(await tomorrow()).toMatchObject({
      verdict: 'ready',
      day: '2026-12-05',
      isToday: false,
      isRestDayTomorrow: false,
      email: { id: saturday.id },
    });
  });

  test('moves past skipped days, and stays with tomorrow if all days are skipped', async () => {
    const { tomorrow, rhythm, at } = await openMorning(kind);
    rhythm.skipped = new Set(['2026-12-02', '2026-12-03']);
    at('2026-12-01 20:00');
    expect(await tomorrow()).toMatchObject({ day: '2026-12-04', isRestDayTomorrow: true });
    rhythm.days = [];
    expect(await tomorrow()).toMatchObject({ day: '2026-12-02', isRestDayTomorrow: false });
  });

  // The clocks change on the free days of the first three; in the fourth they never do.
  test.each([
    { zone: 'America/New_York', friday: '2026-10-30', monday: '2026-11-02' },
    { zone: 'Europe/Berlin', friday: '2026-03-27', monday: '2026-03-30' },
    { zone: 'Australia/Lord_Howe', friday: '2026-10-02', monday: '2026-10-05' },
    { zone: 'Asia/Kolkata', friday: '2026-12-04', monday: '2026-12-07' },
    { zone: 'America/Santiago', friday: '2026-09-04', monday: '2026-09-07' },
  ])('finds Monday from late on Friday and early on Saturday in $zone', async ({ zone, friday, monday }) => {
    const { tomorrow, schedule, clock, rhythm, at } = await openMorning(kind, { timezone: zone });
    rhythm.days = workdays;
    at(`${monday} 23:30`);
    const late = clock.now;
    at(`${friday} 23:30`);
    const { id } = await schedule((late.getTime() - clock.now.getTime()) / hour);
    for (const now of [`${friday} 23:30`, `${friday} 23:59`]) {
      at(now);
      expect(await tomorrow()).toMatchObject({ day: monday, isRestDayTomorrow: true, email: { id } });
    }
    clock.now = new Date(clock.now.getTime() + 120_000);
    expect(calendarDay(clock.now, zone)).not.toBe(friday);
    expect(await tomorrow()).toMatchObject({ day: monday, isRestDayTomorrow: true, email: { id } });
  });
});
