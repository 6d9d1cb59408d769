import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openDesk, publicUrl, timezone } from '../../../../test/open-desk.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { openAlerts } from './open-alerts.ts';
import { Alert, alertPolicy } from './store-alerts.ts';

const minute = 60_000;

describe.each(databaseKinds)('alerts on %s', (kind) => {
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
    const usualTime = () => Promise.reject(new Error('Nobody asks.'));
    const site = { publicUrl, timezone, productName: 'Wordrise', nextSendDay, usualTime };
    const alerts = openAlerts({ ...deps, ...site, webhook: undefined, tomorrow });
    const { events } = await desk.pass({ alerts });
    expect(events.filter(({ step }) => step === 'alerts')).toEqual([]);
    expect(await db.em().count(Alert)).toBe(0);
    expect(await alerts.test()).toContain('Set ALERT_WEBHOOK_URL');
  });
});
