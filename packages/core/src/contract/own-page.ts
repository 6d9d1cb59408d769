import { z } from 'zod';
import { leavingReasons } from './choices.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { idParams, message } from './paging.ts';
import type { ReaderPreferences } from './preferences.ts';
import { signupInput } from './signups.ts';
import { isStorable, notStorable, oneLine } from './text.ts';
import type { Weekday } from './weekdays.ts';

// The page that each reader has behind the link in their emails. It is no part of the API: only its owner's side is.

/** What readers can choose; the rest is not shown. */
export interface OwnPageOffers {
  /** Their own days and pauses. */
  days: boolean;
  /** Their own time of day and time zone. */
  times: boolean;
  /**
   * One email a week instead: its usual day, whether readers of the daily emails get it too, and whether emails are the
   * lessons of a course.
   */
  weekly: { day: Weekday; hasRecap: boolean; isCourse?: boolean } | undefined;
}

/**
 * A word that a reader asked to be reminded of. Written out because the declarations of a package without zod contain it.
 */
export interface RememberedWord {
  wordId: number;
  word: string;
  partOfSpeech: string;
  definition: string;
  /** `YYYY-MM-DD`: from then on, the next email has it; `null` once one had it. */
  dueDay: string | null;
}

export const rememberedWord = z.object({
  wordId: z.number().int(),
  word: z.string(),
  partOfSpeech: z.string(),
  definition: z.string(),
  dueDay: z.iso.date().nullable(),
}) satisfies z.ZodType<RememberedWord>;

/** What a reader's own page shows. */
export interface OwnPageView {
  firstName: string;
  /** Most of it hidden: anyone an email is forwarded to has the link too. */
  email: string;
  favoriteWord: string;
  /** Whether the first name may be shown beside that word. */
  creditName: boolean;
  preferences: ReaderPreferences;
  /** Latest first. */
  words: RememberedWord[];
  /** Whether emails are paused today. */
  isPaused: boolean;
  /** Where the reader is, `YYYY-MM-DD`. */
  today: string;
  /** The installation's time zone. IANA name. */
  timezone: string;
  offers: OwnPageOffers;
}

/**
 * When a reader wants the emails. A time zone, time of day or day of the weekly email that is `null` is the owner's. A
 * form that leaves out how often changes nothing about it.
 */
export interface OwnTimesInput {
  cadence?: ReaderPreferences['cadence'] | undefined;
  digestDay?: Weekday | null | undefined;
  weekdays: Weekday[];
  sendTime: string | null;
  timezone: string | null;
}

/** A pause of a length, until a day (`YYYY-MM-DD`, the first with an email again), or the end of one. */
export type OwnPause = 'week' | 'month' | 'none' | { until: string };

/** What a reader may change about themselves. */
export const ownNameInput = z
  .object({
    firstName: z
      .string('Enter a name')
      .overwrite(oneLine)
      .max(limits.firstNameLength, `First name must be at most ${limits.firstNameLength} characters`)
      .refine(isStorable, notStorable('First name')),
    favoriteWord: signupInput.shape.favoriteWord,
    creditName: signupInput.shape.creditName,
  })
  .refine(({ firstName, creditName }) => !creditName || firstName !== '', {
    path: ['firstName'],
    message: 'To be named with your favorite word, enter your first name, or clear the box.',
  })
  .refine(({ favoriteWord, creditName }) => !creditName || favoriteWord !== undefined, {
    path: ['favoriteWord'],
    message: 'To be named with your favorite word, enter the word, or clear the box.',
  });
export type OwnNameInput = z.infer<typeof ownNameInput>;

export const leavingInput = z.object({
  reason: z.enum(leavingReasons, 'Choose a reason'),
  text: z
    .string()
    .overwrite(oneLine)
    .max(limits.leavingTextLength, `Write at most ${limits.leavingTextLength} characters`)
    .refine(isStorable, notStorable('The text'))
    .default(''),
});
export type LeavingInput = z.infer<typeof leavingInput>;

export const leavingSummary = z.object({
  /** In the last year, most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(leavingReasons), count: z.number().int() })),
  /** What they wrote, latest first. */
  texts: z.array(
    z.object({
      id: z.number().int(),
      reason: z.enum(leavingReasons),
      text: z.string(),
      day: z.iso.date(),
    }),
  ),
});
export type LeavingSummary = z.infer<typeof leavingSummary>;

export const ownPageEndpoints = {
  leavingReasons: {
    method: 'GET',
    path: '/api/admin/leaving-reasons',
    summary:
      'Why readers left within the last year, as they say on the page after unsubscribing: how many gave each reason, and what the latest wrote. It is stored without their addresses.',
    access: 'session',
    answer: leavingSummary,
  },
  deleteLeavingText: {
    method: 'DELETE',
    path: '/api/admin/leaving-reasons/{id}',
    summary: 'Delete what a reader wrote when they left. The reason is still counted.',
    access: 'session',
    params: idParams,
    answer: message,
    errors: ['request.not_found'],
  },
} satisfies Record<string, Endpoint>;
