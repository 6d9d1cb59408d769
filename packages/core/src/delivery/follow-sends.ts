import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { isDomainError } from '../errors.ts';
import { type MailProvider, ProviderRefused, type ProviderSend } from '../mail/mail-provider.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { Word } from '../words/word.ts';
import type { PassEvent } from './pass-event.ts';

export interface FollowScheduledDeps {
  forkEm: () => EntityManager;
  now: () => Date;
  provider: MailProvider;
  onEvent: (event: PassEvent) => void;
}

const batchSize = 50;
/** After its time; a list is sent to within minutes. */
const overdueMs = 3_600_000;

/**
 * Asks the provider what became of scheduled entries: marks those that went out, and notices those
 * that somebody cancelled over there.
 */
export async function followScheduled(deps: FollowScheduledDeps): Promise<void> {
  // One moment for both, or an entry whose time comes in between would be neither's.
  const now = deps.now();
  try {
    await followDue(deps, now);
    await followUpcoming(deps, now);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const outcome = error instanceof ProviderRefused ? 'failed' : 'waiting';
    deps.onEvent({ step: 'sent', outcome, message: error.message });
  }
}

/** Entries whose time has come, each by its own id: in the provider's list they could be far down. */
async function followDue(deps: FollowScheduledDeps, now: Date): Promise<void> {
  let last = 0;
  for (;;) {
    const due = { status: 'scheduled' as const, scheduledDate: { $lte: now }, id: { $gt: last } };
    const order = { populate: ['word'] as const, orderBy: { id: 'asc' as const }, limit: batchSize };
    const emails = await deps.forkEm().find(ScheduledEmail, due, order);
    for (const email of emails) {
      await settle(deps, email, await deps.provider.getSend(email.sendId as string));
    }
    const end = emails.at(-1);
    if (!end || emails.length < batchSize) return;
    last = end.id;
  }
}

/** Entries still to come, by pages of the provider's list, newest first, until all have been seen. */
async function followUpcoming(deps: FollowScheduledDeps, now: Date): Promise<void> {
  const upcoming = { status: 'scheduled' as const, scheduledDate: { $gt: now } };
  let unseen = await deps.forkEm().count(ScheduledEmail, upcoming);
  if (unseen === 0) return;
  for await (const sends of deps.provider.listSends()) {
    const byId = new Map(sends.map((send) => [send.sendId, send]));
    const here = { ...upcoming, sendId: { $in: [...byId.keys()] } };
    const emails = await deps.forkEm().find(ScheduledEmail, here, { populate: ['word'] });
    for (const email of emails) await settle(deps, email, byId.get(email.sendId as string));
    unseen -= emails.length;
    if (unseen <= 0) return;
  }
}

async function settle(
  deps: FollowScheduledDeps,
  email: ScheduledEmail,
  send: ProviderSend | undefined,
): Promise<void> {
  if (send?.status === 'released') return markSent(deps, email, send);
  if (send && send.status !== 'cancelled') return noticeOverdue(deps, email, send);
  const forkEm = deps.forkEm();
  const open = { id: email.id, status: 'scheduled' as const };
  if (email.cancelRequestedAt) {
    // Cancelled from here; only the end of it was missed.
    await forkEm.nativeDelete(ScheduledEmail, open);
    deps.onEvent({ ...about(email), outcome: 'done', message: `“${email.word.word}” was cancelled` });
    return;
  }
  const reason = send ? 'It was cancelled at the email provider.' : 'The email provider has it no more.';
  if ((await forkEm.nativeUpdate(ScheduledEmail, open, { status: 'failed', reason })) === 0) return;
  deps.onEvent({
    ...about(email),
    outcome: 'failed',
    message: `“${email.word.word}” will not go out. ${reason}`,
  });
}

/** A send may be held back over there, such as by a spam check or a used-up plan: that is said, once. */
async function noticeOverdue(
  { forkEm, now, onEvent }: FollowScheduledDeps,
  email: ScheduledEmail,
  send: ProviderSend,
): Promise<void> {
  if (send.status === 'sending' || now().getTime() - email.scheduledDate.getTime() < overdueMs) return;
  const reason = 'Its time has passed, and the email provider has not sent it. Look there for the cause.';
  const notYetSaid = {
    id: email.id,
    status: 'scheduled' as const,
    $or: [{ reason: null }, { reason: { $ne: reason } }],
  };
  if ((await forkEm().nativeUpdate(ScheduledEmail, notYetSaid, { reason })) === 0) return;
  onEvent({
    ...about(email),
    outcome: 'failed',
    message: `“${email.word.word}” has not gone out. ${reason}`,
  });
}

async function markSent(deps: FollowScheduledDeps, email: ScheduledEmail, send: ProviderSend): Promise<void> {
  const sentAt = send.releasedTime ?? deps.now();
  const marked = await deps.forkEm().transactional(async (tx) => {
    const open = { id: email.id, status: 'scheduled' as const };
    const change = { status: 'sent' as const, sentAt, reason: null };
    // Whoever changes the row counts the word, so that two passes at once count it once.
    if ((await tx.nativeUpdate(ScheduledEmail, open, change)) === 0) return false;
    await tx.nativeUpdate(Word, { id: email.word.id }, { usedCount: raw<number>('used_count + 1') });
    return true;
  });
  if (marked) deps.onEvent({ ...about(email), outcome: 'done', message: `“${email.word.word}” was sent` });
}

function about(email: ScheduledEmail) {
  return { step: 'sent' as const, id: email.id };
}
