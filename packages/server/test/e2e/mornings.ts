import { type Call, timezone } from './product.ts';

const dayMs = 86_400_000;

/** `YYYY-MM-DD` in the installation's time zone, some days from now. */
export function dayFromNow(days: number): string {
  return addDays(new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(Date.now()), days);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** "Wed, Dec 2" */
export function shortDay(day: string): string {
  const parts = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', parts).format(new Date(`${day}T12:00Z`));
}

/** "Dec 2" */
export const monthAndDay = (day: string) => shortDay(day).replace(/^\w+, /, '');

/** Schedules an unused word for 7:00 on a day. */
export async function scheduleWord(call: Call, word: string, day: string) {
  const { words } = await call('listUnusedWords', { query: { search: word } });
  const wordId = words.find((one) => one.word === word)?.id;
  return call('scheduleEmail', { body: { wordId, scheduledDate: `${day}T07:00` } });
}

/** The words that wait, by day. */
export async function planned(call: Call): Promise<Record<string, string>> {
  const list = await call('listSchedule');
  return Object.fromEntries(
    list.map(({ scheduled_emails, words }) => [scheduled_emails.scheduledDate.slice(0, 10), words.word]),
  );
}
