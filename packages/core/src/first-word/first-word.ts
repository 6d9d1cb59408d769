import type { FirstWord } from '../contract/signups.ts';
import type { Config } from '../settings/config.ts';

export interface FirstWordDeps {
  config: Pick<Config, 'email' | 'confirmSignups' | 'timezone'>;
  /** The next email to be sent. */
  next: () => Promise<{ next: { scheduledDate: string } | null }>;
  /** When the next email usually goes out, and whether the autopilot fills that morning. */
  nextMorning: () => Promise<{ at: Date; isFilled: boolean } | undefined>;
}

/** What a new reader wants to know: when the first word arrives, and from whom. Reveals nothing about the word. */
export async function firstWord({ config, next, nextMorning }: FirstWordDeps): Promise<FirstWord> {
  const { email, confirmSignups, timezone } = config;
  const scheduled = (await next()).next?.scheduledDate;
  const usual = scheduled === undefined ? await nextMorning() : undefined;
  return {
    at: scheduled ?? usual?.at.toISOString() ?? null,
    isPlanned: scheduled !== undefined || usual?.isFilled === true,
    timezone,
    confirmFirst: confirmSignups,
    from: email.provider === 'smtp' ? email.smtp.from.address : null,
  };
}
