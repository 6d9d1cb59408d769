import { noReaders } from '../packages/core/src/contract/reader-counts.ts';
import { type Weekday, weekdays } from '../packages/core/src/contract/weekdays.ts';
import type { WordFinding } from '../packages/core/src/contract/word-check.ts';
import { instantAt } from '../packages/core/src/platform/calendar.ts';
import { nextSendDays } from '../packages/core/src/schedule/autopilot/autopilot-store.ts';
import { openNextEmail } from '../packages/core/src/watch/next-email.ts';
import { type OpenAlertsDeps, openAlerts } from '../packages/core/src/watch/open-alerts.ts';
import type { DatabaseKind } from './databases.ts';
import { openTestSchedule } from './schedule.ts';
import { startWebhook } from './webhook.ts';

export const publicUrl = 'https://words.example';
export const timezone = 'America/New_York';

/** An installation at 7:00 in New York on December 1, with a webhook. `at` sets its clock. */
export async function openDesk(kind: DatabaseKind) {
  const desk = await openTestSchedule(kind);
  const webhook = await startWebhook();
  const findings: WordFinding[] = [];
  const rhythm = { days: weekdays as readonly Weekday[], skipped: new Set<string>() };
  const nextSendDay = async (from: string) => nextSendDays(from, rhythm, 1)[0];
  const usualTime = async (day: string) => instantAt({ day, time: '07:00' }, timezone);
  const lastPass = async () => ({ finishedAt: desk.clock.now, failures: 0 });
  const open = (over: Partial<OpenAlertsDeps> = {}) =>
    openAlerts({
      ...desk.deps,
      publicUrl,
      timezone,
      productName: 'Wordrise',
      nextSendDay,
      usualTime,
      webhook: { url: webhook.url, secret: undefined },
      tomorrow: openNextEmail({
        ...desk.deps,
        publicUrl,
        nextSendDay,
        usualTime,
        lastPass,
        readers: {
          count: async () => ({ total: 1, byStatus: { ...noReaders, subscribed: 1 }, perDay: [] }),
          countOnOtherDays: async () => 0,
        },
        doubts: async () => [],
        findings: async () => findings,
      }),
      ...over,
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
