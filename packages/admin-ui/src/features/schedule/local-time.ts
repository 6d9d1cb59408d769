import { defaultSendTime } from '@wordrise/core/contract';
import { dayOf, formatLong, formatTime, withZone } from '../../kit/dates.ts';

/** Tomorrow at the default send time, as the value of a `datetime-local` field: wall-clock time in `timeZone`, no offset. */
export function tomorrowMorning(now: Date, timeZone: string): string {
  const today = new Date(`${dayOf(now, timeZone)}T00:00:00Z`);
  today.setUTCDate(today.getUTCDate() + 1);
  return `${today.toISOString().slice(0, 10)}T${defaultSendTime}`;
}

/** An instant as the value of a `datetime-local` field: wall-clock time in `timeZone`, no offset. */
export function localTime(instant: string, timeZone: string): string {
  return `${dayOf(instant, timeZone)}T${formatTime(instant, timeZone)}`;
}

/** "Wednesday, December 2, 2026 at 7:00 AM · New York" of a field's value; `undefined` while it is incomplete. */
export function formatLocal(local: string, timeZone: string): string | undefined {
  // Parsed and formatted as UTC: wall-clock time has no offset.
  const instant = `${local}Z`;
  if (local === '' || Number.isNaN(Date.parse(instant))) return undefined;
  return withZone(formatLong(instant, 'UTC'), timeZone);
}
