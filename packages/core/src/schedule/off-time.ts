import type { OffTimeEmail, OffTimeView } from '../contract/schedule.ts';
import { calendarDay, instantAt } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { fields, literal } from '../platform/database/query.ts';
import { readPlan } from './autopilot/autopilot-store.ts';
import { type OwnTimes, readersTimes } from './email-time.ts';
import { emailsWithWords } from './scheduled-email.ts';

export interface OffTimeDeps extends OwnTimes {
  database: OpenDatabase;
  now: () => Date;
  /** IANA name. */
  timezone: string;
}

const soonMs = 5 * 60_000;

/**
 * Waiting emails that do not go out at the usual time, such as after a change of that time or of the time zone, the next
 * one first. Each stays on its day: `moveEmail` gives it the usual time there, unless there is an obstacle. Emails whose
 * time has come for a reader, or comes within minutes, such as one that the owner just sent, are left out.
 *
 * Whether an email had the usual time before is not stored, so those that the owner gave another time are among them.
 */
export async function offTimeEmails(deps: OffTimeDeps): Promise<OffTimeView> {
  const { database, timezone } = deps;
  const { time } = await readPlan(deps);
  const { times, now } = await readersTimes(deps);
  const rows = await database.read(
    emailsWithWords
      .select(fields('email', ['id', 'wordId', 'scheduledDate', 'firstAt', 'day', 'timezone']))
      .select('word.word')
      .where('email.status', 'in', [literal('pending'), literal('scheduled')])
      .orderBy('email.scheduled_date')
      .orderBy('email.id'),
  );
  const waiting = rows.map((row) => {
    const at = new Date(row.scheduledDate);
    // Until a pass has given it its day in a new time zone.
    const day = row.timezone === timezone ? row.day : calendarDay(at, timezone);
    return { ...row, at, usual: instantAt({ day, time }, timezone) };
  });
  const isAtUsual = ({ at, usual }: (typeof waiting)[number]) => at.getTime() === usual.getTime();
  const taken = new Set(waiting.filter(isAtUsual).map(({ usual }) => usual.getTime()));
  const emails = waiting.flatMap((email): OffTimeEmail[] => {
    const { id, wordId, word, at, usual } = email;
    if (isAtUsual(email) || new Date(email.firstAt).getTime() <= now.getTime() + soonMs) return [];
    // It will keep its local time: see `followTimezone`.
    if (email.timezone !== timezone && times.length > 0) return [];
    const obstacle = usual <= now ? 'past' : taken.has(usual.getTime()) ? 'taken' : null;
    if (obstacle === null) taken.add(usual.getTime());
    return [{ id, wordId, word, scheduledDate: at.toISOString(), usualDate: usual.toISOString(), obstacle }];
  });
  return { time, emails };
}
