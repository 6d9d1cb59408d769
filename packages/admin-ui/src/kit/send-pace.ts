import type { DeliveryProgress } from '@wordrise/core/contract';
import { useState } from 'react';

/** How many emails were finished at a given time. */
interface Sample {
  at: number;
  done: number;
}

const windowMs = 30_000;
const shortestMs = 3000;

/** Adds a sample and drops those that are too old; starts over if emails were queued again. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && sample.done < last.done) return [sample];
  return [...samples.filter(({ at }) => sample.at - at <= windowMs), sample];
}

/** Emails per second; `undefined` until there is enough data. */
export function paceOf(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < shortestMs) return undefined;
  return ((last.done - first.done) * 1000) / (last.at - first.at);
}

/** How fast an email goes out, from what the last polls counted. @param at When `progress` was fetched. */
export function useSendPace(progress: DeliveryProgress, at: number): number | undefined {
  const [samples, setSamples] = useState<Sample[]>([]);
  const isGoing = progress.status === 'sending';
  const done = progress.sent + progress.failed + progress.unknown;
  const isNew = isGoing ? samples.at(-1)?.at !== at : samples.length > 0;
  if (isNew) setSamples(isGoing ? withSample(samples, { at, done }) : []);
  return paceOf(samples);
}

/** "48 a second, about 2 minutes left" */
export function paceText(pace: number, left: number): string {
  const rate = pace >= 1 ? `${figure(pace)} a second` : `${figure(pace * 60)} a minute`;
  return pace > 0 && left > 0 ? `${rate}, ${timeLeft(left / pace)}` : rate;
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${minutes === 1 ? '1 minute' : `${minutes} minutes`} left`;
  return `about ${Math.round(minutes / 60)} hours left`;
}

function figure(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}
