import type { Ledger } from './ledger.ts';

/** As we have them. */
export interface Reader {
  email: string;
  status: string;
}
export interface Email {
  id: number;
  status: string;
  sendId: string | null;
  messageName: string;
  reason: string | null;
}
/** At the provider, unless it is canceled. */
export interface Send {
  sendId: string;
  status: string;
  messageName: string;
}

/** What is wrong with readers, one line each. @param subscribed How many subscriptions each address has. */
export function compareReaders(
  ledger: Ledger,
  readers: readonly Reader[],
  subscribed: Map<string, number>,
): string[] {
  const wrong: string[] = [];
  const known = new Map(readers.map(({ email, status }) => [email, status]));
  for (const [email, certainty] of ledger.signups) {
    if (certainty === 'acknowledged' && !known.has(email) && !ledger.removals.has(email))
      wrong.push(`lost: the acknowledged signup ${email} is gone`);
  }
  for (const [email, status] of known) {
    const times = subscribed.get(email) ?? 0;
    if (ledger.removals.get(email) === 'acknowledged')
      wrong.push(`orphaned: ${email} was removed and is here`);
    if (status === 'waiting') wrong.push(`stuck: ${email} still waits`);
    if (status === 'subscribed' && times === 0)
      wrong.push(`lost: ${email} is subscribed here, not at the provider`);
    if (status === 'refused' && times > 0)
      wrong.push(`orphaned: ${email} is refused here, subscribed at the provider`);
    if (times > 1) wrong.push(`doubled: ${email} has ${times} subscriptions`);
  }
  for (const email of subscribed.keys()) {
    if (!known.has(email)) wrong.push(`orphaned: ${email} is subscribed at the provider, unknown here`);
  }
  return wrong;
}

/** What is wrong with emails, one line each. */
export function compareEmails(ledger: Ledger, emails: readonly Email[], sends: readonly Send[]): string[] {
  const wrong: string[] = [];
  const byName = Map.groupBy(sends, ({ messageName }) => messageName);
  const known = new Set(emails.map(({ messageName }) => messageName));
  const ids = new Set(emails.map(({ id }) => id));
  for (const id of ledger.scheduled) {
    if (!ids.has(id) && !ledger.cancels.has(id)) wrong.push(`lost: the acknowledged email ${id} is gone`);
  }
  for (const { id, status, sendId, messageName, reason } of emails) {
    const made = byName.get(messageName) ?? [];
    const what = `email ${id} (${status}${reason ? `, ${reason}` : ''})`;
    const list = made.map((send) => `${send.sendId} ${send.status}`).join(', ');
    if (ledger.cancels.get(id) === 'acknowledged') wrong.push(`orphaned: ${what} was canceled and is here`);
    if (made.length > 1) wrong.push(`doubled: ${what} has ${made.length} sends: ${list}`);
    if (status === 'pending') wrong.push(`stuck: ${what} still waits`);
    if (status === 'failed' && made.length > 0) wrong.push(`orphaned: ${what} has a send: ${list}`);
    if (['scheduled', 'sent'].includes(status) && !made.some((send) => send.sendId === sendId))
      wrong.push(`lost: ${what} has no send ${sendId}, but: ${list || 'none'}`);
    if (status === 'sent' && made.some((send) => send.status !== 'released'))
      wrong.push(`lost: ${what} was not sent: ${list}`);
    if (status === 'scheduled' && made.some((send) => send.status === 'released'))
      wrong.push(`stuck: ${what} was sent: ${list}`);
  }
  for (const { sendId, status, messageName } of sends) {
    if (!known.has(messageName))
      wrong.push(`orphaned: send ${sendId} (${status}) of “${messageName}” has no email`);
  }
  return wrong;
}
