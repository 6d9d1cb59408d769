import { createHmac } from 'node:crypto';
import { raw } from '@mikro-orm/core';
import type { StepContext } from '../mail/pass-event.ts';
import { leaseEnd, unleased } from '../platform/database/lease.ts';
import { Alert, type AlertDeps, alertPolicy, retryAfterMs } from './store-alerts.ts';

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

export interface WebhookConfig {
  url: string;
  /** Signs each POST. */
  secret: string | undefined;
}

export interface WebhookPost {
  /** The same in every attempt, so that a receiver can drop duplicates. */
  id: string;
  /** JSON. */
  body: string;
}

/**
 * Posts to the owner's webhook. The headers follow standardwebhooks.com. Most languages have libraries for its
 * signatures.
 *
 * @param timeoutMs The time limit for the first line of the answer.
 * @returns why it failed, user-facing and without the address; `undefined` if it was accepted
 */
export async function postToWebhook(
  { url, secret }: WebhookConfig,
  { id, body }: WebhookPost,
  { timeoutMs, now }: { timeoutMs: number; now: Date },
): Promise<string | undefined> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Wordrise',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(secret ? { 'webhook-signature': sign(secret, `${id}.${timestamp}.${body}`) } : {}),
  };
  try {
    // A redirect would post to an address that the owner did not choose, or turn into a GET.
    const options = { method: 'POST', headers, body, redirect: 'manual' } as const;
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    if (response.ok) return undefined;
    if (response.status >= 300 && response.status < 400) {
      return `The webhook redirects (${response.status}). Set ALERT_WEBHOOK_URL to its final address.`;
    }
    return `The webhook answered with status ${response.status}.`;
  } catch (error) {
    return reasonOf(error, timeoutMs);
  }
}

/**
 * Whether anything answers at the webhook's address. The answer does not matter: many webhooks accept only a POST.
 *
 * @returns why not, without the address
 */
export async function connectToWebhook(
  { url }: WebhookConfig,
  timeoutMs: number,
): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    return `${reasonOf(error, timeoutMs)} Check ALERT_WEBHOOK_URL.`;
  }
}

function sign(secret: string, content: string): string {
  return `v1,${createHmac('sha256', secret).update(content).digest('base64')}`;
}

function reasonOf(error: unknown, timeoutMs: number): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') {
    return `The webhook did not answer within ${(timeoutMs / 1000).toFixed(0)} seconds.`;
  }
  return `The webhook cannot be reached${cause?.code ? ` (${cause.code})` : ''}.`;
}
