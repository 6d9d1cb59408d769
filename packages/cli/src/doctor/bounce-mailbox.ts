import type { Wordrise } from '@wordrise/core';
import type { Finding } from './finding.ts';

/** Whether the pass can read what comes back, if there is a mailbox for that. */
export async function checkBounceMailbox({ mail }: Wordrise): Promise<Finding[]> {
  if (!mail.bounceMailbox) return [];
  const { ok, detail } = await mail.bounceMailbox.check();
  return [{ name: 'Bounce mailbox', status: ok ? 'ok' : 'failed', detail }];
}
