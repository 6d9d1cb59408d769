import type { EntityManager } from '@mikro-orm/sql';
import { showDay, startOfDay } from '../calendar/zoned-time.ts';
import { DomainError } from '../errors.ts';
import { ScheduledEmail } from './scheduled-email.ts';

/** @throws DomainError `schedule.day_taken` if an email goes out on the day of the instant, or went out */
export async function requireFreeDay(em: EntityManager, instant: Date, timezone: string): Promise<void> {
  const day = { $gte: startOfDay(instant, timezone), $lt: startOfDay(instant, timezone, 1) };
  const taken = { scheduledDate: day, status: { $ne: 'failed' as const } };
  const email = await em.findOne(ScheduledEmail, taken, { populate: ['word'] });
  if (!email) return;
  const other = `“${email.word.word}” already goes out on ${showDay(instant, timezone)}.`;
  throw new DomainError('schedule.day_taken', `${other} Readers would get two emails that day.`);
}
