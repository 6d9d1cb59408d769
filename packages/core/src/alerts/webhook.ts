import { createHmac } from 'node:crypto';

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
 * @returns why it failed, fit to show and without the address; `undefined` if it was accepted
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
