import type { Theme } from '../signup/options.ts';

/** The part of the answer of `GET /api/today` that the widget shows. */
export interface Today {
  signupUrl: string;
  /** `null` before the first word is sent. */
  word: TodaysWord | null;
}

/** A field without text is empty. */
export interface TodaysWord {
  word: string;
  phoneticPronunciation: string;
  respelling: string;
  partOfSpeech: string;
  definition: string;
  example1: string;
  /** The address of its page. */
  url: string;
}

/** Options of `<WordToday>` and, except for `today`, attributes of `<wordrise-today>`. All can change at any time. */
export interface TodayOptions {
  /** Address of Wordrise, such as `https://words.example.com`. Default: the page's origin in React, else the script's. */
  apiUrl?: string | undefined;
  /** `auto` follows the page's `color-scheme`. */
  theme?: Theme | undefined;
  /** The language of the texts, for screen readers. Default `en`. */
  lang?: string | undefined;
  texts?: Partial<TodayTexts> | undefined;
  /** The answer of `GET /api/today`, if the page already has it; then nothing is requested. */
  today?: Today | undefined;
}

export interface TodayTexts {
  /** Above the word, and the widget's name for screen readers. */
  today: string;
  /** The link to the word's page. */
  more: string;
  /** The link to the signup form. */
  signup: string;
  /** Shown before the first word is sent. */
  empty: string;
}

export const defaultTodayTexts: TodayTexts = {
  today: 'Word of the day',
  more: 'More about this word',
  signup: 'Get a word each morning',
  empty: 'The first word is on its way.',
};
