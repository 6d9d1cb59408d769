import { parseInstant, showInstant } from '../calendar/zoned-time.ts';
import { DomainError } from '../errors.ts';

/** Forms show whole minutes: the current minute still counts as now. */
const graceMs = 60_000;

/**
 * Reads the time at which an email should be sent, as typed.
 *
 * @throws DomainError `input.invalid`, `schedule.in_past`
 */
export function readDate(
  { now, timezone }: { now: () => Date; timezone: string },
  { scheduledDate: text }: { scheduledDate: string },
): Date {
  const date = parseInstant(text, timezone);
  if (!date) {
    const message = 'Give a date and a time, such as 2026-12-01T07:00';
    throw new DomainError('input.invalid', `${message}.`, { fields: { scheduledDate: [message] } });
  }
  if (date.getTime() < now().getTime() - graceMs) {
    const message = `${showInstant(date, timezone)} has passed. Choose a time in the future.`;
    throw new DomainError('schedule.in_past', message, { fields: { scheduledDate: [message] } });
  }
  return date;
}
