import { defaultSendTime } from '@wordrise/core/contract';
import { dayOf, formatLong, withZone } from '../../kit/dates.ts';

/** Tomorrow at the usual hour, as a `datetime-local` field holds it: wall-clock time in `timeZone`, no offset. */
export function tomorrowMorning(now: Date, timeZone: string): string {
  const today = new Date(`${dayOf(now, timeZone)}T00:00:00Z`);
  today.setUTCDate(today.getUTCDate() + 1);
  return `${today.toISOString().slice(0, 10)}T${defaultSendTime}`;
}

/** "Wednesday, December 2, 2026 at 7:00 AM · New York" of a field's value; `undefined` while it is not whole. */
export function readLocal(local: string, timeZone: string): string | undefined {
  // Read as if it were UTC, and shown so: a wall clock has no offset.
  const instant = `${local}Z`;
  if (local === '' || Number.isNaN(Date.parse(instant))) return undefined;
  return withZone(formatLong(instant, 'UTC'), timeZone);
}
