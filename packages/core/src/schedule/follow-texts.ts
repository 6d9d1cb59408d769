import type { OlderEmail } from '../contract/older-email.ts';
import type { StepContext } from '../mail/pass-event.ts';
import { recallPolicy } from '../mail/policy.ts';
import { isDomainError } from '../platform/errors.ts';
import { renderAgain } from './move-email.ts';
import type { ScheduleEmailDeps } from './schedule-email.ts';

export interface FollowTextsDeps extends ScheduleEmailDeps {
  /** See `emailsToFollow`. */
  emailsToFollow?: (() => Promise<readonly OlderEmail[]>) | undefined;
}

/**
 * Renders emails again that no owner would keep as they are. Those of a theme week that has changed: the autopilot
 * schedules one word each day, so the first one is rendered when it is the only one, and would say nothing; and the owner
 * may cancel or swap one in the middle. And those that were rendered before the public address was set.
 */
export async function followTexts(deps: FollowTextsDeps, { onEvent, signal }: StepContext): Promise<void> {
  const now = await deps.database.sharedTime(deps.now());
  for (const { id, word, scheduledDate } of (await deps.emailsToFollow?.()) ?? []) {
    if (signal?.aborted) return;
    // It may be on its way.
    if (Date.parse(scheduledDate) <= now.getTime() + recallPolicy.lastMs) continue;
    try {
      await renderAgain(deps, id);
    } catch (error) {
      // Canceled or sent meanwhile, or the provider is down: the next pass looks again.
      if (!isDomainError(error)) throw error;
      onEvent({ step: 'emails', outcome: 'waiting', message: `“${word}” keeps its text. ${error.message}` });
    }
  }
}
