import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { instant } from './paging.ts';
import { type EntryField, entryFields } from './word-fields.ts';
import { type RecordingView, recordingView } from './words.ts';

/**
 * A word that was sent, as visitors read it. A field without text is empty, never a placeholder. The interface is
 * written out because the declarations of a package without zod contain it.
 */
export interface SentWord extends Record<EntryField, string> {
  /** The pronunciation in syllables, such as "PEH-trih-kor"; empty if it cannot be computed. */
  respelling: string;
  /** The last part of the address of its page. */
  slug: string;
  /** When it was last sent. */
  sentAt: string;
  /** The day of `sentAt` in the installation's time zone, `YYYY-MM-DD`. */
  day: string;
  /** In a theme week, its title and the place of the word, such as “Weather · 3 of 7”. */
  themeThread?: string | undefined;
  /** On the day of a round number of words, such as “Word 100”. */
  milestone?: string | undefined;
  /** How it sounds, if its owner recorded it. */
  recording?: RecordingView | undefined;
  /** Whether the browser's voice may say it. */
  hasVoice: boolean;
  /** The first name of the reader who suggested it, if one did and agreed to be named. */
  suggestedBy?: string | undefined;
}

export const sentWord = z.object({
  ...(Object.fromEntries(entryFields.map((field) => [field, z.string()])) as Record<EntryField, z.ZodString>),
  respelling: z.string(),
  slug: z.string(),
  sentAt: instant,
  day: z.iso.date(),
  themeThread: z.string().optional(),
  milestone: z.string().optional(),
  recording: recordingView.optional(),
  hasVoice: z.boolean(),
  suggestedBy: z.string().optional(),
}) satisfies z.ZodType<SentWord>;

export type WordLink = Pick<SentWord, 'word' | 'slug'>;

/**
 * A sentence in three parts. The second is the headword as inflected there; empty if the sentence does not contain it.
 */
export type ExampleParts = [before: string, headword: string, after: string];

/** The page of one word. */
export interface WordPage {
  word: SentWord;
  /** The examples that are filled in, in order. */
  examples: ExampleParts[];
  /** Only if there is one. */
  quotation?: ExampleParts;
  /** Each day it was sent, latest first. */
  days: string[];
  /** Whether there is a podcast. */
  hasPodcast: boolean;
  /** The words sent before and after it. */
  previous: WordLink | undefined;
  next: WordLink | undefined;
}

/** The words of one month. */
export interface MonthPage {
  /** `YYYY-MM`; `undefined` before anything was sent. */
  month: string | undefined;
  /** The latest first. */
  words: Pick<
    SentWord,
    'word' | 'slug' | 'partOfSpeech' | 'definition' | 'day' | 'themeThread' | 'milestone' | 'recording'
  >[];
  /** Every month from the latest to the first in which a word was sent. */
  months: string[];
  /** Whether there is a podcast: some word that was sent has a recording. */
  hasPodcast: boolean;
}

export const todayAnswer = z.object({
  productName: z.string(),
  /** Where a visitor signs up. */
  signupUrl: z.string(),
  /** The last word that was sent; `null` if there is none yet, or while the archive is off. */
  word: sentWord
    .omit({ slug: true, recording: true, hasVoice: true })
    .extend({
      url: z.string(),
      /** The complete address of its recording, if it has one. */
      recordingUrl: z.string().optional(),
    })
    .nullable(),
});
export type TodayAnswer = z.infer<typeof todayAnswer>;

export const archiveEndpoints = {
  today: {
    method: 'GET',
    path: '/api/today',
    summary: 'The word of the day: the last one that was sent. Any site may read it.',
    access: 'public',
    answer: todayAnswer,
  },
} as const satisfies Record<string, Endpoint>;
