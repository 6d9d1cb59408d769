import type { DayRange } from '@wordrise/core/contract';
import { useSyncExternalStore } from 'react';

// Dates are shown in en-US format and in the installation's time zone, regardless of the browser's settings.

function parts(instant: string | Date, timeZone: string) {
  const formatted = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(instant));
  return Object.fromEntries(formatted.map(({ type, value }) => [type, value]));
}

/** Calendar day of an instant, `YYYY-MM-DD`. */
export function dayOf(instant: string | Date, timeZone: string): string {
  const { year, month, day } = parts(instant, timeZone);
  return `${year}-${month}-${day}`;
}

/** "Tuesday, December 1, 2026, 07:00" */
export function formatLong(instant: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full' }).format(new Date(instant));
  return `${day}, ${formatTime(instant, timeZone)}`;
}

/** "Tue, Dec 1, 2026, 07:00" */
export function formatShort(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant));
}

/** "Tue, Dec 1" of an instant. */
export function formatDay(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  }).format(new Date(instant));
}

/** "in 14 hours", "in 3 minutes", "in less than a minute"; "now" once it has come. */
export function formatUntil(instant: string, now: Date): string {
  const ms = new Date(instant).getTime() - now.getTime();
  if (ms < 60_000) return ms > 0 ? 'in less than a minute' : 'now';
  const minutes = Math.round(ms / 60_000);
  const relative = new Intl.RelativeTimeFormat('en-US');
  if (minutes < 60) return relative.format(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? relative.format(hours, 'hour') : relative.format(Math.round(hours / 24), 'day');
}

/** "07:00" */
export function formatTime(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant));
}

/** "Dec 1" of a calendar day `YYYY-MM-DD`. */
export function formatCalendarDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** "Dec 21 – Jan 3", or "Dec 21" of a single day. */
export function formatCalendarDays({ from, until }: DayRange): string {
  const first = formatCalendarDay(from);
  return from === until ? first : `${first} – ${formatCalendarDay(until)}`;
}

/** "New York" of `America/New_York`, with non-breaking spaces. */
export function zoneName(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', '\u00a0');
}

/** "New York (America/New_York)", and "UTC" without saying it twice. */
export function zoneInFull(timeZone: string): string {
  const name = zoneName(timeZone);
  return name === timeZone ? name : `${name} (${timeZone})`;
}

/** "Tue, Dec 1, 2026, 07:00 · New York"; the time and its zone stay on one line. */
export function withZone(time: string, timeZone: string): string {
  return `${time}\u00a0·\u00a0${zoneName(timeZone)}`;
}

const minuteMs = 60_000;
/** Events of a tab that becomes visible again or whose machine wakes up: timers stop until then. */
const returns = [
  [document, 'visibilitychange'],
  [window, 'focus'],
  [window, 'pageshow'],
] as const;

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  function tick() {
    clearTimeout(timer);
    timer = setTimeout(tick, minuteMs - (Date.now() % minuteMs));
    onChange();
  }
  tick();
  for (const [target, type] of returns) target.addEventListener(type, tick);
  return () => {
    clearTimeout(timer);
    for (const [target, type] of returns) target.removeEventListener(type, tick);
  };
}

const currentMinute = () => Date.now() - (Date.now() % minuteMs);

/** The time to the minute. Rerenders every minute, and when the tab becomes visible again. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, currentMinute));
}
