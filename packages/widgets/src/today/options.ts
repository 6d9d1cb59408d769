import type { Theme } from '../signup/options.ts';
import type { TodayTexts } from '../texts.ts';

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

/** Fetches the word of the day; a failure is an error. */
export async function loadToday(apiUrl: string, signal?: AbortSignal): Promise<Today> {
  const response = await fetch(`${apiUrl.replace(/(?<!\/)\/+$/, '')}/api/today`, {
    credentials: 'omit',
    signal: signal ?? null,
  });
  if (!response.ok) throw new Error(`Wordrise answered ${response.status}.`);
  return response.json();
}
