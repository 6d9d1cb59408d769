import { limits } from './limits.ts';

/** Calendar days in a row, each `YYYY-MM-DD`. */
export interface DayRange {
  from: string;
  /** The last day. */
  until: string;
}

/** Days in their order as ranges: days that follow one another are one. */
export function dayRanges(days: readonly string[]): DayRange[] {
  const ranges: DayRange[] = [];
  for (const day of days) {
    const before = ranges.at(-1);
    if (before && daysIn({ from: before.until, until: day }) === 2) before.until = day;
    else ranges.push({ from: day, until: day });
  }
  return ranges;
}

/** What is wrong with a range; `undefined` if nothing is. */
export function rangeProblem(
  range: DayRange,
  mostDays: number = Number.POSITIVE_INFINITY,
): string | undefined {
  const days = daysIn(range);
  if (days < 1) return 'The last day must not be before the first';
  return days > mostDays ? `Choose at most ${mostDays} days at once` : undefined;
}

/** What is wrong with days to skip: also a range that is over. One that has begun may be skipped as a whole. */
export function skipProblem(range: DayRange, today: string): string | undefined {
  const isOver = range.until < today;
  return (
    rangeProblem(range, limits.skippedDays) ?? (isOver ? 'Choose a day that is not over yet' : undefined)
  );
}

export function daysIn({ from, until }: DayRange): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000) + 1;
}
