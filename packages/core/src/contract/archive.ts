import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { instant } from './paging.ts';
import type { WordField } from './word-fields.ts';
import { wordShape } from './words.ts';

const text = () => z.string();

/**
 * A word that was sent, as visitors read it. A field without text is empty, never a placeholder. Written out, because
 * declarations of a package without zod contain it.
 */
export interface SentWord extends Record<WordField, string> {
  /** The pronunciation in syllables, such as "PEH-trih-kor"; empty if it cannot be computed. */
  respelling: string;
  /** The last part of its page's address. */
  slug: string;
  /** When it was sent, the last time if it was sent more than once. */
  sentAt: string;
  /** The day of `sentAt` in the installation's time zone, `YYYY-MM-DD`. */
  day: string;
}

export const sentWord = z.object({
  ...wordShape(text, text),
  respelling: z.string(),
  slug: z.string(),
  sentAt: instant,
  day: z.iso.date(),
}) satisfies z.ZodType<SentWord>;

export type WordLink = Pick<SentWord, 'word' | 'slug'>;

/** A sentence in three parts, of which the second is its headword as it is inflected there; empty if it is not there. */
export type ExampleParts = [before: string, headword: string, after: string];

/** The page of one word. */
export interface WordPage {
  word: SentWord;
  /** The examples that there are, in their order. */
  examples: ExampleParts[];
  /** Each day it was sent on, the latest first. */
  days: string[];
  /** The words sent before and after it. */
  previous: WordLink | undefined;
  next: WordLink | undefined;
}

/** The words of one month. */
export interface MonthPage {
  /** `YYYY-MM`; `undefined` before anything was sent. */
  month: string | undefined;
  /** The latest first. */
  words: Pick<SentWord, 'word' | 'slug' | 'partOfSpeech' | 'definition' | 'day'>[];
  /** Every month from the latest to the first in which a word was sent. */
  months: string[];
}

export const todayAnswer = z.object({
  productName: z.string(),
  /** Where a visitor signs up. */
  signupUrl: z.string(),
  /** The last word that was sent; `null` before the first one, and while the archive is off. */
  word: sentWord.omit({ slug: true }).extend({ url: z.string() }).nullable(),
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
