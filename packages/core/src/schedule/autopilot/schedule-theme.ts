import type { ThemeWeekInput, ThemeWeekView } from '../../contract/themes.ts';
import { calendarDay, instantAt, showDay } from '../../platform/calendar.ts';
import { DomainError } from '../../platform/errors.ts';
import type { ThemedWord } from '../../words/list-words.ts';
import { AutopilotDay, nextSendDays, readDays, readPlan } from './autopilot-store.ts';
import type { FillDeps } from './fill-days.ts';
import { readEmails, takesItsDay } from './list-days.ts';

/** A week of send days, with room for days that are skipped or taken. */
const daysSearched = 60;

/**
 * Schedules the words of a theme that are left, in their order, one for each free send day from a day on. Days that have
 * an email are passed over, but the first must be free, because the owner chose it. Pinned words keep their own day. The
 * next pass submits the emails to the provider.
 *
 * @param title The theme's.
 * @throws DomainError `schedule.in_past`, `schedule.day_taken`, and `input.invalid` if no word is left or the autopilot
 * sends nothing on the first day
 */
export async function scheduleTheme(
  deps: FillDeps,
  title: string,
  { from, dryRun = false }: ThemeWeekInput & { dryRun?: boolean },
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
  for (const { day, word } of dryRun ? [] : week) {
    const input = { wordId: word.id, scheduledDate: `${day}T${time}`, status: 'pending' } as const;
    await store({ ...input, ifDayTaken: 'refuse' }, (em) =>
      // Like a day that it filled: if the email is canceled, the day stays free.
      em.upsert(AutopilotDay, { day, isSkipped: false }),
    );
  }
  return {
    emails: week.map(({ day, word }) => ({
      day,
      wordId: word.id,
      word: ids.get(word.id) ?? '',
      scheduledDate: instantAt({ day, time }, timezone).toISOString(),
    })),
  };
}

function refused(message: string): DomainError {
  return new DomainError('input.invalid', message, { fields: { from: [message] } });
}
