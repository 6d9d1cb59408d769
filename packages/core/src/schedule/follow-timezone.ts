import type { StepContext } from '../mail/pass-event.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { emailTime } from './email-time.ts';
import { ScheduledEmail } from './scheduled-email.ts';

export interface FollowTimezoneDeps {
  database: OpenDatabase;
  /** IANA name. */
  timezone: string;
}

/** Emails changed in one transaction. */
const batchSize = 500;

/**
 * After a change of `TIMEZONE`, gives emails the day and the time that they go out on by the clocks of the new zone.
 * When they go out does not change: the provider has that instant already.
 */
export async function followTimezone(
  { database, timezone }: FollowTimezoneDeps,
  { onEvent, signal }: StepContext,
): Promise<void> {
  let count = 0;
  for (let after = 0; !signal?.aborted; ) {
    const emails = await database
      .em()
      .find(
        ScheduledEmail,
        { timezone: { $ne: timezone }, id: { $gt: after } },
        { orderBy: { id: 'asc' }, limit: batchSize, fields: ['scheduledDate'] },
      );
    await database.em().transactional(async (em) => {
      for (const { id, scheduledDate } of emails) {
        const { day, localTime } = emailTime(scheduledDate, timezone);
        // If it was moved in the meantime, it has its new day already.
        count += await em.nativeUpdate(ScheduledEmail, { id, scheduledDate }, { day, localTime, timezone });
      }
    });
    after = emails.at(-1)?.id ?? 0;
    if (emails.length < batchSize) break;
  }
  if (count === 0) return;
  const emails = count === 1 ? '1 email' : `${count} emails`;
  const message = `The time zone is now ${timezone}: ${emails} got a new day or time there, and will go out when they would have before`;
  onEvent({ step: 'mornings', outcome: 'done', count, message });
}
