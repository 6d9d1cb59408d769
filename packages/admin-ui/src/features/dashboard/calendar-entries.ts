import { type ScheduleItem, type ScheduleStatus, type SendView, sendStanding } from '@wordrise/core/contract';
import { dayOf } from '../../kit/dates.ts';

/** The part of a scheduled email that the dashboard shows. */
export interface CalendarEntry {
  id: number;
  word: string;
  scheduledDate: string;
  status: ScheduleStatus;
  reason: string | null;
  /** When it was sent, or else created. */
  touchedAt: string;
  /** Calendar day in the installation's zone, `YYYY-MM-DD`. */
  day: string;
  when: 'today' | 'upcoming' | 'past';
  /** Only while it is being sent from here. */
  progress?: Exclude<ReturnType<typeof sendStanding>, 'sent'> | undefined;
}

const statusFilters = ['All', 'Scheduled', 'Sent'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** All, Scheduled, Sent, then All again. */
export function nextFilter(filter: StatusFilter): StatusFilter {
  return statusFilters[(statusFilters.indexOf(filter) + 1) % statusFilters.length] as StatusFilter;
}

/** Newest first. @param sends The latest sends, if emails are sent from here. */
export function calendarEntries(
  items: ScheduleItem[],
  timeZone: string,
  now: Date,
  sends: readonly SendView[] = [],
): CalendarEntry[] {
  const progressOf = new Map(sends.map(({ id, progress }) => [id, sendStanding(progress)]));
  const today = dayOf(now, timeZone);
  return items
    .map(({ scheduled_emails: email, words: word }) => {
      const day = dayOf(email.scheduledDate, timeZone);
      const progress = progressOf.get(email.id);
      return {
        id: email.id,
        word: word.word,
        scheduledDate: email.scheduledDate,
        status: email.status,
        reason: email.reason,
        touchedAt: email.sentAt ?? email.createdAt,
        day,
        when: day === today ? 'today' : day > today ? 'upcoming' : 'past',
        ...(email.status === 'scheduled' && progress && progress !== 'sent' && { progress }),
      } satisfies CalendarEntry;
    })
    .toSorted((a, b) => b.scheduledDate.localeCompare(a.scheduledDate) || b.id - a.id);
}

/** Entries whose word contains the text, ignoring case, and whose status matches the filter. */
export function filterEntries(
  entries: CalendarEntry[],
  search: string,
  filter: StatusFilter,
): CalendarEntry[] {
  const wanted = search.trim().toLowerCase();
  return entries.filter(
    ({ word, status }) =>
      (filter === 'All' || status === filter.toLowerCase()) && word.toLowerCase().includes(wanted),
  );
}

/** The email whose time came last and that was sent or failed; `undefined` before the first. */
export function lastEmail(entries: readonly CalendarEntry[], now: Date): CalendarEntry | undefined {
  return entries.find(
    ({ status, scheduledDate }) =>
      status === 'sent' || (status === 'failed' && Date.parse(scheduledDate) <= now.getTime()),
  );
}

/**
 * The five latest events.
 *
 * @param above Emails that the page names above, so that none is on it three times.
 */
export function latestActivity(
  entries: readonly CalendarEntry[],
  above: readonly (number | undefined)[] = [],
): CalendarEntry[] {
  return entries
    .filter(({ id }) => !above.includes(id))
    .toSorted((a, b) => b.touchedAt.localeCompare(a.touchedAt) || b.id - a.id)
    .slice(0, 5);
}
