import { type Config, showInstant } from '@wordrise/core';
import type { Finding } from './finding.ts';

/** The time zone of "07:00" should be a decision, not a default. */
export function checkTimeZone({ timezone, configured }: Config): Finding {
  const now = `${timezone}, where it is ${showInstant(new Date(), timezone)}.`;
  const name = 'Time zone';
  if (configured.includes('TIMEZONE')) return { name, status: 'ok', detail: now };
  const detail = `${now} That is this machine's; set TIMEZONE so that it stays the same on every machine.`;
  return { name, status: 'warning', detail };
}
