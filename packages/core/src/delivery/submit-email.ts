import { timings } from '../contract/limits.ts';
import type { MailProvider, ProviderSend } from '../mail/mail-provider.ts';
import { ProviderRefused, ProviderUnreachable } from '../mail/mail-provider.ts';
import type { RenderWord } from '../templates/template-store.ts';
import { claim, type Lease, type LeaseDeps, LeaseLost } from './lease.ts';

export interface HandOverDeps extends LeaseDeps {
  provider: MailProvider;
  render: RenderWord;
}

export type HandOver =
  | { outcome: 'scheduled'; word: string; warning?: string }
  /** Will be tried again. */
  | { outcome: 'waiting'; word: string; reason: string; account?: boolean }
  /** Refused for good. */
  | { outcome: 'refused'; word: string; reason: string }
  /** Too late now, and the provider has nothing that could still go out. */
  | { outcome: 'missed'; word: string; reason: string }
  /** Somebody else has it, or it waits no more. */
  | { outcome: 'busy' };

/**
 * Gives a pending entry to the provider: its message, then its send.
 *
 * The provider knows no idempotency keys. So each step is recorded before the next, and once a step
 * was tried the provider is asked what it has before anything is posted again. A second message
 * does no harm, for nothing sends it; and of one message the provider makes one send. The id of the
 * message is therefore stored, under the lease, before its send is posted.
 */
export async function handOver(deps: HandOverDeps, id: number): Promise<HandOver> {
  const lease = await claim(deps, id, ['pending']);
  if (!lease) return { outcome: 'busy' };
  try {
    return await toItsEnd(deps, lease);
  } catch (error) {
    // Also where only the failure was still to be written down: a machine may have slept in between.
    if (error instanceof LeaseLost) return { outcome: 'busy' };
    throw error;
  }
}

async function toItsEnd(deps: HandOverDeps, lease: Lease): Promise<HandOver> {
  const word = lease.email.word.word;
  try {
    return await underLease(deps, lease);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (error instanceof ProviderUnreachable) {
      // In doubt the lease stays: nobody posts again before the lost call has come to its end.
      if (error.mayHaveHappened) await lease.write({ reason: error.message });
      else await lease.finish({ reason: error.message });
      return { outcome: 'waiting', word, reason: error.message };
    }
    if (error instanceof ProviderRefused && error.scope === 'account') {
      await lease.finish({ reason: error.message });
      return { outcome: 'waiting', word, reason: error.message, account: true };
    }
    if (error instanceof ProviderRefused) {
      await lease.finish({ status: 'failed', reason: error.message });
      return { outcome: 'refused', word, reason: error.message };
    }
    await lease.finish({});
    throw error;
  }
}

async function underLease(deps: HandOverDeps, lease: Lease): Promise<HandOver> {
  const { provider, now } = deps;
  const { email } = lease;
  const word = email.word.word;
  const late = now().getTime() - email.scheduledDate.getTime() > timings.lateSendHours * 3_600_000;

  let messageId = email.icontactMessageId ?? undefined;
  if (!messageId && email.messageAttemptedAt) {
    messageId = (await provider.findMessage(email.messageName))?.messageId;
    if (messageId) await lease.write(messageColumns(messageId));
  }
  let send: ProviderSend | undefined;
  if (messageId && email.sendAttemptedAt) send = await provider.findSend(messageId);

  if (!send && late) {
    const reason = `It could not be sent within ${timings.lateSendHours} hours of its time.`;
    await lease.finish({ status: 'failed', reason: email.reason ? `${reason} ${email.reason}` : reason });
    return { outcome: 'missed', word, reason };
  }
  if (!messageId) {
    const rendered = await deps.render(email.word, email.scheduledDate);
    await lease.write({ messageAttemptedAt: now() });
    const created = await provider.createMessage({ name: email.messageName, ...rendered });
    messageId = created.messageId;
    await lease.write(messageColumns(messageId));
  }
  if (!send) {
    await lease.write({ sendAttemptedAt: now() });
    // A time that has come already is left out: at once is the nearest that is left of it.
    const at = email.scheduledDate > now() ? email.scheduledDate : undefined;
    send = await provider.scheduleSend(messageId, at);
  }
  const warning = otherTime(send, email.scheduledDate, now());
  await lease.finish({ status: 'scheduled', sendId: send.sendId, reason: warning ?? null });
  return { outcome: 'scheduled', word, ...(warning ? { warning } : {}) };
}

function messageColumns(messageId: string) {
  const number = Number(messageId);
  return { icontactMessageId: messageId, messageId: Number.isSafeInteger(number) ? number : null };
}

/** A sentence where the provider has understood another time than the one that was asked for. */
function otherTime(send: ProviderSend, wanted: Date, now: Date): string | undefined {
  if (!send.scheduledTime || wanted <= now) return undefined;
  if (Math.abs(send.scheduledTime.getTime() - wanted.getTime()) < 60_000) return undefined;
  return `The provider says it goes out at ${send.scheduledTime.toISOString()}, not at ${wanted.toISOString()}. Check the time zone of the account.`;
}
