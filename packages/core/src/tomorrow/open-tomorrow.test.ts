import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../test/schedule.ts';
import type { WordFinding } from '../contract/word-check.ts';
import { cancelEmail } from '../schedule/cancel-email.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { openTomorrow } from './open-tomorrow.ts';

/** 7:00 in New York, an hour at which emails go out. */
async function openMorning(kind: (typeof databaseKinds)[number]) {
  const desk = await openTestSchedule(kind);
  const findings = new Map<number, WordFinding[]>();
  const calls = () => desk.sandbox.calls.length;
  const tomorrow = openTomorrow({
    ...desk.deps,
    publicUrl: 'https://words.example',
    readers: { count: async () => ({ total: 3, perDay: [] }) },
    delivery: { lastPass: async () => ({ finishedAt: desk.clock.now, failures: 0 }) },
    findings: async (wordId) => findings.get(wordId) ?? [],
  });
  await desk.givenWaitingReaders(['ada@example.com']);
  await desk.pass();
  return { ...desk, tomorrow, calls, findings };
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
    const { id } = await schedule(24);
    expect(await tomorrow()).toEqual({
      verdict: 'ready',
      reasons: [],
      day: '2026-12-02',
      isToday: false,
      email: {
        id,
        word: 'word 1',
        scheduledDate: '2026-12-02T12:00:00.000Z',
        phoneticPronunciation: expect.any(String),
        definition: expect.any(String),
      },
      readers: 3,
      providerProblem: null,
      timezone: 'America/New_York',
    });
  });

  test('is the soonest email of today and tomorrow, and not one of the day after', async () => {
    const { tomorrow, schedule } = await openMorning(kind);
    await schedule(48);
    expect(await tomorrow()).toMatchObject({ verdict: 'nothing_scheduled' });
    await schedule(24);
    const { id } = await schedule(3);
    expect(await tomorrow()).toMatchObject({ day: '2026-12-01', isToday: true, email: { id } });
  });

  test('means today before the usual hour, unless its email went out early', async () => {
    const { tomorrow, clock, db, schedule } = await openMorning(kind);
    clock.now = new Date('2026-12-01T11:00:00Z');
    expect(await tomorrow()).toMatchObject({ day: '2026-12-01', isToday: true });
    const { id } = await schedule(0.1);
    clock.now = new Date('2026-12-01T11:30:00Z');
    await db.em().nativeUpdate(ScheduledEmail, { id }, { status: 'sent' });
    expect(await tomorrow()).toMatchObject({ day: '2026-12-02', isToday: false });
  });

  test('is at risk while the provider is away, and ready again when it is back', async () => {
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
});
