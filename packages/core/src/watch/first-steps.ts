import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { everySite } from '../contract/origins.ts';
import type { FirstWord } from '../contract/signups.ts';
import { type FirstSteps, firstSettings } from '../contract/system.ts';
import type { EmailMoment } from '../mail/mailing-list.ts';
import { addDays, calendarDay, dayTimeOf, instantAt, showDay, showTimeOfDay } from '../platform/calendar.ts';
import type { Reads } from '../platform/database/reads.ts';
import type { Config, SmtpConfig } from '../platform/settings/config.ts';
import { neverJoined } from '../readers/list-readers.ts';

const settingNames = { name: 'PRODUCT_NAME', timeZone: 'TIMEZONE', sender: 'MAIL_FROM' };

/** What the database says. */
type StoredStep = Exclude<keyof FirstSteps, 'settings' | 'missingSettings'>;

export interface FirstStepsDeps {
  database: Reads;
  publicUrl: string;
  /** Names of the settings that were set explicitly. */
  configured: readonly string[];
  /** The sites that may have the form. */
  allowedOrigins: () => Promise<readonly string[]>;
}

/** What a new owner has done so far, according to the database and the settings. */
export async function firstSteps(deps: FirstStepsDeps): Promise<FirstSteps> {
  const { database, configured } = deps;
  // SQLite answers with 0 and 1. A form stores what it showed; an import does not.
  const [row] = await database.read(
    sql<Record<StoredStep, boolean | number>>`select
      exists (select 1 from users) as account,
      exists (select 1 from words) as words,
      exists (select 1 from registrations where not (${neverJoined})) as reader,
      exists (select 1 from registrations where status <> 'unconfirmed' and consent_key is not null) as "signedUp",
      exists (select 1 from registrations where status = 'unconfirmed' and consent_key is not null) as unconfirmed,
      exists (select 1 from scheduled_emails where status = 'sent')
        or exists (select 1 from smtp_sends where sent > 0)
        or exists (select 1 from smtp_ranges where sent > 0) as sent,
      exists (select 1 from templates) as template,
      exists (select 1 from registrations where ${await isOtherSite(deps)}) as embedded`,
  );
  const isDone = (step: StoredStep) => Boolean(row?.[step]);
  return {
    account: isDone('account'),
    settings: configured.includes(settingNames.timeZone),
    missingSettings: firstSettings.filter((setting) => !configured.includes(settingNames[setting])),
    words: isDone('words'),
    reader: isDone('reader'),
    signedUp: isDone('signedUp'),
    unconfirmed: isDone('unconfirmed'),
    sent: isDone('sent'),
    template: isDone('template'),
    embedded: isDone('embedded'),
  };
}

/** That a reader signed up on another site. The public address that was set before is none, so a site must be allowed. */
async function isOtherSite({ publicUrl, allowedOrigins }: FirstStepsDeps): Promise<RawBuilder<SqlBool>> {
  const allowed = await allowedOrigins();
  if (allowed.includes(everySite)) return sql`source like 'http%' and source <> ${new URL(publicUrl).origin}`;
  return allowed.length > 0 ? sql`source in (${sql.join(allowed)})` : sql`1 = 0`;
}

export interface FirstWordDeps {
  config: Pick<Config, 'confirmSignups' | 'timezone'>;
  /** How emails are sent from here, if they are. */
  sender: Pick<SmtpConfig, 'from'> | undefined;
  /** The next email to be sent. */
  next: () => Promise<{ next: { scheduledDate: string } | null }>;
  /** When the next email usually goes out, and whether the autopilot fills that morning. */
  nextMorning: () => Promise<{ at: Date; isFilled: boolean } | undefined>;
  /** Whether the warm-up of a new domain does not reach someone who signs up now. */
  isHeldBack?: () => Promise<boolean>;
}

/** What a new reader wants to know: when the first word arrives, and from whom. Reveals nothing about the word. */
export async function firstWord(deps: FirstWordDeps): Promise<FirstWord> {
  const { config, sender, next, nextMorning, isHeldBack } = deps;
  const { confirmSignups, timezone } = config;
  const from = sender?.from.address ?? null;
  if (await isHeldBack?.())
    return { at: null, isPlanned: false, timezone, confirmFirst: confirmSignups, from };
  const scheduled = (await next()).next?.scheduledDate;
  const usual = scheduled === undefined ? await nextMorning() : undefined;
  return {
    at: scheduled ?? usual?.at.toISOString() ?? null,
    isPlanned: scheduled !== undefined || usual?.isFilled === true,
    timezone,
    confirmFirst: confirmSignups,
    from,
  };
}

/**
 * The same for a reader in a time zone of their own, who gets each email at its time of day there.
 *
 * @param underWay Emails that are sent at local times and have begun, earliest day first.
 */
export function firstWordIn(
  zone: string,
  answer: FirstWord,
  { now, underWay }: { now: Date; underWay: readonly EmailMoment[] },
): FirstWord {
  if (answer.at === null) return answer;
  for (const { day, localTime: time } of underWay) {
    const at = instantAt({ day, time }, zone);
    if (at > now) return { ...answer, at: at.toISOString(), isPlanned: true, timezone: zone };
  }
  if (zone === answer.timezone) return answer;
  const { day, time } = dayTimeOf(new Date(answer.at), answer.timezone);
  const at = instantAt({ day, time }, zone);
  if (at > now) return { ...answer, at: at.toISOString(), timezone: zone };
  // There it has gone out already.
  const next = instantAt({ day: addDays(day, 1), time }, zone);
  return { ...answer, at: next.toISOString(), isPlanned: false, timezone: zone };
}

/** For someone who just confirmed. A time is promised only if an email is planned for it. */
export function describeFirstWord({
  at,
  isPlanned,
  timezone,
}: Pick<FirstWord, 'at' | 'isPlanned' | 'timezone'>): string {
  if (at === null) return 'Your first word will come by email.';
  const instant = new Date(at);
  const time = showTimeOfDay(instant, timezone);
  if (isPlanned) return `Your first word comes on ${showDay(calendarDay(instant, timezone))}, at ${time}.`;
  return `Words usually go out at ${time}.`;
}
