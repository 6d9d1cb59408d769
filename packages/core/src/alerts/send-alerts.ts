import { raw } from '@mikro-orm/core';
import { leaseEnd, unleased } from '../delivery/lease.ts';
import type { StepContext } from '../delivery/pass-event.ts';
import { Alert } from './alert.ts';
import { alertPolicy, retryAfterMs } from './policy.ts';
import type { AlertDeps } from './store-alerts.ts';
import { postToWebhook, type WebhookConfig } from './webhook.ts';

export interface SendAlertsDeps extends AlertDeps {
  webhook: WebhookConfig;
}

/** A shorter time would be too short for any webhook. */
const shortestMs = 1000;

/**
 * Posts the alerts that are due, oldest first. Each is claimed in the database before it is posted, so that
 * simultaneous passes post it once. After a crash it is posted again, with the same id. Stops at the first alert that
 * the webhook does not accept: the others would delay the pass too.
 */
export async function sendAlerts(deps: SendAlertsDeps, { onEvent, signal }: StepContext): Promise<void> {
  const end = performance.now() + alertPolicy.passMs;
  for (const alert of await findDue(deps)) {
    const timeoutMs = Math.ceil(end - performance.now());
    if (signal?.aborted || timeoutMs < shortestMs) return;
    if (!(await claim(deps, alert.key))) continue;
    const post = { id: alert.key, body: alert.body };
    const failure = await postToWebhook(deps.webhook, post, { timeoutMs, now: deps.now() });
    await settle(deps, alert, failure);
    const what = `The alert ${alert.kind}`;
    if (failure) {
      onEvent({ step: 'alerts', outcome: 'waiting', message: `${what} is not delivered. ${failure}` });
      return;
    }
    onEvent({ step: 'alerts', outcome: 'done', message: `${what} was sent` });
  }
}

function findDue({ database, now }: AlertDeps): Promise<Alert[]> {
  const at = now();
  const due = { sentAt: null, notBefore: { $lte: at }, expiresAt: { $gt: at } };
  const oldestFirst = { notBefore: 'asc', createdAt: 'asc', key: 'asc' } as const;
  return database.em().find(Alert, due, { orderBy: oldestFirst, limit: alertPolicy.mostInPass });
}

async function claim({ database, now }: AlertDeps, key: string): Promise<boolean> {
  const at = await database.sharedTime(now());
  const { leaseMs } = alertPolicy;
  const free = { key, sentAt: null, notBefore: { $lte: now() }, ...unleased(at, leaseMs) };
  const claimed = { leaseUntil: leaseEnd(at, leaseMs), attempts: raw<number>('attempts + 1') };
  return (await database.em().nativeUpdate(Alert, free, claimed)) === 1;
}

async function settle({ database, now }: AlertDeps, { key, attempts }: Alert, failure: string | undefined) {
  const at = now();
  const retryAt = new Date(at.getTime() + retryAfterMs(attempts + 1));
  const change = failure ? { failure, notBefore: retryAt } : { failure: null, sentAt: at };
  await database.em().nativeUpdate(Alert, { key }, { ...change, leaseUntil: null });
}
