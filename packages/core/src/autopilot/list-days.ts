import { addDays } from '../calendar/days.ts';
import { calendarDay } from '../calendar/zoned-time.ts';
import type { CalendarDayView, CalendarView } from '../contract/autopilot.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { readDays, readPlan } from './autopilot-store.ts';
import { type DatedEmail, readEmails } from './read-emails.ts';
import { isSendDay, type SendRhythm, sendTime } from './send-days.ts';

interface ListDaysDeps {
  database: OpenDatabase;
  now: () => Date;
  timezone: string;
}

/** What goes out each day, and why a day has no email. */
export async function listDays(
  deps: ListDaysDeps,
  { from, days }: { from?: string | undefined; days: number },
): Promise<CalendarView> {
  const { timezone } = deps;
  const now = deps.now();
  const first = from ?? calendarDay(now, timezone);
  const last = addDays(first, days - 1);
  const plan = await readPlan(deps);
  const { skipped, filled } = await readDays(deps, first);
  const emails = Map.groupBy(await readEmails(deps, first, last), ({ day }) => day);
  const rhythm = { time: plan.time, days: plan.days, skipped };
  const list = Array.from({ length: days }, (_, at): CalendarDayView => {
    const day = addDays(first, at);
    const instant = sendTime(day, plan.time, timezone);
    return {
      day,
      sendTime: instant.toISOString(),
      state: stateOf(day, instant <= now, rhythm),
      isLeftFree: plan.isOn && filled.has(day),
      emails: (emails.get(day) ?? []).map(presentEmail),
    };
  });
  return { days: list, timezone };
}

function stateOf(day: string, isPast: boolean, rhythm: SendRhythm): CalendarDayView['state'] {
  if (isPast) return 'past';
  if (rhythm.skipped.has(day)) return 'skipped';
  return isSendDay(day, rhythm) ? 'open' : 'day_off';
}

function presentEmail({ id, wordId, word, definition, scheduledDate, status }: DatedEmail) {
  return { id, wordId, word, definition, scheduledDate: scheduledDate.toISOString(), status };
}
