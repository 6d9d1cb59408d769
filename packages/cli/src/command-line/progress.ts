import type { Output } from './output.ts';
import { cutToWidth, figure, textWidth } from './text.ts';

interface Progress {
  /** How much is done, in the unit of `total`. */
  done: number;
  /** `undefined` if unknown, such as for standard input. */
  total: number | undefined;
  /** The number shown to people, such as rows. */
  count: number;
}

const drawEveryMs = 100;
const barWidth = 24;
/** A narrower terminal shows the text without a bar. */
const leastTextWidth = 10;

/** A bar on standard error with rate and time left; draws nothing without a terminal. */
export function createProgressBar({ showsProgress, paintError }: Output, unit: string) {
  const startedAt = performance.now();
  let drawnAt = 0;
  let isDrawn = false;

  return {
    update(progress: Progress): void {
      const now = performance.now();
      if (!showsProgress || now - drawnAt < drawEveryMs) return;
      drawnAt = now;
      isDrawn = true;
      const text = describeProgress(progress, unit, now - startedAt);
      const width = textWidth(process.stderr) - 1;
      const besideBar = width - barWidth - 1;
      const share =
        besideBar < leastTextWidth || !progress.total ? undefined : progress.done / progress.total;
      const bar = share === undefined ? '' : `${drawBar(share, paintError)} `;
      process.stderr.write(`\r\u001b[K${bar}${cutToWidth(text, bar ? besideBar : width)}`);
    },
    /** Removes the bar. */
    clear(): void {
      if (isDrawn) process.stderr.write('\r\u001b[K');
    },
    elapsedMs: () => performance.now() - startedAt,
  };
}

/** Such as `41% · 12,300 rows · 24,000 rows/s · 3 s left`. */
export function describeProgress({ done, total, count }: Progress, unit: string, elapsedMs: number): string {
  const parts = [`${figure(count)} ${unit}`];
  const rate = showRate(count, elapsedMs, unit);
  if (rate) parts.push(rate);
  if (total) {
    const share = Math.min(1, done / total);
    parts.unshift(`${Math.floor(share * 100)}%`);
    if (share > 0.01 && elapsedMs > 500) parts.push(`${showTime((elapsedMs / share) * (1 - share))} left`);
  }
  return parts.join(' · ');
}

export function showRate(count: number, elapsedMs: number, unit: string): string | undefined {
  if (elapsedMs < 100 || count === 0) return undefined;
  const perSecond = (count / elapsedMs) * 1000;
  if (perSecond >= 10) return `${figure(Math.round(perSecond))} ${unit}/s`;
  return `${perSecond.toFixed(1)} ${unit}/s`;
}

export function showTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function drawBar(share: number, paint: Output['paintError']): string {
  const full = Math.round(Math.min(1, share) * barWidth);
  return paint.yellow('━'.repeat(full)) + paint.dim('━'.repeat(barWidth - full));
}

/** Shows a spinner on a terminal while something takes a while. */
export async function withSpinner<T>(
  { showsProgress }: Output,
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!showsProgress) return work();
  const { default: ora } = await import('ora');
  // Keys typed while it spins are for the next question.
  const spinner = ora({ text, stream: process.stderr, discardStdin: false }).start();
  try {
    return await work();
  } finally {
    spinner.stop();
  }
}
