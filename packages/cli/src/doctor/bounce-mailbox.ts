import type { Wordrise } from '@wordrise/core';
import type { Finding } from './finding.ts';

/** Whether the pass can read returned emails, if there is a mailbox for them. */
export async function checkBounceMailbox({ mail }: Wordrise): Promise<Finding[]> {
  if (!mail.bounceMailbox) return [];
  const { ok, detail } = await mail.bounceMailbox.check();
  return [{ name: 'Bounce mailbox', status: ok ? 'ok' : 'failed', detail }];
}
