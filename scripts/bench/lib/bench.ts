/** The bound for a figure relative to its limit, measured in the same run. */
export type Bound =
  | { atLeast: number }
  /** `plus` is added to the limit's figure, in its unit. */
  | { atMost: number; plus?: number }
  /** Against a number instead of a program. */
  | { most: number };

interface Comparison {
  /** What is measured, such as `signups/s, 50 connections, SQLite`. */
  what: string;
  /** The program it is compared with; left out for a bound that is a number. */
  limit?: string;
  unit: 'per second' | 'ms' | 'MB' | 'calls' | 'times';
  bound: Bound;
}

export interface Figure extends Comparison {
  ours: number;
  theirs: number | undefined;
  /** Ours divided by theirs; without a limiting program, ours itself. */
  ratio: number;
  isMet: boolean;
}

export interface Bench extends BenchSize {
  /** Rows that contain this are wanted. */
  only: string;
  /** Measures both in turns, so that a busy moment of the machine slows both; keeps the medians. */
  compare(
    comparison: Comparison,
    ours: () => Promise<number>,
    theirs?: () => Promise<number>,
  ): Promise<Figure | undefined>;
  /** A figure that was measured together with others. */
  judge(comparison: Comparison, ours: number, theirs?: number): Figure;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]];
  return (low + high) / 2;
}

interface BenchSize {
  rounds: number;
  /** How many readers an email is sent to; a tenth and ten times as many where sizes are compared. */
  readers: number;
  scale: ScaleOptions;
}

/** Of the suite `scale`. */
interface ScaleOptions {
  /** How many readers get an email. */
  readers: number;
  /** After this long of sending, each send is stopped. */
  seconds: number;
  /** Of the largest list. */
  most: number;
  /** How many readers get an email on each of 40 simulated days. */
  daily: number;
  /** To how many results those of each day are filled up by SQL. */
  dailyFilled: number;
}

interface BenchOptions extends BenchSize {
  /** Measures only rows that contain this. */
  only?: string | undefined;
  /** Called with each figure once its rounds are done. */
  onFigure: (figure: Figure) => void;
}

export function createBench({ only = '', onFigure, ...size }: BenchOptions): Bench {
  const { rounds } = size;
  const record = (figure: Figure) => {
    onFigure(figure);
    return figure;
  };
  return {
    ...size,
    only,
    judge: (comparison, ours, theirs) => record(judge(comparison, ours, theirs)),
    async compare(comparison, ours, theirs) {
      if (!comparison.what.includes(only)) return undefined;
      const [mine, limits]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        if (theirs) limits.push(await theirs());
        mine.push(await ours());
      }
      return record(judge(comparison, median(mine), theirs ? median(limits) : undefined));
    },
  };
}

function judge(comparison: Comparison, ours: number, theirs: number | undefined): Figure {
  const { bound } = comparison;
  const ratio = theirs === undefined ? ours : ours / theirs;
  return { ...comparison, ours, theirs, ratio, isMet: meets(bound, ours, theirs ?? 1) };
}

function meets(bound: Bound, ours: number, theirs: number): boolean {
  if ('most' in bound) return ours <= bound.most;
  if ('atLeast' in bound) return ours >= bound.atLeast * theirs;
  return ours <= bound.atMost * theirs + (bound.plus ?? 0);
}
