import { dayNumber } from '../../platform/calendar.ts';
import { inSeededOrder } from './choose-words.ts';
import { type DrawableTheme, fewestOfTheme } from './draw-settings.ts';

/** After so many other words, or days, a thread is broken: readers have forgotten it. */
const mostOthers = 3;
const longestPauseDays = 21;

interface Run {
  title: string;
  length: number;
  lastDay: string;
  /** Mornings since then without a word of it. */
  others: number;
}

/**
 * Puts theme weeks on open mornings. A theme goes on, each open morning, until its words are used up: a skipped day, or
 * a word in between that is pinned or was chosen by hand, does not end it. A new one begins with a week.
 *
 * @param input.mornings In order, with those before and after that have a word.
 * @param input.beginsWeek Whether a day is the first of its week on which emails go out.
 * @param input.free How many free mornings there are between two themes, at least; as many as the last theme had, too.
 */
export function placeThemes<Word extends { id: number }>(input: {
  mornings: readonly { day: string; word?: { theme?: string } | undefined }[];
  themes: readonly DrawableTheme<Word>[];
  beginsWeek: (day: string) => boolean;
  free: number | 'none';
  seed: number;
}): Map<string, Word> {
  const { mornings, beginsWeek, seed } = input;
  const left = new Map(input.themes.map(({ title, words }) => [title, [...words]]));
  const enough = input.themes.filter(({ words }) => words.length >= fewestOfTheme);
  const started = new Set<string>();
  const inOrder = inSeededOrder(enough, { seed: `${seed}`, idOf: ({ words }) => words[0]?.id ?? 0 });
  const next = inOrder.toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole));
  const placed = new Map<string, Word>();
  let run: Run | undefined;

  const goesOn = (current: Run, day: string) =>
    (left.get(current.title)?.length ?? 0) > 0 &&
    current.others <= mostOthers &&
    dayNumber(day) - dayNumber(current.lastDay) <= longestPauseDays;
  const mayBegin = (day: string) => {
    if (!beginsWeek(day)) return false;
    return !run || input.free === 'none' || run.others >= Math.max(input.free, run.length);
  };
  const note = (title: string, day: string) => {
    started.add(title);
    if (run?.title === title) {
      run.length += 1;
      run.lastDay = day;
      run.others = 0;
    } else run = { title, length: 1, lastDay: day, others: 0 };
  };

  for (const { day, word } of mornings) {
    const theme = word?.theme ?? '';
    if (word && theme !== '') note(theme, day);
    else if (!word) {
      const title =
        run && goesOn(run, day)
          ? run.title
          : mayBegin(day)
            ? next.find((each) => !started.has(each.title))?.title
            : undefined;
      const found = title === undefined ? undefined : left.get(title)?.shift();
      if (title !== undefined && found !== undefined) {
        placed.set(day, found);
        note(title, day);
        continue;
      }
    }
    if (run && theme === '') run.others += 1;
  }
  return placed;
}
