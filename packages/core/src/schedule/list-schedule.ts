import { startOfDay } from '../calendar/zoned-time.ts';
import type { ScheduleStatus } from '../contract/choices.ts';
import type { ScheduledEmailView, ScheduleItem, ScheduleStats } from '../contract/schedule.ts';
import type { Overview } from '../contract/system.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { readTotals, sum } from '../database/total.ts';
import { presentScheduledEmail, presentScheduleItem } from './present-schedule.ts';
import { ScheduledEmail } from './scheduled-email.ts';

interface ListDeps {
  database: OpenDatabase;
}

/** Emails with their words, the latest date first; of one status, or of any. */
export async function listSchedule(
  { database }: ListDeps,
  { limit, status }: { limit: number; status?: ScheduleStatus | undefined },
): Promise<ScheduleItem[]> {
  const order = { scheduledDate: 'desc', id: 'desc' } as const;
  const where = status ? { status } : {};
  const emails = await database
    .em()
    .find(ScheduledEmail, where, { populate: ['word'], orderBy: order, limit });
  return emails.map(presentScheduleItem);
}

/** The email of a word that is still to be sent; `undefined` if there is none. */
export async function findWaiting(
  { database }: ListDeps,
  wordId: number,
): Promise<ScheduledEmailView | undefined> {
  const where = { word: wordId, status: { $in: ['pending' as const, 'scheduled' as const] } };
  const email = await database.em().findOne(ScheduledEmail, where, { populate: ['word'] });
  return email ? presentScheduledEmail(email) : undefined;
}

export async function scheduleStats({ database }: ListDeps): Promise<ScheduleStats> {
  const [pending, scheduled, sent, failed] = await Promise.all(
    (['pending', 'scheduled', 'sent', 'failed'] as const).map(async (status) =>
      sum(await readTotals(database.em(), [`emails.${status}`])),
    ),
  );
  const counts = { pending: pending ?? 0, scheduled: scheduled ?? 0, sent: sent ?? 0, failed: failed ?? 0 };
  return { total: counts.pending + counts.scheduled + counts.sent + counts.failed, ...counts };
}

/** The next email to be sent, and whether there is one tomorrow. */
export async function nextEmails({
  database,
  now,
  timezone,
}: ListDeps & { now: () => Date; timezone: string }): Promise<Pick<Overview, 'next' | 'tomorrow'>> {
  const em = database.em();
  const firsts: ScheduledEmail[] = [];
  // One by one: for both together SQLite would sort all emails that are still to be sent.
  for (const status of ['pending', 'scheduled'] as const) {
    const where = { status, scheduledDate: { $gte: now() } };
    const order = { populate: ['word'] as const, orderBy: { scheduledDate: 'asc' as const }, limit: 1 };
    firsts.push(...(await em.find(ScheduledEmail, where, order)));
  }
  const [next] = firsts.toSorted((one, other) => Number(one.scheduledDate) - Number(other.scheduledDate));
  const day = { $gte: startOfDay(now(), timezone, 1), $lt: startOfDay(now(), timezone, 2) };
  const waiting = { status: { $in: ['pending' as const, 'scheduled' as const] }, scheduledDate: day };
  const tomorrow = await em.count(ScheduledEmail, waiting);
  return {
    next: next
      ? {
          id: next.id,
          scheduledDate: next.scheduledDate.toISOString(),
          status: next.status,
          word: next.word.word,
        }
      : null,
    tomorrow: tomorrow > 0,
  };
}
