import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../test/databases.ts';
import { hour, openTestSchedule } from '../../../../test/schedule.ts';
import { startWebhook } from '../../../../test/webhook.ts';
import { nextSendDays } from '../autopilot/send-days.ts';
import { type Weekday, weekdays } from '../contract/weekdays.ts';
import type { WordFinding } from '../contract/word-check.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { openTomorrow } from '../tomorrow/open-tomorrow.ts';
import { Alert } from './alert.ts';
import { openAlerts } from './open-alerts.ts';
import { alertPolicy } from './policy.ts';

const minute = 60_000;
const publicUrl = 'https://words.example';
const timezone = 'America/New_York';

/** An installation at 7:00 in New York on December 1, with a webhook. `at` sets its clock. */
async function openDesk(kind: DatabaseKind) {
  const desk = await openTestSchedule(kind);
  const webhook = await startWebhook();
  const findings: WordFinding[] = [];
  const rhythm = { days: weekdays as readonly Weekday[], skipped: new Set<string>() };
  const nextSendDay = async (from: string) => nextSendDays(from, rhythm, 1)[0];
  const lastPass = async () => ({ finishedAt: desk.clock.now, failures: 0 });
  const open = () =>
    openAlerts({
      ...{ ...desk.deps, publicUrl, timezone, productName: 'Wordrise', nextSendDay },
      webhook: { url: webhook.url, secret: undefined },
      tomorrow: openTomorrow({
        ...{ ...desk.deps, publicUrl, nextSendDay, delivery: { lastPass } },
        readers: { count: async () => ({ total: 1, perDay: [] }) },
        findings: async () => findings,
      }),
    });
  const alerts = open();
  await desk.givenWaitingReaders(['ada@example.com']);
  return {
    ...desk,
    webhook,
    findings,
    rhythm,
    alerts,
    open,
    pass: (over = {}) => desk.pass({ alerts, ...over }),
    at: (instant: string) => {
      desk.clock.now = new Date(instant);
    },
    /** What has arrived since the last call. */
    news() {
      const texts = webhook.texts();
      webhook.clear();
      return texts;
    },
  };
}

describe.each(databaseKinds)('alerts on %s', (kind) => {
  test('report an empty morning at 18:00 the day before, once, and report when it is filled', async () => {
    const { pass, at, news, schedule } = await openDesk(kind);
    at('2026-12-01T22:59:00Z');
    await pass();
    expect(news()).toEqual([expect.stringContaining('nothing_sent')]);
    at('2026-12-01T23:00:00Z');
    const { events } = await pass();
    expect(news()).toEqual([
      'morning_at_risk Wordrise: No email is scheduled for tomorrow, 2026-12-02. Choose a word for it.\nhttps://words.example/admin/schedule',
    ]);
    expect(events.at(-1)).toMatchObject({ step: 'alerts', outcome: 'done' });
    at('2026-12-02T04:00:00Z');
    await pass();
    expect(news()).toEqual([]);
    await schedule(8);
    await pass();
    expect(news()).toEqual([
      'morning_ready Wordrise: “word 1” is ready to go out Wed, Dec 2, 2026, 07:00 (UTC-05:00).\nhttps://words.example/admin',
    ]);
    await pass();
    expect(news()).toEqual([]);
  });

  test('report a morning at risk with its reasons, and each morning separately', async () => {
    const { pass, at, webhook, news, schedule, sandbox } = await openDesk(kind);
    await schedule(24);
    at('2026-12-01T23:00:00Z');
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 1000 });
    await pass();
    const { json } = webhook.last();
    expect(json.alert).toMatchObject({
      id: 'morning_at_risk:2026-12-02',
      day: '2026-12-02',
      email: { word: 'word 1', scheduledDate: '2026-12-02T12:00:00.000Z' },
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'provider_unreachable' })]),
    });
    expect(json.text).toContain('“word 1” (Wed, Dec 2, 2026, 07:00 (UTC-05:00)), is at risk.\n');
    sandbox.faults.clear();
    at('2026-12-02T23:00:00Z');
    await sandbox.releaseDue();
    news();
    await pass();
    expect(news()).toEqual([expect.stringContaining('No email is scheduled for tomorrow, 2026-12-03')]);
  });

  test('are not sent while the next morning is ready', async () => {
    const { pass, at, news, schedule } = await openDesk(kind);
    await pass();
    await schedule(24);
    for (const time of ['2026-12-01T23:00:00Z', '2026-12-02T11:59:00Z', '2026-12-02T12:05:00Z']) {
      at(time);
      await pass();
    }
    expect(news()).toEqual([]);
  });

  test('are not sent for a word with findings, unless something else is wrong too', async () => {
    const { pass, at, news, webhook, schedule, findings, sandbox } = await openDesk(kind);
    findings.push({ code: 'field.missing', field: 'etymology', message: 'Etymology is missing.' });
    await pass();
    await schedule(24);
    at('2026-12-01T23:00:00Z');
    await pass();
    expect(news()).toEqual([]);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 1000 });
    at('2026-12-01T23:30:00Z');
    await pass();
    expect(webhook.last().json.alert).toMatchObject({
      kind: 'morning_at_risk',
      reasons: expect.arrayContaining([
        expect.objectContaining({ code: 'provider_unreachable' }),
        expect.objectContaining({ code: 'word_findings' }),
      ]),
    });
  });

  test('report a day without an email half an hour after the usual time', async () => {
    const { pass, at, news } = await openDesk(kind);
    at('2026-12-01T12:29:00Z');
    await pass();
    expect(news()).toEqual([]);
    at('2026-12-01T12:30:00Z');
    await pass();
    await pass();
    expect(news()).toEqual([expect.stringContaining('nothing_sent Wordrise: No email goes out today')]);
  });

  test('ignore days without a planned email, and report an empty Monday on Sunday', async () => {
    const { pass, at, news, rhythm } = await openDesk(kind);
    rhythm.days = ['mon', 'tue', 'wed', 'thu', 'fri'];
    rhythm.skipped = new Set(['2026-12-08']);
    at('2026-12-04T12:30:00Z');
    await pass();
    expect(news()).toEqual([expect.stringContaining('No email goes out today, 2026-12-04')]);
    // Friday evening, Saturday before and after the usual hour, its evening, Sunday after the usual hour.
    for (const time of ['04T23:00', '05T11:00', '05T12:30', '05T23:00', '06T12:30']) {
      at(`2026-12-${time}:00Z`);
      await pass();
    }
    expect(news()).toEqual([]);
    at('2026-12-06T23:00:00Z');
    await pass();
    expect(news()).toEqual([expect.stringContaining('No email is scheduled for tomorrow, 2026-12-07.')]);
    at('2026-12-07T23:00:00Z');
    await pass();
    at('2026-12-08T12:30:00Z');
    await pass();
    expect(news()).toEqual([]);
  });

  test('report a late email half an hour after its time, and that it went out', async () => {
    const { pass, at, news, schedule, sandbox } = await openDesk(kind);
    await schedule(1);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 1000 });
    at('2026-12-01T13:29:00Z');
    await pass();
    expect(news()).toEqual([]);
    at('2026-12-01T13:30:00Z');
    await pass();
    await pass();
    expect(news()).toEqual([
      expect.stringContaining('email_late Wordrise: “word 1” was due Tue, Dec 1, 2026, 08:00 (UTC-05:00)'),
    ]);
    sandbox.faults.clear();
    at('2026-12-01T14:00:00Z');
    await pass();
    await sandbox.releaseDue();
    at('2026-12-01T14:05:00Z');
    await pass();
    await pass();
    expect(news()).toEqual([expect.stringContaining('email_sent Wordrise: “word 1” was late, and went out')]);
  });

  test('report an email that failed, but none that failed long ago', async () => {
    const { pass, news, schedule, db, clock } = await openDesk(kind);
    const { id } = await schedule(24);
    const old = await schedule(24);
    const failed = { status: 'failed' as const, reason: 'It was cancelled at the email provider.' };
    await db.em().nativeUpdate(ScheduledEmail, { id }, failed);
    const scheduledDate = new Date(clock.now.getTime() - 49 * hour);
    await db.em().nativeUpdate(ScheduledEmail, { id: old.id }, { ...failed, scheduledDate });
    await pass();
    await pass();
    expect(news()).toEqual([
      expect.stringMatching(/^email_failed .*“word 1”.* will not be sent\. It was cancelled at the email/),
    ]);
  });

  test('report a provider that is away for an hour, and its end', async () => {
    const { pass, later, news, schedule, sandbox } = await openDesk(kind);
    await schedule(240);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 10_000 });
    await pass();
    later(hour - 1);
    await pass();
    expect(news()).toEqual([expect.stringContaining('nothing_sent')]);
    later(1);
    await pass();
    await pass();
    expect(news()).toEqual([
      expect.stringContaining('Nothing has reached the email provider since Tue, Dec 1, 2026, 07:00'),
    ]);
    sandbox.faults.clear();
    later(5 * minute);
    await pass();
    await pass();
    expect(news()).toEqual([
      expect.stringContaining('The email provider is back. It was away from Tue, Dec 1, 2026, 07:00'),
    ]);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 10_000 });
    await schedule(240);
    await pass();
    later(hour);
    await pass();
    expect(news()).toEqual([expect.stringContaining('provider_away')]);
  });

  test('ignore a provider that was back within the hour', async () => {
    const { pass, later, news, schedule, sandbox } = await openDesk(kind);
    await schedule(240);
    const away = () => sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 10_000 });
    away();
    await pass();
    later(30 * minute);
    sandbox.faults.clear();
    await pass();
    later(20 * minute);
    await schedule(240);
    away();
    await pass();
    later(15 * minute);
    await pass();
    expect(news().filter((text) => text.startsWith('provider'))).toEqual([]);
  });

  test('are posted once by passes that run at the same time', async () => {
    const { open, pass, at, webhook, db } = await openDesk(kind);
    at('2026-12-01T23:00:00Z');
    await Promise.all(Array.from({ length: 6 }, () => pass({ alerts: open() })));
    expect(webhook.texts()).toHaveLength(1);
    expect(await db.em().count(Alert)).toBe(1);
  });

  test('that the webhook refuses are posted again with growing pauses, with the same id and body', async () => {
    const { pass, at, later, webhook, alerts } = await openDesk(kind);
    at('2026-12-01T12:30:00Z');
    webhook.answer = 500;
    const tries: number[] = [];
    for (let minutes = 0; minutes < 26 * 60; minutes += 5) {
      const before = webhook.posts.length;
      await alerts.afterPass(undefined, { onEvent: () => {} });
      const isFirst = webhook.posts
        .slice(before)
        .some(({ json }) => json.alert.id === 'nothing_sent:2026-12-01');
      if (isFirst) tries.push(minutes);
      later(5 * minute);
    }
    expect(tries).toEqual([0, 5, 15, 35, 75, 155, 315, 635, 995, 1355]);
    const posts = webhook.posts.filter(({ json }) => json.alert.id === 'nothing_sent:2026-12-01');
    expect(new Set(posts.map(({ body }) => body)).size).toBe(1);
    expect(await alerts.undelivered()).toBe('The webhook answered with status 500.');
    webhook.answer = 200;
    webhook.clear();
    at('2026-12-02T23:00:00Z');
    await pass();
    expect(webhook.posts.map(({ json }) => json.alert.id)).toEqual([
      'nothing_sent:2026-12-02',
      'morning_at_risk:2026-12-03',
    ]);
    expect(await alerts.undelivered()).toBeUndefined();
  });

  test('that are no longer true when the webhook answers again are not sent', async () => {
    const { pass, at, later, webhook, schedule, news } = await openDesk(kind);
    at('2026-12-01T23:00:00Z');
    webhook.answer = 500;
    const { events } = await pass();
    expect(events.at(-1)).toMatchObject({ step: 'alerts', outcome: 'waiting' });
    webhook.answer = 200;
    news();
    await schedule(13);
    later(10 * minute);
    await pass();
    expect(news()).toEqual([]);
  });

  test('wait a few seconds in total for a webhook that hangs, after everything else in the pass', async () => {
    const { pass, webhook, schedule, db } = await openDesk(kind);
    const failed = [await schedule(24), await schedule(25)];
    for (const { id } of failed) {
      await db.em().nativeUpdate(ScheduledEmail, { id }, { status: 'failed', reason: 'Refused.' });
    }
    await schedule(48);
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timeout.mockRestore());
    webhook.answer = () => limit.abort(new DOMException('Too late', 'TimeoutError'));
    const { signal } = limit;
    const { timeout: real } = AbortSignal;
    timeout.mockImplementation((ms) => (ms <= alertPolicy.passMs && ms > 1000 ? signal : real(ms)));
    const { events } = await pass();
    expect(webhook.posts).toHaveLength(1);
    const of = (step: string) => events.findIndex((event) => event.step === step);
    expect(of('signups')).toBeGreaterThanOrEqual(0);
    expect(of('alerts')).toBeGreaterThan(of('signups'));
    expect(events.at(-1)).toMatchObject({ step: 'alerts', outcome: 'waiting' });
    timeout.mockRestore();
    webhook.answer = 200;
    webhook.clear();
    await pass();
    expect(webhook.posts).toHaveLength(1);
  });

  test('are deleted some weeks after they become useless', async () => {
    const { pass, at, db } = await openDesk(kind);
    at('2026-12-01T12:30:00Z');
    await pass();
    expect(await db.em().count(Alert)).toBe(1);
    at('2027-01-02T12:00:00Z');
    await pass();
    expect(await db.em().count(Alert, { key: 'nothing_sent:2026-12-01' })).toBe(0);
  });

  test('are neither created nor stored without a webhook', async () => {
    const { deps, at, db, desk } = await openDesk(kind).then((desk) => ({ ...desk, desk }));
    at('2026-12-01T23:00:00Z');
    const tomorrow = () => Promise.reject(new Error('Nobody asks.'));
    const nextSendDay = () => Promise.reject(new Error('Nobody asks.'));
    const site = { publicUrl, timezone, productName: 'Wordrise', nextSendDay };
    const alerts = openAlerts({ ...deps, ...site, webhook: undefined, tomorrow });
    const { events } = await desk.pass({ alerts });
    expect(events.filter(({ step }) => step === 'alerts')).toEqual([]);
    expect(await db.em().count(Alert)).toBe(0);
    expect(await alerts.test()).toContain('Set ALERT_WEBHOOK_URL');
  });
});
