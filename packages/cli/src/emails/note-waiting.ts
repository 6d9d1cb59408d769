import type { ScheduledEmailView } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';

/** Says that the provider does not have an email yet, and why. */
export function noteWaiting(
  { out }: Cli,
  { status, reason }: Pick<ScheduledEmailView, 'status' | 'reason'>,
): void {
  if (status !== 'pending') return;
  out.note(`${reason ?? 'The email provider does not have it yet.'} The processor tries again.`);
}
