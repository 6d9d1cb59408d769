import type { Wordrise } from '@wordrise/core';
import { UsageError } from '../command-line/usage-error.ts';

export interface TimeOptions {
  at?: string;
  tomorrow?: boolean;
}

/** When an email should go out, as typed. @throws UsageError if no time was given */
export function readTime({ at, tomorrow }: TimeOptions): (wordrise: Wordrise) => string {
  if (at === undefined && !tomorrow) {
    throw new UsageError('When? Add --tomorrow, or --at "2026-12-01 07:00".');
  }
  return ({ schedule }) => at ?? schedule.tomorrowMorning().toISOString();
}
