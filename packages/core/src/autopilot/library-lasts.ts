import { addDays } from '../calendar/days.ts';
import type { LibraryView } from '../contract/autopilot.ts';
import { timings } from '../contract/limits.ts';
import { type SendRhythm, sendDays } from './send-days.ts';

/** The planning limit. */
const mostMornings = 3 * 366;

/**
 * How long the unused words last if each send day without an email takes one.
 *
 * @param input.from The first day whose send time has not come yet.
 * @param input.taken Days that have an email.
 */
export function libraryLasts(input: {
  from: string;
  rhythm: Pick<SendRhythm, 'days' | 'skipped'>;
  taken: ReadonlySet<string>;
  unusedWords: number;
}): LibraryView {
  const { from, rhythm, taken, unusedWords } = input;
  let left = unusedWords;
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
  return { unusedWords, lastsUntil, lastsLonger, isLow };
}
