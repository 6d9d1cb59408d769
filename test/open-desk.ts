import { openAlerts } from '../packages/core/src/alerts/open-alerts.ts';
import { nextSendDays } from '../packages/core/src/autopilot/send-days.ts';
import { type Weekday, weekdays } from '../packages/core/src/contract/weekdays.ts';
import type { WordFinding } from '../packages/core/src/contract/word-check.ts';
import { openTomorrow } from '../packages/core/src/tomorrow/open-tomorrow.ts';
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
