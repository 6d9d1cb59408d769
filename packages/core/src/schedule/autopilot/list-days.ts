import type { CalendarDayView, CalendarView, LibraryView } from '../../contract/autopilot.ts';
import type { ScheduleStatus } from '../../contract/choices.ts';
import { timings } from '../../contract/limits.ts';
import { addDays, calendarDay, instantAt } from '../../platform/calendar.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { fields } from '../../platform/database/query.ts';
import type { Reads } from '../../platform/database/reads.ts';
import { emailsWithWords } from '../scheduled-email.ts';
import { isSendDay, readDays, readPlan, type SendRhythm, sendDays } from './autopilot-store.ts';

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
  const emails = Map.groupBy(await readEmails(deps.database, first, last), ({ day }) => day);
  const rhythm = { time: plan.time, days: plan.days, skipped };
  const list = Array.from({ length: days }, (_, at): CalendarDayView => {
    const day = addDays(first, at);
    const instant = instantAt({ day, time: plan.time }, timezone);
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

/** An email and its word. */
export interface DatedEmail {
  id: number;
  wordId: number;
  word: string;
  partOfSpeech: string;
  definition: string;
  etymology: string;
  theme: string;
  scheduledDate: Date;
  status: ScheduleStatus;
  day: string;
}

/** The emails from one day to another, inclusive, with any status. */
export async function readEmails(database: Reads, from: string, to: string): Promise<DatedEmail[]> {
  const rows = await database.read(
    emailsWithWords
      .select(fields('email', ['id', 'wordId', 'scheduledDate', 'status', 'day']))
      .select(fields('word', ['word', 'partOfSpeech', 'definition', 'etymology', 'theme']))
      .where('email.day', '>=', from)
      .where('email.day', '<=', to)
      .orderBy('email.scheduled_date')
      .orderBy('email.id'),
  );
  return rows.map((row) => ({ ...row, scheduledDate: new Date(row.scheduledDate) }));
}

/** Whether the email occupies its day: a failed one goes to nobody. */
export function takesItsDay({ status }: Pick<DatedEmail, 'status'>): boolean {
  return status !== 'failed';
}

/** The planning limit. */
const mostMornings = 3 * 366;

/**
 * How long the words that may be drawn last if each send day without an email takes one.
 *
 * @param input.from The first day whose send time has not come yet.
 * @param input.taken Days that have an email.
 */
export function libraryLasts(input: {
  from: string;
  rhythm: Pick<SendRhythm, 'days' | 'skipped'>;
  taken: ReadonlySet<string>;
  /** How many unused words may be drawn. */
  drawnFrom: number;
}): Pick<LibraryView, 'lastsUntil' | 'lastsLonger' | 'isLow'> & { mornings: number } {
  const { from, rhythm, taken, drawnFrom } = input;
  let left = drawnFrom;
  let lastsUntil: string | null = null;
  let mornings = 0;
  let lastsLonger = false;
  for (const day of sendDays(from, rhythm)) {
    if (!taken.has(day)) left -= 1;
    if (left < 0) break;
    lastsUntil = day;
    mornings += 1;
    lastsLonger = mornings === mostMornings;
    if (lastsLonger) break;
  }
  const isLow = lastsUntil === null || lastsUntil < addDays(from, timings.libraryLowDays);
  return { lastsUntil, lastsLonger, isLow, mornings };
}
