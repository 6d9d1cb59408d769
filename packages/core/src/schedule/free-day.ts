import type { EntityManager } from '@mikro-orm/sql';
import { showDay, startOfDay } from '../calendar/zoned-time.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { DomainError } from '../errors.ts';
import { ScheduledEmail } from './scheduled-email.ts';

/**
 * Keeps other processes from storing or moving an email until the transaction ends. SQLite has one writer at a time
 * anyway.
 */
export async function holdDays({ kind }: OpenDatabase, em: EntityManager): Promise<void> {
  if (kind === 'postgresql') await em.execute('lock table scheduled_emails in share row exclusive mode');
}

/** @throws DomainError `schedule.day_taken` if an email goes out on the day of the instant, or went out */
export async function requireFreeDay(em: EntityManager, instant: Date, timezone: string): Promise<void> {
  const day = { $gte: startOfDay(instant, timezone), $lt: startOfDay(instant, timezone, 1) };
  const taken = { scheduledDate: day, status: { $ne: 'failed' as const } };
  const email = await em.findOne(ScheduledEmail, taken, { populate: ['word'] });
  if (!email) return;
  const other = `“${email.word.word}” already goes out on ${showDay(instant, timezone)}.`;
  throw new DomainError('schedule.day_taken', `${other} Readers would get two emails that day.`);
}
