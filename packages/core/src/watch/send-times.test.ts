import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { startWebhook } from '../../../../test/webhook.ts';
import { aWord } from '../../../../test/words.ts';
import type { ScheduleStatus } from '../contract/choices.ts';
import { noReaders } from '../contract/reader-counts.ts';
import { weekdays } from '../contract/weekdays.ts';
import type { MailProvider, ProviderSend } from '../mail/mail-provider.ts';
import { addDays, instantAt } from '../platform/calendar.ts';
import { nextSendDays } from '../schedule/autopilot/autopilot-store.ts';
import { emailTime } from '../schedule/email-time.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { addWord } from '../words/save-word.ts';
import { openNextEmail } from './next-email.ts';
import { openAlerts } from './open-alerts.ts';
import { Alert } from './store-alerts.ts';

const minute = 60_000;
const hour = 60 * minute;
const publicUrl = 'https://words.example';

/** A list that is sent at one time of day, in one time zone, by a provider that has every email. */
async function openList(kind: DatabaseKind, { timezone, time }: { timezone: string; time: string }) {
  const database = await openTestDatabase(kind);
  const webhook = await startWebhook();
  const clock = { now: new Date() };
  const now = () => clock.now;
  const send = (sendId: string): ProviderSend => ({
    sendId,
    messageId: sendId,
    scheduledTime: null,
    releasedTime: null,
    recipientCount: null,
    status: 'pending',
  });
  const provider = {
    sends: { get: async (sendId: string) => send(sendId) },
    check: async () => ({ checks: [], clockSkewMs: 0 }),
  } as unknown as MailProvider;
  const rhythm = { days: weekdays, skipped: new Set<string>() };
  const deps = {
    database,
    now,
    timezone,
    publicUrl,
    provider: async () => provider,
    callsLeft: async () => Number.POSITIVE_INFINITY,
    nextSendDay: async (from: string) => nextSendDays(from, rhythm, 1)[0],
    usualTime: async (day: string) => instantAt({ day, time }, timezone),
    doubts: async () => [],
  };
  const tomorrow = openNextEmail({
    ...deps,
    readers: {
      count: async () => ({ total: 3, byStatus: { ...noReaders, subscribed: 3 }, perDay: [] }),
      countOnOtherDays: async () => 0,
    },
    lastPass: async () => ({ finishedAt: clock.now, failures: 0 }),
    findings: async () => [],
  });
  const alerts = openAlerts({
    ...deps,
    productName: 'Wordrise',
    webhook: { url: webhook.url, secret: undefined },
    tomorrow,
  });
  const words: number[] = [];
  for (const word of ['today', 'tomorrow']) {
    words.push((await addWord({ database, now }, aWord({ word }))).id);
  }
  return {
    clock,
    tomorrow,
    at: (day: string, clockTime = time) => instantAt({ day, time: clockTime }, timezone),
    /** Sets the emails, and forgets every alert. */
    async given(emails: { scheduledDate: Date; status: ScheduleStatus }[]) {
      await database.em().nativeDelete(Alert, {});
      await database.em().nativeDelete(ScheduledEmail, {});
      const rows = emails.map(({ scheduledDate, status }, nth) => ({
        word: words[nth] as number,
        ...emailTime(scheduledDate, timezone),
        status,
        sendId: `${nth + 1}`,
        createdAt: new Date(scheduledDate.getTime() - 48 * hour),
        messageName: `email ${nth}`,
      }));
      if (rows.length > 0) await database.em().insertMany(ScheduledEmail, rows as never[]);
    },
    /** Alerts that a pass at this instant sends. */
    async pass(instant: Date) {
      clock.now = instant;
      await alerts.afterPass(undefined, { onEvent: () => {} });
      const kinds = webhook.texts().map((text) => text.slice(0, text.indexOf(' ')));
      webhook.clear();
      return kinds;
    },
  };
}

/** Ordinary days, a day that loses an hour and one that gains one, on both sides of the date line. */
const zones = [
  { timezone: 'UTC', day: '2026-12-01' },
  { timezone: 'Pacific/Auckland', day: '2026-09-27' },
  { timezone: 'America/Los_Angeles', day: '2026-11-01' },
  { timezone: 'Europe/Berlin', day: '2026-03-29' },
];
const times = ['07:00', '18:00', '00:30', '02:30'];
const lists = zones.flatMap((zone) => times.map((time) => ({ ...zone, time })));

const isToday = { isToday: true, verdict: 'ready', failed: null, email: { word: 'today' } } as const;
const isEmpty = { isToday: true, verdict: 'nothing_scheduled', failed: null, email: null } as const;
const isTomorrow = { isToday: false, verdict: 'ready', failed: null, email: { word: 'tomorrow' } } as const;

/** What becomes of today's email, and what the verdict is about a minute before its time, at it, and later. */
const states: { state: string; status: ScheduleStatus[]; before: object; at: object; later: object }[] = [
  { state: 'nothing', status: [], before: isEmpty, at: isTomorrow, later: isTomorrow },
  {
    state: 'scheduled, then being sent',
    status: ['scheduled'],
    before: { ...isToday, email: { word: 'today', isDue: false } },
    at: { ...isToday, email: { word: 'today', isDue: true } },
    later: { ...isToday, email: { word: 'today', isDue: true } },
  },
  { state: 'sent', status: ['sent'], before: isTomorrow, at: isTomorrow, later: isTomorrow },
  {
    state: 'failed',
    status: ['failed'],
    before: { ...isEmpty, failed: { word: 'today' } },
    at: isTomorrow,
    later: isTomorrow,
  },
];

describe.each(databaseKinds)('on %s', (kind) => {
  test.each(lists)('the verdict of a list at $time in $timezone keeps to that time', async (list) => {
    const { clock, tomorrow, given, at } = await openList(kind, list);
    const time = at(list.day);
    const next = { scheduledDate: at(addDays(list.day, 1)), status: 'scheduled' as const };
    for (const { state, status, ...expected } of states) {
      const seen = [];
      for (const sinceMs of [-minute, 0, 5 * minute]) {
        clock.now = new Date(time.getTime() + sinceMs);
        // Today's email takes the first word: without one, the first word is taken by an old email.
        const today = status.map((each) => ({ scheduledDate: time, status: each }));
        const old = { scheduledDate: new Date(time.getTime() - 72 * hour), status: 'sent' as const };
        await given([today[0] ?? old, next]);
        seen.push(await tomorrow());
      }
      expect(seen, state).toMatchObject([expected.before, expected.at, expected.later]);
    }
  });

  test('a list at 18:00 still has time for today’s word at 09:00, after its email failed', async () => {
    const list = { timezone: 'America/New_York', time: '18:00' };
    const { clock, tomorrow, given, at } = await openList(kind, list);
    await given([
      { scheduledDate: at('2026-12-01'), status: 'failed' },
      { scheduledDate: at('2026-12-02'), status: 'scheduled' },
    ]);
    clock.now = at('2026-12-01', '09:00');
    expect(await tomorrow()).toMatchObject({
      verdict: 'nothing_scheduled',
      day: '2026-12-01',
      sendTime: at('2026-12-01').toISOString(),
      failed: { word: 'today' },
    });
  });

  test('an email with a later time of its own that failed early leaves the day open until then', async () => {
    const { clock, tomorrow, given, at } = await openList(kind, { timezone: 'UTC', time: '07:00' });
    await given([{ scheduledDate: at('2026-12-01', '18:00'), status: 'failed' }]);
    clock.now = at('2026-12-01', '17:59');
    expect(await tomorrow()).toMatchObject({ day: '2026-12-01', failed: { word: 'today' } });
    clock.now = at('2026-12-01', '18:00');
    expect(await tomorrow()).toMatchObject({ day: '2026-12-02', failed: null });
  });

  test('an email that never went out does not hide the next one', async () => {
    const { clock, tomorrow, given, at } = await openList(kind, { timezone: 'UTC', time: '07:00' });
    await given([
      { scheduledDate: at('2026-12-01'), status: 'scheduled' },
      { scheduledDate: at('2026-12-02'), status: 'scheduled' },
    ]);
    clock.now = at('2026-12-01', '07:29');
    expect(await tomorrow()).toMatchObject({ verdict: 'ready', email: { word: 'today', isDue: true } });
    clock.now = at('2026-12-01', '07:30');
    expect(await tomorrow()).toMatchObject({ verdict: 'at_risk', reasons: [{ code: 'send_late' }] });
    clock.now = at('2026-12-01', '13:01');
    expect(await tomorrow()).toMatchObject({ verdict: 'ready', email: { word: 'tomorrow' } });
  });

  test.each(lists)('the alerts of a list at $time in $timezone keep to that time', async (list) => {
    const { given, at, pass } = await openList(kind, list);
    const time = at(list.day).getTime();
    const yesterday = { scheduledDate: new Date(time - 24 * hour), status: 'sent' as const };
    await given([yesterday]);
    // The evening check of this day is over, so only its own time counts.
    expect(await pass(new Date(time - minute))).toEqual(['morning_at_risk']);
    const before = (await pass(new Date(time + 30 * minute - 1))).filter((kind) => kind === 'nothing_sent');
    expect(before).toEqual([]);
    expect(await pass(new Date(time + 30 * minute))).toContain('nothing_sent');
    expect(await pass(new Date(time + 40 * minute))).toEqual([]);
  });

  test('a list at 18:00 causes no alert at 07:40, and one at 18:30 if nothing was scheduled', async () => {
    const { given, at, pass } = await openList(kind, { timezone: 'America/New_York', time: '18:00' });
    const [today, tomorrow] = ['2026-12-01', '2026-12-02'];
    await given([
      { scheduledDate: at('2026-11-30'), status: 'sent' },
      { scheduledDate: at(tomorrow), status: 'scheduled' },
    ]);
    expect(await pass(at(today, '07:40'))).toEqual(['morning_at_risk']);
    expect(await pass(at(today, '18:29'))).toEqual([]);
    expect(await pass(at(today, '18:30'))).toEqual(['nothing_sent']);
  });

  test('an email with a time of its own is checked until that time', async () => {
    const { given, at, pass } = await openList(kind, { timezone: 'UTC', time: '07:00' });
    await given([{ scheduledDate: at('2026-12-01', '16:00'), status: 'failed' }]);
    expect(await pass(at('2026-12-01', '15:59'))).toEqual(['email_failed', 'morning_at_risk']);
    await given([{ scheduledDate: at('2026-12-01', '16:00'), status: 'failed' }]);
    expect(await pass(at('2026-12-01', '16:00'))).toEqual(['email_failed']);
  });

  test('a day whose time is just before midnight is reported after midnight', async () => {
    const { given, at, pass } = await openList(kind, { timezone: 'UTC', time: '23:45' });
    await given([
      { scheduledDate: at('2026-11-30'), status: 'sent' },
      { scheduledDate: at('2026-12-02'), status: 'scheduled' },
    ]);
    expect(await pass(at('2026-12-02', '00:14'))).toEqual([]);
    expect(await pass(at('2026-12-02', '00:15'))).toEqual(['nothing_sent']);
  });

  test('an email that is being sent causes no alert, and one that is late only its own', async () => {
    const { given, at, pass } = await openList(kind, { timezone: 'UTC', time: '18:00' });
    await given([{ scheduledDate: at('2026-12-01'), status: 'scheduled' }]);
    expect(await pass(at('2026-12-01', '18:05'))).toEqual([]);
    expect(await pass(at('2026-12-01', '18:30'))).toEqual(['email_late']);
  });
});
