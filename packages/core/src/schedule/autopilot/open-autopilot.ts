import { randomInt } from 'node:crypto';
import type {
  AutopilotInput,
  AutopilotView,
  CalendarView,
  LibraryView,
  PlanInput,
  PlanView,
  SavedAutopilot,
  SkipInput,
  SkippedEmail,
  SkippedView,
} from '../../contract/autopilot.ts';
import { limits, timings } from '../../contract/limits.ts';
import type { ThemeWeekInput, ThemeWeekView } from '../../contract/themes.ts';
import type { StepContext } from '../../mail/pass-event.ts';
import { type Actor, type AuditLog, atCommandLine } from '../../owner/audit.ts';
import { calendarDay, instantAt, showDate } from '../../platform/calendar.ts';
import { literal } from '../../platform/database/query.ts';
import { emailTable } from '../scheduled-email.ts';
import { firstDay, nextSendDays, readDays, readPlan, removeDays, savePlan } from './autopilot-store.ts';
import { drawableThemes, drawsEverything, fewestOfTheme, mayDraw, widenAdvice } from './draw-settings.ts';
import type { FillDeps } from './fill-days.ts';
import { libraryLasts, listDays } from './list-days.ts';
import { waitsForItsDay } from './place-pins.ts';
import { scheduleTheme } from './schedule-theme.ts';
import { checkSkip, emailsOnWeekdays, requireRange, type SkipDeps, skipDays } from './skip-days.ts';

/** When the words end. */
export interface WordsEnd {
  /** `YYYY-MM-DD`: the last morning that has a word or would get one; today if there is none. */
  day: string;
  /** Which settings leave out words that are left, if some do. */
  widen: string | null;
}

/** Fills mornings with words of the library. */
export interface Autopilot {
  get(): Promise<AutopilotView>;
  /**
   * While it is on, it fills the open mornings right away; when turned on, including those that it left free before. The
   * next pass submits the emails to the provider. Emails on weekdays that are taken out stay, and are in the answer.
   */
  save(input: AutopilotInput, actor?: Actor): Promise<SavedAutopilot>;
  /** Leaves a day, or all days until another, without an email: see `skipDays`. */
  skip(day: string, options?: SkipInput): Promise<SkippedView>;
  /** The emails that `skip` would find: see `checkSkip`. */
  checkSkip(day: string, options?: Pick<SkipInput, 'until'>): Promise<SkippedEmail[]>;
  /**
   * Lets the autopilot fill a day that was skipped or whose email was canceled, or all days until another. Safe to repeat.
   *
   * @throws DomainError `input.invalid`
   */
  unskip(day: string, options?: Pick<SkipInput, 'until'>): Promise<AutopilotView>;
  /** Words for the mornings ahead that are still open: see `planDays`. */
  plan(input: PlanInput): Promise<PlanView>;
  /** What goes out each day, and which days have no word. */
  days(range: { from?: string | undefined; days: number }): Promise<CalendarView>;
  /**
   * The first day from this one that should have an email. While the autopilot is off, it is this day, because every
   * day counts. `undefined` if a whole year is skipped.
   */
  nextSendDay(from: string): Promise<string | undefined>;
  /** When the emails of a day go out, unless they have a time of their own: the time that the owner set. */
  usualTime(day: string): Promise<Date>;
  /** When the next email usually goes out, and whether the autopilot fills that morning; `undefined` as above. */
  nextMorning(): Promise<{ at: Date; isFilled: boolean } | undefined>;
  /** The last morning for which there are words, if the autopilot is on and that is soon. */
  wordsEnd(): Promise<WordsEnd | undefined>;
  /** Schedules a theme from a chosen day on, also while it is off: see `scheduleTheme`. */
  scheduleTheme(title: string, options: ThemeWeekInput): Promise<ThemeWeekView>;
  /** Fills the next mornings, if it is on. May run in several processes at once. */
  fill(context: StepContext): Promise<void>;
}

export function openAutopilot(deps: FillDeps & SkipDeps & { audit: AuditLog }): Autopilot {
  const { timezone, now } = deps;
  const today = () => calendarDay(now(), timezone);

  async function get(): Promise<AutopilotView> {
    const { seed: _, ...settings } = await readPlan(deps);
    const { skipped } = await readDays(deps, today());
    const library = await readLibrary(deps);
    const themes = await drawableThemes(deps.words, { ...settings, themeWeeks: 'always' });
    const themesLeft = themes.filter(({ words }) => words.length >= fewestOfTheme).length;
    const hasThemes = await deps.words.hasThemes();
    return { ...settings, skippedDays: [...skipped], library, hasThemes, themesLeft, timezone };
  }

  // Choosing words compares their meanings, which needs the dictionary.
  const filling = () => import('./fill-days.ts');
  const fillNow = async () => (await filling()).fillDays(deps, { onEvent: () => {} });

  return {
    get,
    async save(input, actor = atCommandLine) {
      const before = await readPlan(deps);
      await savePlan({ ...deps, random: () => randomInt(limits.largestSeed) }, input);
      const detail = input.isOn ? 'on' : 'off';
      await deps.audit.record({ action: 'autopilot.save', actor, detail });
      await fillNow();
      const view = await get();
      const takenOut = before.days.filter((day) => before.isOn && view.isOn && !view.days.includes(day));
      const emails = await emailsOnWeekdays(deps, takenOut);
      return emails.length === 0 ? view : { ...view, emails };
    },
    async skip(day, options = {}) {
      const emails = await skipDays(deps, day, options);
      return { ...(await get()), emails };
    },
    checkSkip: (day, { until } = {}) => checkSkip(deps, day, until),
    async unskip(day, { until } = {}) {
      await removeDays(deps, requireRange(day, until));
      await fillNow();
      return get();
    },
    async plan(input) {
      const planned = await (await filling()).planDays(deps, input);
      const mornings = planned.map(({ word, scheduledDate, ...rest }) => ({
        ...rest,
        scheduledDate: scheduledDate.toISOString(),
        word: word
          ? { id: word.id, word: word.word, partOfSpeech: word.partOfSpeech, definition: word.definition }
          : null,
      }));
      return { mornings, library: await readLibrary(deps), timezone };
    },
    days: (range) => listDays(deps, range),
    async nextSendDay(from) {
      const { isOn, days } = await readPlan(deps);
      if (!isOn) return from;
      const { skipped } = await readDays(deps, from);
      return nextSendDays(from, { days, skipped }, 1)[0];
    },
    usualTime: async (day) => instantAt({ day, time: (await readPlan(deps)).time }, timezone),
    async nextMorning() {
      const { isOn, time, days } = await readPlan(deps);
      const from = firstDay(now(), { time }, timezone);
      const { skipped } = await readDays(deps, from);
      const [day] = isOn ? nextSendDays(from, { days, skipped }, 1) : [from];
      return day === undefined ? undefined : { at: instantAt({ day, time }, timezone), isFilled: isOn };
    },
    async wordsEnd() {
      if (!(await readPlan(deps)).isOn) return undefined;
      const { isLow, lastsUntil, widen } = await readLibrary(deps);
      return isLow ? { day: lastsUntil ?? today(), widen } : undefined;
    },
    scheduleTheme: (title, options) => scheduleTheme(deps, title, options),
    fill: async (context) => (await filling()).fillDays(deps, context),
  };
}

async function readLibrary(deps: FillDeps): Promise<LibraryView> {
  const { database, now, timezone, words } = deps;
  const plan = await readPlan(deps);
  const from = firstDay(now(), plan, timezone);
  const { skipped } = await readDays(deps, from);
  const rows = await database.read(
    emailTable
      .selectFrom('scheduled_emails')
      .select('day')
      .where('status', 'in', [literal('pending'), literal('scheduled'), literal('sent')])
      .where('day', '>=', calendarDay(now(), timezone)),
  );
  const taken = new Set(rows.map(({ day }) => day));
  const { total } = await words.listUnused({ page: 1, limit: 1, search: '', letter: '' });
  const groups = drawsEverything(plan) ? [] : await words.countUnusedMarks();
  const passing = groups.filter((word) => mayDraw(plan, word));
  const all = drawsEverything(plan) ? total : passing.reduce((sum, { count }) => sum + count, 0);
  const waiting = (await words.pinned()).filter(
    (word) => word.usedCount === 0 && mayDraw(plan, word) && waitsForItsDay(word, from),
  );
  const drawnFrom = all - waiting.length;
  const { mornings, ...lasts } = libraryLasts({
    from,
    rhythm: { days: plan.days, skipped },
    taken,
    drawnFrom,
  });
  const widen = (lasts.isLow && widenAdvice(plan, groups)) || null;
  const library = { unusedWords: total, drawnFrom, ...lasts, widen };
  // Months before: writing words takes time.
  const isEnding = plan.isOn && mornings <= timings.libraryEndsMornings;
  if (total === 0 && (await words.list({ limit: 1 })).total === 0)
    return { ...library, summary: 'The library has no words yet.' };
  return { ...library, summary: isEnding ? `${sentenceOf(library)} ${endingAdvice}` : sentenceOf(library) };
}

const endingAdvice = 'Add more in time: when no unused word is left, words that were sent go out again.';

function sentenceOf({
  unusedWords,
  drawnFrom,
  lastsUntil,
  lastsLonger,
}: Omit<LibraryView, 'summary'>): string {
  const counted = (count: number) => count.toLocaleString('en-US');
  const all = unusedWords === 1 ? '1 unused word' : `${counted(unusedWords)} unused words`;
  const words = drawnFrom < unusedWords ? `${counted(drawnFrom)} of ${all} may be drawn` : all;
  if (lastsUntil === null) return drawnFrom < unusedWords ? `${words}.` : 'No unused word is left.';
  return `${words}: enough ${lastsLonger ? 'for more than three years' : `until ${showDate(lastsUntil)}`}.`;
}
