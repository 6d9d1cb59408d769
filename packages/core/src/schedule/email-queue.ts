import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { DatePage, EmailQueue, OfSend } from '../delivery/email-queue.ts';
import { hasEnded } from '../delivery/lease.ts';
import { emailPolicy } from '../delivery/policy.ts';
import { Word } from '../words/word.ts';
import { CancelledSend } from './cancelled-send.ts';
import { type EmailQueueDeps, leaseEmail, presentQueued } from './email-lease.ts';
import { ScheduledEmail } from './scheduled-email.ts';

/** The scheduled emails, for the delivery steps. */
export function createEmailQueue(deps: EmailQueueDeps): EmailQueue {
  const { em } = deps.database;
  const scheduled = ({ id, sendId }: OfSend) => ({ id, sendId, status: 'scheduled' as const });
  const due = (now: Date) => ({ status: 'scheduled' as const, scheduledDate: { $lte: now } });
  const upcoming = (now: Date) => ({ status: 'scheduled' as const, scheduledDate: { $gt: now } });
  const byDate = { orderBy: { scheduledDate: 'asc' as const, id: 'asc' as const } };
  const withWord = { populate: ['word'] as const };
  const changes = async (rows: Promise<number>) => (await rows.finally(deps.onChange)) > 0;

  return {
    claim: (id, statuses) => leaseEmail(deps, id, statuses),
    async pending({ after, limit }) {
      const where = { status: 'pending' as const, ...following(after) };
      const fields = ['id', 'scheduledDate'] as const;
      const emails = await em().find(ScheduledEmail, where, { ...byDate, limit, fields });
      return emails.map(({ id, scheduledDate }) => ({ id, scheduledDate }));
    },
    async due(now, { after, limit }) {
      const where = { $and: [due(now), following(after)] };
      const emails = await em().find(ScheduledEmail, where, { ...byDate, ...withWord, limit });
      return emails.map((email) => presentQueued(email, now));
    },
    async upcoming(now, sendIds) {
      const where = { ...upcoming(now), sendId: { $in: sendIds } };
      return (await em().find(ScheduledEmail, where, withWord)).map((email) => presentQueued(email, now));
    },
    countPending: () => em().count(ScheduledEmail, { status: 'pending' }),
    countDue: (now) => em().count(ScheduledEmail, due(now)),
    countUpcoming: (now) => em().count(ScheduledEmail, upcoming(now)),
    markSent: (email, sentAt) => changes(em().transactional((tx) => markSent(tx, scheduled(email), sentAt))),
    markFailed: (email, reason) =>
      changes(
        em().nativeUpdate(
          ScheduledEmail,
          { ...scheduled(email), cancelRequestedAt: null },
          { status: 'failed', reason },
        ),
      ),
    noteReason(email, reason) {
      const unnoted = { ...scheduled(email), $or: [{ reason: null }, { reason: { $ne: reason } }] };
      return changes(em().nativeUpdate(ScheduledEmail, unnoted, { reason }));
    },
    removeCancelled: (email) =>
      changes(em().nativeDelete(ScheduledEmail, { ...scheduled(email), cancelRequestedAt: { $ne: null } })),
    exists: async (id) => (await em().count(ScheduledEmail, { id })) > 0,
    async cancelledMessages({ after, limit }) {
      const found = await em().find(CancelledSend, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit });
      const at = await deps.database.sharedTime(deps.now());
      return found.map(({ id, messageId, settledAt }) => ({
        id,
        messageId,
        isSettled: hasEnded(settledAt, at, emailPolicy.settledAfterMs),
      }));
    },
    forgetCancelled: async (id) => void (await em().nativeDelete(CancelledSend, { id })),
  };
}

/** The emails after one, in the order of their dates. */
function following(after: DatePage['after']) {
  if (!after) return {};
  const { scheduledDate, id } = after;
  return { $or: [{ scheduledDate: { $gt: scheduledDate } }, { scheduledDate, id: { $gt: id } }] };
}

/** Only the process that changes the row counts the word, so that two passes count it once. */
async function markSent(
  tx: EntityManager,
  scheduled: OfSend & { status: 'scheduled' },
  sentAt: Date,
): Promise<number> {
  const change = { status: 'sent' as const, sentAt, reason: null };
  const rows = await tx.nativeUpdate(ScheduledEmail, scheduled, change);
  if (rows === 0) return 0;
  const { word } = await tx.findOneOrFail(ScheduledEmail, { id: scheduled.id }, { fields: ['word'] });
  return tx.nativeUpdate(Word, { id: word.id }, { usedCount: raw<number>('used_count + 1') });
}
