import { type EntityData, LockMode, raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { ScheduleStatus } from '../../contract/choices.ts';
import { emailPolicy } from '../../mail/policy.ts';
import { hasEnded, LeaseLost, leaseEnd, unleased } from '../../platform/database/lease.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { giveSlug } from '../../words/slug.ts';
import { Word } from '../../words/word.ts';
import type { EmailTime } from '../email-time.ts';
import { lockFreeWord } from '../free-word.ts';
import { atOtherProvider } from '../other-provider.ts';
import { replacedBy, revertColumns, unsubmitted } from '../replaced-email.ts';
import { CanceledSend, type ExchangedEmail, ScheduledEmail } from '../scheduled-email.ts';
import type { CanceledMessage, Dated, DatePage, EmailChange, EmailLease, OfSend } from './email-lease.ts';

/**
 * The scheduled emails, for the steps that submit and follow them. A method that changes an email without a lease changes
 * it only while it is scheduled with the same send. It returns `false` if another process was first.
 */
export function createEmailQueue(deps: EmailQueueDeps) {
  const { em } = deps.database;
  const scheduled = ({ id, sendId }: OfSend) => ({
    id,
    sendId: sendId ?? null,
    status: 'scheduled' as const,
  });
  const due = (now: Date) => ({ status: 'scheduled' as const, firstAt: { $lte: now } });
  const upcoming = (now: Date) => ({ status: 'scheduled' as const, firstAt: { $gt: now } });
  const byDate = { orderBy: { firstAt: 'asc' as const, id: 'asc' as const } };
  const withWord = { populate: ['word'] as const };
  const changes = async (rows: Promise<number>) => (await rows.finally(deps.onChange)) > 0;

  return {
    /** @returns `undefined` if the email is gone, in another state or leased by another process */
    claim: (id: number, statuses: readonly ScheduleStatus[]) => leaseEmail(deps, id, statuses),
    /** Emails that the provider does not have, soonest first. */
    async pending({ after, limit }: DatePage): Promise<Dated[]> {
      const where = { status: 'pending' as const, ...following(after) };
      const fields = ['id', 'firstAt'] as const;
      const emails = await em().find(ScheduledEmail, where, { ...byDate, limit, fields });
      return emails.map(({ id, firstAt }) => ({ id, firstAt }));
    },
    /** Whether an email was stored in this time and has not been tried, or is scheduled for a time in it. */
    async hasNews({ after, until }: { after: Date; until: Date }): Promise<boolean> {
      const untried = { status: 'pending' as const, messageAttemptedAt: null, reason: null };
      const stored = { ...untried, createdAt: { $gt: after } };
      const due = { status: 'scheduled' as const, firstAt: { $gt: after, $lte: until } };
      return (await em().count(ScheduledEmail, stored)) > 0 || (await em().count(ScheduledEmail, due)) > 0;
    },
    /** Scheduled emails whose time has come, the earliest first. */
    async due(now: Date, { after, limit }: DatePage): Promise<ScheduledEmail[]> {
      const where = { $and: [due(now), following(after)] };
      return em().find(ScheduledEmail, where, { ...byDate, ...withWord, limit });
    },
    /** Scheduled emails with these sends whose time has not come yet. */
    async upcoming(now: Date, sendIds: string[]): Promise<ScheduledEmail[]> {
      return em().find(ScheduledEmail, { ...upcoming(now), sendId: { $in: sendIds } }, withWord);
    },
    /** Takes a reason away that holds no more, from emails that the provider does not have. @param reason As it begins. */
    forgetReason: (reason: string) =>
      changes(
        em().nativeUpdate(
          ScheduledEmail,
          { status: 'pending', reason: { $like: `${reason}%` } },
          { reason: null },
        ),
      ),
    countPending: () => em().count(ScheduledEmail, { status: 'pending' }),
    countDue: (now: Date) => em().count(ScheduledEmail, due(now)),
    countUpcoming: (now: Date) => em().count(ScheduledEmail, upcoming(now)),
    /** See `atOtherProvider`. */
    atOtherProvider: (ids: number[], sendsFromHere: boolean) =>
      atOtherProvider(deps.database, ids, sendsFromHere),
    /** Also counts the use of its word, once. `reason`: why no reader got it, if so. */
    markSent: (email: OfSend, sentAt: Date, reason: string | null) =>
      changes(em().transactional((tx) => markSent(tx, scheduled(email), { sentAt, reason }))),
    /** Emails sent since a date. */
    sent: (since: Date) =>
      em().find(ScheduledEmail, { status: 'sent', scheduledDate: { $gte: since } }, withWord),
    /** Notes on a sent email why no reader got it, or that one did. */
    noteReach: ({ id }: OfSend, reason: string | null) =>
      changes(em().nativeUpdate(ScheduledEmail, { id, status: 'sent' }, { reason })),
    /** Unless its cancellation was requested here. */
    markFailed: (email: OfSend, reason: string) =>
      changes(
        em().nativeUpdate(
          ScheduledEmail,
          { ...scheduled(email), cancelRequestedAt: null },
          { status: 'failed', reason },
        ),
      ),
    /** Notes a reason on an email that remains scheduled; `false` also if it was noted before. */
    noteReason(email: OfSend, reason: string): Promise<boolean> {
      const unnoted = { ...scheduled(email), $or: [{ reason: null }, { reason: { $ne: reason } }] };
      return changes(em().nativeUpdate(ScheduledEmail, unnoted, { reason }));
    },
    /** Removes an email if its cancellation was requested here. */
    removeCanceled: (email: OfSend) =>
      changes(em().nativeDelete(ScheduledEmail, { ...scheduled(email), cancelRequestedAt: { $ne: null } })),
    exists: async (id: number) => (await em().count(ScheduledEmail, { id })) > 0,
    async canceledMessages({ after, limit }: { after: number; limit: number }): Promise<CanceledMessage[]> {
      const found = await em().find(CanceledSend, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit });
      const at = await deps.database.sharedTime(deps.now());
      return found.map(({ id, messageId, settledAt }) => ({
        id,
        messageId,
        isSettled: hasEnded(settledAt, at, emailPolicy.settledAfterMs),
      }));
    },
    forgetCanceled: async (id: number) => void (await em().nativeDelete(CanceledSend, { id })),
  };
}

/** The emails after one, in the order of their first instants. */
function following(after: DatePage['after']) {
  if (!after) return {};
  const { firstAt, id } = after;
  return { $or: [{ firstAt: { $gt: firstAt } }, { firstAt, id: { $gt: id } }] };
}

/** Only the process that changes the row counts the word, so that two passes count it once. */
async function markSent(
  tx: EntityManager,
  scheduled: OfSend & { status: 'scheduled' },
  ended: { sentAt: Date; reason: string | null },
): Promise<number> {
  const rows = await tx.nativeUpdate(ScheduledEmail, scheduled, { status: 'sent', ...ended });
  if (rows === 0) return 0;
  const { word } = await tx.findOneOrFail(ScheduledEmail, { id: scheduled.id }, { fields: ['word'] });
  return tx.nativeUpdate(Word, { id: word.id }, { usedCount: raw<number>('used_count + 1') });
}

interface EmailQueueDeps {
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
async function leaseEmail(
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

  const { replaced } = email;
  return {
    email,
    isSettled: !replaced || hasEnded(new Date(replaced.settledAt), claimedAt, emailPolicy.settledAfterMs),
    async write(change) {
      await update((at) => ({ ...toColumns(change), ...extended(at) }));
      Object.assign(email, change);
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
    async replace(next) {
      const at = await time();
      const change = { ...unsubmitted, ...next, replaced: replacedBy(email, settledAt(at)) };
      // In the meantime, a pass may have marked the email as sent: that needs no lease.
      const unchanged = { ...ours(at), status: email.status };
      const updated = await database
        .em()
        .transactional(async (em) => {
          const word = await lockFreeWord(em, next.word, id);
          if (next.word !== email.word.id) {
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
            await em.insert(CanceledSend, { messageId: inDoubt, settledAt: settledAt(at) });
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
  before: EmailTime;
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
  em.assign(partner, revertColumns(partner, exchanged, settledAt(at)));
  await em.flush();
  return true;
}

/** The provider's message id has two columns: one unchanged, one as a number if it is numeric. */
function toColumns(change: EmailChange): EntityData<ScheduledEmail> {
  const { messageId } = change;
  if (messageId === undefined) return change;
  const number = Number(messageId);
  const isNumber = messageId !== null && Number.isSafeInteger(number);
  return { ...change, messageNumber: isNumber ? number : null };
}

export type EmailQueue = ReturnType<typeof createEmailQueue>;
