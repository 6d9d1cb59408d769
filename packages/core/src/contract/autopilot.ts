import { z } from 'zod';
import { scheduleStatuses } from './choices.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { instant, wholeNumber } from './paging.ts';
import { isStorable, notStorable } from './text.ts';
import { type Weekday, weekdays } from './weekdays.ts';
import { type DrawLevel, drawLevels, tagsOf } from './word-fields.ts';
import { wordView } from './words.ts';

/** A calendar day in the installation's time zone, `YYYY-MM-DD`. */
export const calendarDate = z.iso.date('Give a day, such as 2026-12-24');

const labels = (what: string) =>
  z
    .array(z.string(`${what} must be texts`), `Give a list of ${what.toLowerCase()}`)
    .transform((list) => [...new Set(tagsOf(list.join(',')))])
    .refine(
      (list) => list.join().length <= limits.tagsLength,
      `${what}: at most ${limits.tagsLength} characters`,
    )
    .refine((list) => isStorable(list.join()), notStorable(what));

/** Whether words of a theme go out together: never, each week, or with a free week after each theme. */
export const themeRhythms = ['off', 'alternate', 'always'] as const;
export type ThemeRhythm = (typeof themeRhythms)[number];

/** Which words may be drawn. What is left out of a request stays as it is. */
const drawInput = {
  levels: z
    .array(z.enum(drawLevels), 'Choose the levels')
    .min(1, 'Choose at least one level')
    .transform((levels): DrawLevel[] => drawLevels.filter((level) => levels.includes(level)))
    .optional(),
  /** Only words with one of these tags, if there are any. */
  onlyTags: labels('Tags').optional(),
  /** No words with one of these tags. */
  neverTags: labels('Tags').optional(),
  /** No words that touch one of these, such as `violence`; `all` leaves out everything that is marked. */
  withoutSensitive: labels('Kinds').optional(),
  /** Whether theme weeks are scheduled. */
  themeWeeks: z.enum(themeRhythms, `Choose one: ${themeRhythms.join(', ')}`).optional(),
};

export const autopilotInput = z.object({
  ...drawInput,
  isOn: z.boolean('Say whether the autopilot is on'),
  /** When emails go out: wall-clock time in the installation's time zone. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time, such as 07:00'),
  /** On which days. */
  days: z
    .array(z.enum(weekdays), 'Choose the days of the week')
    .min(1, 'Choose at least one day of the week')
    .transform((days): Weekday[] => weekdays.filter((day) => days.includes(day))),
  /** How many mornings are kept filled. */
  ahead: wholeNumber('The number of mornings', 1, limits.morningsAhead),
});
export type AutopilotInput = z.infer<typeof autopilotInput>;
/** Which words may be drawn. */
export interface DrawSettings {
  levels: DrawLevel[];
  onlyTags: string[];
  neverTags: string[];
  withoutSensitive: string[];
}

/** How long the unused words that may be drawn last if each open morning takes one. */
export const libraryView = z.object({
  unusedWords: z.number().int(),
  /** Those that the settings let the autopilot draw. */
  drawnFrom: z.number().int(),
  /** The last morning that has a word or would get one; `null` if there is none. */
  lastsUntil: calendarDate.nullable(),
  /** Whether the words last even longer: the count stops at three years. */
  lastsLonger: z.boolean(),
  /** Whether it is time to add words. */
  isLow: z.boolean(),
  /** How long they last, in a sentence. */
  summary: z.string(),
  /** Which setting to change if words are left that the settings leave out; `null` while there are enough. */
  widen: z.string().nullable(),
});
export type LibraryView = z.infer<typeof libraryView>;

export const autopilotView = autopilotInput.extend({
  days: z.array(z.enum(weekdays)),
  ahead: z.number().int(),
  levels: z.array(z.enum(drawLevels)),
  onlyTags: z.array(z.string()),
  neverTags: z.array(z.string()),
  withoutSensitive: z.array(z.string()),
  themeWeeks: z.enum(themeRhythms),
  /** Days that get no email, starting today. */
  skippedDays: z.array(calendarDate),
  library: libraryView,
  /** Whether the library has themes at all. */
  hasThemes: z.boolean(),
  /** Themes that can have a week: three words or more that may be drawn. Without one, no theme week comes. */
  themesLeft: z.number().int(),
  timezone: z.string(),
});
export type AutopilotView = z.infer<typeof autopilotView>;

export const dayParams = z.object({ day: calendarDate });

/** The last of the days that begin with the one in the path; only that one unless given. */
const until = calendarDate.optional();

export const skipInput = z.object({
  until,
  /** Whether emails already scheduled for these days are canceled. */
  cancelEmails: z.boolean('Say whether the emails are canceled').optional(),
});
export type SkipInput = z.infer<typeof skipInput>;

/** An email that goes out on a skipped day. */
const skippedEmail = z.object({
  id: z.number().int(),
  wordId: z.number().int(),
  word: z.string(),
  scheduledDate: instant,
  /** Why it could not be canceled. */
  problem: z.string().optional(),
});
export type SkippedEmail = z.infer<typeof skippedEmail>;

/** `emails`: those that still go out on these days. */
export const skippedView = autopilotView.extend({ emails: z.array(skippedEmail) });

/** `emails`: those that still go out on weekdays that were just taken out; left out if there are none. */
export const savedAutopilot = autopilotView.extend({ emails: z.array(skippedEmail).optional() });
export type SavedAutopilot = z.infer<typeof savedAutopilot>;
export type SkippedView = z.infer<typeof skippedView>;

/** The rules for choosing words. If the remaining words cannot satisfy them all, rules are dropped in this order. */
export const choiceRules = ['origin', 'part_of_speech', 'initial', 'definition', 'check'] as const;
export type ChoiceRule = (typeof choiceRules)[number];

/**
 * Why a word is chosen, if it is not drawn from the unused ones: it is pinned to the day, it opens a new installation, it
 * belongs to a theme week, or it goes out again because no unused word is left.
 */
export const choiceReasons = ['pin', 'opening', 'theme', 'repeat'] as const;
export type ChoiceReason = (typeof choiceReasons)[number];

export const planInput = z.object({
  /** How many mornings are considered, including those already taken. */
  mornings: wholeNumber('The number of mornings', 1, limits.morningsPlanned),
  /** The same seed gives the same words; by default, it is the autopilot's own. */
  seed: wholeNumber('The seed', 0, limits.largestSeed).optional(),
  /** Words already chosen. */
  chosen: z
    .array(z.object({ day: calendarDate, wordId: z.number().int().positive() }))
    .max(limits.morningsPlanned)
    .default([]),
  /** Ids of words that should not be chosen. */
  avoid: z.array(z.number().int().positive()).max(limits.morningsPlanned).default([]),
});
export type PlanInput = z.infer<typeof planInput>;

const plannedWord = wordView.pick({ id: true, word: true, partOfSpeech: true, definition: true });

export const plannedMorning = z.object({
  day: calendarDate,
  scheduledDate: instant,
  /** `null` if no word is left. */
  word: plannedWord.nullable(),
  /** Rules that this word breaks, because no other word was left. */
  relaxed: z.array(z.enum(choiceRules)),
  /** Left out for a word that is drawn from the unused ones. */
  reason: z.enum(choiceReasons).optional(),
});
export type PlannedMorning = z.infer<typeof plannedMorning>;

/** Words for the mornings ahead that are still open. Nothing is stored. */
export const planView = z.object({
  mornings: z.array(plannedMorning),
  library: libraryView,
  timezone: z.string(),
});
export type PlanView = z.infer<typeof planView>;

/** Why a day has no email. `open`: no word has been chosen yet. */
export const dayStates = ['past', 'open', 'day_off', 'skipped'] as const;

export const calendarDayView = z.object({
  day: calendarDate,
  /** When an email goes out on that day, unless another time is given. */
  sendTime: instant,
  state: z.enum(dayStates),
  /** The autopilot filled this day before and will not fill it again. */
  isLeftFree: z.boolean(),
  emails: z.array(
    z.object({
      id: z.number().int(),
      wordId: z.number().int(),
      word: z.string(),
      definition: z.string(),
      scheduledDate: instant,
      status: z.enum(scheduleStatuses),
    }),
  ),
});
export type CalendarDayView = z.infer<typeof calendarDayView>;

export const calendarQuery = z.object({
  /** The first day; today unless given. */
  from: calendarDate.optional(),
  days: wholeNumber('The number of days', 1, limits.morningsPlanned).prefault(42),
});
export const calendarView = z.object({ days: z.array(calendarDayView), timezone: z.string() });
export type CalendarView = z.infer<typeof calendarView>;

export const autopilotEndpoints = {
  getAutopilot: {
    method: 'GET',
    path: '/api/admin/autopilot',
    summary: 'Whether mornings are filled automatically, when, and how long the words last.',
    access: 'session',
    answer: autopilotView,
  },
  saveAutopilot: {
    method: 'PUT',
    path: '/api/admin/autopilot',
    summary:
      'Turn the autopilot on or off, and set its time, days, number of mornings and what it draws from.',
    access: 'session',
    body: autopilotInput,
    answer: savedAutopilot,
  },
  skipDay: {
    method: 'PUT',
    path: '/api/admin/autopilot/skipped/{day}',
    summary:
      'Leave a day, or all days until another, without an email; those already scheduled stay, or are canceled.',
    access: 'session',
    params: dayParams,
    body: skipInput,
    hasOptionalBody: true,
    answer: skippedView,
  },
  unskipDay: {
    method: 'DELETE',
    path: '/api/admin/autopilot/skipped/{day}',
    summary:
      'Let the autopilot fill a day that was skipped or whose email was canceled, or all days until another.',
    access: 'session',
    params: dayParams,
    query: z.object({ until }),
    answer: autopilotView,
  },
  planDays: {
    method: 'POST',
    path: '/api/admin/schedule/plan',
    summary: 'Choose words for the mornings that are still open; schedules nothing.',
    access: 'session',
    body: planInput,
    status: 200,
    answer: planView,
    errors: ['word.not_found'],
  },
  calendarDays: {
    method: 'GET',
    path: '/api/admin/schedule/days',
    summary: 'What goes out each day, and which days have no word.',
    access: 'session',
    query: calendarQuery,
    answer: calendarView,
  },
} as const satisfies Record<string, Endpoint>;
