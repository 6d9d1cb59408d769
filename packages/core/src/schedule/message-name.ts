import { randomBytes } from 'node:crypto';
import { calendarDay } from '../calendar/zoned-time.ts';

/** A new name for an email's message. The provider's list shows it to people; the key at the end makes it unique. */
export function newMessageName(word: string, scheduledDate: Date, timezone: string): string {
  const key = randomBytes(6).toString('hex');
  return `${word} · ${calendarDay(scheduledDate, timezone)} · ${key}`;
}
