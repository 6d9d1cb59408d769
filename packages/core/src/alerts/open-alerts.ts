import type { StepContext } from '../delivery/pass-event.ts';
import { alertBody } from './messages.ts';
import { alertPolicy } from './policy.ts';
import { sendAlerts } from './send-alerts.ts';
import { forgetOldAlerts } from './store-alerts.ts';
import { watchAccount } from './watch-account.ts';
import { watchFailed, watchLate } from './watch-emails.ts';
import { type MorningDeps, watchEmptyDay, watchMorning } from './watch-morning.ts';
import { type ProviderWatchDeps, watchProvider } from './watch-provider.ts';
import { postToWebhook, type WebhookConfig } from './webhook.ts';

/** Notifies the owner through a webhook when something needs attention. */
export interface Alerts {
  /** Whether there is a webhook. */
  isOn: boolean;
  /**
   * Creates new alerts after a pass, and posts those that are due. Takes a few seconds at most.
   *
   * @param away Why the pass could not reach the email provider, if so
   */
  afterPass(away: string | undefined, context: StepContext): Promise<void>;
  /** Posts a test right away. @returns why it failed, or `undefined` */
  test(): Promise<string | undefined>;
  /** Why the latest alert has not been delivered; `undefined` if it was. */
  undelivered(): Promise<string | undefined>;
}

export interface OpenAlertsDeps extends MorningDeps, ProviderWatchDeps {
  /** Without a webhook, nothing is watched or stored. */
  webhook: WebhookConfig | undefined;
}

/** Once sent, an alert has no failure. */
const latestSql = `select failure from alerts where sent_at is not null or failure is not null
  order by created_at desc limit 1`;

export function openAlerts(deps: OpenAlertsDeps): Alerts {
  const { webhook, database, now } = deps;
  return {
    isOn: webhook !== undefined,
    async afterPass(away, context) {
      if (!webhook) return;
      await watchProvider(deps, away);
      await watchFailed(deps);
      await watchLate(deps);
      await watchEmptyDay(deps);
      await watchMorning(deps);
      await watchAccount(deps);
      await sendAlerts({ ...deps, webhook }, context);
      await forgetOldAlerts(deps);
    },
    async test() {
      if (!webhook) return 'There is no webhook. Set ALERT_WEBHOOK_URL to its address.';
      const id = `test:${crypto.randomUUID()}`;
      const message = { kind: 'test', page: '/admin', text: 'This is a test. Alerts arrive here.' } as const;
      const post = { id, body: alertBody(id, message, deps, now()) };
      return postToWebhook(webhook, post, { timeoutMs: alertPolicy.passMs, now: now() });
    },
    async undelivered() {
      const [latest] = await database.read<{ failure: string | null }>(latestSql);
      return latest?.failure ?? undefined;
    },
  };
}
