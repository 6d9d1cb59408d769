import type { ScheduleInput } from '../../contract/schedule.ts';
import type { ThemeWeekInput, ThemeWeekView } from '../../contract/themes.ts';
import { addDays, calendarDay, instantAt, showDay } from '../../platform/calendar.ts';
import type { Reads } from '../../platform/database/reads.ts';
import { DomainError } from '../../platform/errors.ts';
import type { ThemedWord } from '../../words/list-words.ts';
import { readThemeWeeks } from '../../words/themes/theme-weeks.ts';
import { AutopilotDay, nextSendDays, readDays, readPlan } from './autopilot-store.ts';
import type { FillDeps } from './fill-days.ts';
import { readEmails, takesItsDay } from './list-days.ts';

/** A week of send days, with room for days that are skipped or taken. */
const daysSearched = 60;

/**
 * Schedules the words of a theme that are left, in their order, one for each free send day from a day on. Days that have
 * an email are passed over, but the first must be free, because the owner chose it. Pinned words keep their own day. All
 * are scheduled or none. The next pass submits the emails to the provider.
 *
 * @param title The theme's.
 * @throws DomainError `schedule.in_past`, `schedule.day_taken`, and `input.invalid` if no word is left or the autopilot
 * sends nothing on the first day
 */
export async function scheduleTheme(
  deps: FillDeps,
  title: string,
  { from, dryRun = false }: ThemeWeekInput,
): Promise<ThemeWeekView> {
  const { database, now, timezone, store } = deps;
  const left = (await deps.words.themed()).filter(
    (word) => word.theme === title && word.usedCount === 0 && word.pin === '',
  );
  if (left.length === 0)
    throw refused(`No word of “${title}” is left: each was sent, is scheduled or has a day of its own.`);
  const { time, days } = await readPlan(deps);
  if (from < calendarDay(now(), timezone) || instantAt({ day: from, time }, timezone) <= now())
    throw new DomainError('schedule.in_past', `${showDay(from)} at ${time} has passed. Choose a later day.`);
  const { skipped } = await readDays(deps, from);
  const sendDays = nextSendDays(from, { days, skipped }, daysSearched);
  if (sendDays[0] !== from)
    throw refused(`No email goes out on ${showDay(from)}: the autopilot’s settings leave that day out.`);
  const emails = await readEmails(database, from, sendDays.at(-1) ?? from);
  const taken = new Map(emails.filter(takesItsDay).map(({ day, word }) => [day, word]));
  const free = sendDays.filter((day) => !taken.has(day));
  const other = taken.get(from);
  if (other !== undefined) {
    const next = free[0] ? ` The first free day after it is ${showDay(free[0])} (${free[0]}).` : '';
    throw new DomainError('schedule.day_taken', `${showDay(from)} has an email already: “${other}”.${next}`);
  }
  const week = free.slice(0, left.length).map((day, at) => ({ day, word: left[at] as ThemedWord }));
  const ids = new Map(
    (await deps.words.checkSome(week.map(({ word }) => word.id))).map(({ word }) => [word.id, word.word]),
  );
  const notes = await overlapNotes(
    database,
    title,
    week.map(({ day }) => day),
  );
  if (!dryRun) {
    const inputs = week.map(({ day, word }): ScheduleInput => {
      return {
        wordId: word.id,
        scheduledDate: `${day}T${time}`,
        status: 'pending',
        ifDayTaken: 'refuse',
      };
    });
    // Like days that it filled: if an email is canceled, its day stays free.
    const filled = week.map(({ day }) => ({ day, isSkipped: false }));
    await store(inputs, (em) => em.upsertMany(AutopilotDay, filled));
  }
  return {
    notes,
    emails: week.map(({ day, word }) => ({
      day,
      wordId: word.id,
      word: ids.get(word.id) ?? '',
      scheduledDate: instantAt({ day, time }, timezone).toISOString(),
    })),
  };
}

/** Each other theme week that shares its time with these days: one of the two has the other in between. */
async function overlapNotes(database: Reads, title: string, days: readonly string[]): Promise<string[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const [from, to] = [addDays(first, -daysSearched), addDays(last, daysSearched)];
  const emails = (await readEmails(database, from, to)).filter(takesItsDay);
  const others = emails.filter(({ theme }) => theme !== '' && theme !== title);
  const places = await readThemeWeeks(
    { database },
    others.map(({ theme }) => theme),
  );
  const notes: string[] = [];
  for (const [theme, ofTheme] of Map.groupBy(others, (email) => email.theme)) {
    const weeks: string[][] = [];
    for (const { id, day } of ofTheme) {
      const place = places.get(id);
      if (!place) continue;
      if (place.position === 1 || weeks.length === 0) weeks.push([]);
      weeks.at(-1)?.push(day);
    }
    for (const week of weeks) {
      const [begins, ends] = [week[0] as string, week.at(-1) as string];
      const span = `“${theme}” goes out from ${showDay(begins)} to ${showDay(ends)}`;
      const inside = days.filter((day) => day > begins && day < ends).length;
      if (inside > 0) {
        const words = inside === 1 ? '1 word' : `${inside} words`;
        const goes = inside === 1 ? 'goes' : 'go';
        notes.push(`${span}: ${words} of “${title}” ${goes} out in between.`);
      } else if (begins > first && ends < last) notes.push(`${span}: “${title}” pauses on these days.`);
    }
  }
  return notes;
}

function refused(message: string): DomainError {
  return new DomainError('input.invalid', message, { fields: { from: [message] } });
}
