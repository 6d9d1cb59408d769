import { type EntityData, LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { ScheduleStatus } from '../contract/choices.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { EmailChange, EmailLease, ExchangedEmail, QueuedEmail } from '../delivery/email-queue.ts';
import { hasEnded, LeaseLost, leaseEnd, unleased } from '../delivery/lease.ts';
import { emailPolicy } from '../delivery/policy.ts';
import { giveSlug } from '../words/give-slug.ts';
import { CancelledSend } from './cancelled-send.ts';
import { lockFreeWord } from './free-word.ts';
import { goingBack, presentReplaced, replacedBy, unsubmitted } from './replaced-email.ts';
import { ScheduledEmail } from './scheduled-email.ts';

export interface EmailQueueDeps {
  database: OpenDatabase;
  now: () => Date;
  /** Called after each change, including failed ones: the provider's list may have changed too. */
  onChange: () => void;
}

/**
 * Claims an email that no other process has claimed. One UPDATE decides, so two processes on one
 * database cannot both have it.
 *
 * @returns `undefined` if it is gone, in another state or leased by another process
 */
export async function leaseEmail(
  { database, now, onChange }: EmailQueueDeps,
  id: number,
  statuses: readonly ScheduleStatus[],
): Promise<EmailLease | undefined> {
  const leaseToken = crypto.randomUUID();
  const time = () => database.sharedTime(now());
  const extended = (at: Date) => ({ leaseUntil: leaseEnd(at, emailPolicy.leaseMs) });
  const claimedAt = await time();
  const claimable = { id, status: { $in: [...statuses] }, ...unleased(claimedAt, emailPolicy.leaseMs) };
  const claimed = await database
    .em()
    .nativeUpdate(ScheduledEmail, claimable, { leaseToken, ...extended(claimedAt) });
  if (claimed === 0) return undefined;
  const email = await database.em().findOneOrFail(ScheduledEmail, { id }, { populate: ['word'] });
  // An expired lease is no longer ours even if nobody took it: another process may be about to.
  const ours = (at: Date) => ({ id, leaseToken, leaseUntil: { $gte: at } });

  async function update(change: (at: Date) => EntityData<ScheduledEmail>): Promise<void> {
    const at = await time();
    const updated = await database.em().nativeUpdate(ScheduledEmail, ours(at), change(at)).finally(onChange);
    if (updated === 0) throw new LeaseLost();
  }

  const queued = presentQueued(email, claimedAt);
  return {
    email: queued,
    async write(change) {
      await update((at) => ({ ...toColumns(change), ...extended(at) }));
      Object.assign(queued, change);
    },
    finish: (change = {}) => update(() => ({ ...toColumns(change), ...unleasedColumns })),
    async undo(before, exchanged) {
      const at = await time();
      return database
        .em()
        .transactional(async (em) => {
          if (!(await undoPartner(em, { id, before, exchanged, at }))) return false;
          const change = { ...toColumns(before), ...unleasedColumns };
          if ((await em.nativeUpdate(ScheduledEmail, ours(at), change)) === 0) throw new LeaseLost();
          return true;
        })
        .finally(onChange);
    },
    async replace({ wordId, ...next }) {
      const at = await time();
      const replaced = replacedBy(email, settledAt(at));
      const change = { ...unsubmitted, ...next, word: wordId, replaced };
      // In the meantime, a pass may have marked the email as sent: that needs no lease.
      const unchanged = { ...ours(at), status: email.status };
      const updated = await database
        .em()
        .transactional(async (em) => {
          const word = await lockFreeWord(em, wordId, id);
          if (wordId !== email.word.id) {
            await giveSlug(em, word);
            await em.flush();
          }
          return em.nativeUpdate(ScheduledEmail, unchanged, { ...change, ...unleasedColumns });
        })
        .finally(onChange);
      if (updated === 0) throw new LeaseLost();
    },
    async remove(inDoubt) {
      const at = await time();
      const removed = await database
        .em()
        .transactional(async (em) => {
          const deleted = await em.nativeDelete(ScheduledEmail, ours(at));
          if (deleted > 0 && inDoubt) {
            await em.insert(CancelledSend, { messageId: inDoubt, settledAt: settledAt(at) });
          }
          return deleted;
        })
        .finally(onChange);
      // It is fine if it is already gone: a pass may have noticed the cancellation first.
      if (removed === 0 && (await database.em().count(ScheduledEmail, { id })) > 0) throw new LeaseLost();
    },
  };
}

const unleasedColumns = { leaseToken: null, leaseUntil: null };

const settledAt = (at: Date) => leaseEnd(at, emailPolicy.settledAfterMs);

interface UndoneExchange {
  id: number;
  before: { scheduledDate: Date };
  exchanged: ExchangedEmail;
  at: Date;
}

/**
 * Undoes an exchange for the other email, unless it has changed again.
 *
 * @returns `false` if another process is working on it
 */
async function undoPartner(
  em: EntityManager,
  { id, before, exchanged, at }: UndoneExchange,
): Promise<boolean> {
  const found = await em.find(
    ScheduledEmail,
    { id: { $in: [id, exchanged.id] } },
    // Always in the same order, so that two processes never wait for each other.
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, populate: ['word'] },
  );
  const partner = found.find((one) => one.id === exchanged.id);
  const isWaiting = partner?.status === 'pending' || partner?.status === 'scheduled';
  if (!isWaiting || partner.scheduledDate.getTime() !== before.scheduledDate.getTime()) return true;
  const { leaseUntil } = partner;
  if (leaseUntil && !hasEnded(leaseUntil, at, emailPolicy.leaseMs)) return false;
  em.assign(partner, goingBack(partner, exchanged, settledAt(at)));
  await em.flush();
  return true;
}

/** @param email With its word loaded. */
export function presentQueued(email: ScheduledEmail, at: Date): QueuedEmail {
  const { id, word, scheduledDate, status, messageName } = email;
  return {
    id,
    wordId: word.id,
    word,
    scheduledDate,
    status,
    messageName,
    messageId: email.icontactMessageId ?? null,
    sendId: email.sendId ?? null,
    reason: email.reason ?? null,
    messageAttemptedAt: email.messageAttemptedAt ?? null,
    sendAttemptedAt: email.sendAttemptedAt ?? null,
    cancelRequestedAt: email.cancelRequestedAt ?? null,
    textKey: email.textKey ?? null,
    replaced: email.replaced ? presentReplaced(email.replaced, at) : null,
  };
}

/** The provider's message id has two columns: one unchanged, one as a number if it is numeric. */
function toColumns({ messageId, wordId, ...rest }: EmailChange): EntityData<ScheduledEmail> {
  const change = wordId === undefined ? rest : { ...rest, word: wordId };
  if (messageId === undefined) return change;
  const number = Number(messageId);
  const isNumber = messageId !== null && Number.isSafeInteger(number);
  return { ...change, icontactMessageId: messageId, messageId: isNumber ? number : null };
}
