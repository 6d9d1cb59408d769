import { withPeriod } from '../contract/sentence-case.ts';
import type { TomorrowView } from '../contract/tomorrow.ts';
import type { RelayState } from '../mail/mail-provider.ts';
import { emailPolicy } from '../mail/policy.ts';
import { showInstant } from '../platform/calendar.ts';

type AlertKind =
  | 'morning_at_risk'
  | 'morning_ready'
  | 'email_late'
  | 'email_sent'
  | 'nothing_sent'
  | 'email_failed'
  | 'provider_away'
  | 'provider_back'
  | 'mail_server_away'
  | 'mail_server_back'
  | 'account_changed'
  | 'signups_held'
  | 'weekly_failed'
  | 'test';

/** The content of one alert. */
export interface AlertMessage {
  kind: AlertKind;
  /** One or more sentences, without the product's name. */
  text: string;
  /** The page of the admin area to look at. */
  page: '/admin' | '/admin/schedule' | '/admin/activity' | '/admin/readers';
  /** The morning it is about, `YYYY-MM-DD`. */
  day?: string;
  email?: AlertEmail;
  /** What is wrong, and how to fix it. */
  reasons?: TomorrowView['reasons'];
}

/** The parts of a scheduled email that alerts need. */
export interface AlertEmail {
  id: number;
  word: string;
  scheduledDate: Date;
}

/** What surrounds the messages. */
export interface AlertSite {
  productName: string;
  publicUrl: string;
  /** IANA name. */
  timezone: string;
}

/** Nobody would read more in a chat; the page shows all. */
const mostReasons = 3;

export function morningAtRisk(view: TomorrowView, { timezone }: AlertSite): AlertMessage {
  const about = { kind: 'morning_at_risk', page: '/admin/schedule', day: view.day } as const;
  const when = view.isToday ? 'today' : 'tomorrow';
  const reasons = view.reasons.slice(0, mostReasons);
  const why = reasons.map(({ message, fix }) => `${message} ${fix}`).join('\n');
  if (!view.email && view.course && reasons.length > 0) {
    const text = `The lessons of the course for ${when}, ${view.day}, are at risk.\n${why}`;
    return { ...about, page: '/admin', reasons, text };
  }
  if (!view.email) {
    return { ...about, text: `No email is scheduled for ${when}, ${view.day}. Choose a word for it.` };
  }
  const { id, word } = view.email;
  const scheduledDate = new Date(view.email.scheduledDate);
  return {
    ...about,
    page: '/admin',
    reasons,
    email: { id, word, scheduledDate },
    text: `The email for ${when}, “${word}” (${showInstant(scheduledDate, timezone)}), is at risk.\n${why}`,
  };
}

export function morningReady(view: TomorrowView, { timezone }: AlertSite): AlertMessage {
  const about = { kind: 'morning_ready', page: '/admin', day: view.day } as const;
  if (!view.email) return { ...about, text: `The email for ${view.day} is ready.` };
  const { id, word } = view.email;
  const scheduledDate = new Date(view.email.scheduledDate);
  const at = showInstant(scheduledDate, timezone);
  return { ...about, email: { id, word, scheduledDate }, text: `“${word}” is ready to go out ${at}.` };
}

export function weeklyFailed({ day, reason }: { day: string; reason: string }): AlertMessage {
  const text = `The weekly email of ${day} is not going out. ${reason}`;
  return { kind: 'weekly_failed', page: '/admin/schedule', day, text };
}

export function nothingSent(day: string, { isToday }: { isToday: boolean }): AlertMessage {
  const text = isToday
    ? `No email goes out today, ${day}: none was scheduled.`
    : `No email went out on ${day}: none was scheduled.`;
  return { kind: 'nothing_sent', page: '/admin/schedule', day, text };
}

export function emailLate(
  {
    lastAt,
    reason,
    isPending,
    ...email
  }: AlertEmail & {
    lastAt: Date;
    reason: string | null;
    isPending: boolean;
  },
  { timezone }: AlertSite,
): AlertMessage {
  const until = new Date(lastAt.getTime() + emailPolicy.latestMs);
  const state = isPending
    ? `The email provider does not have it yet. Wordrise keeps trying until ${showInstant(until, timezone)}.`
    : 'The email provider has not confirmed that it was sent.';
  const due = `“${email.word}” was due ${showInstant(email.scheduledDate, timezone)} and is late.`;
  const text = `${due} ${state}${reason ? ` ${reason}` : ''}`;
  return { kind: 'email_late', page: '/admin/schedule', email, text };
}

/** `doneBy` is set if sending began in time, and took until then. */
export function emailSent(
  { sentAt, doneBy, ...email }: AlertEmail & { sentAt: Date; doneBy?: Date | undefined },
  site: AlertSite,
) {
  const show = (instant: Date) => showInstant(instant, site.timezone);
  const when = doneBy ? `has gone out by ${show(doneBy)}` : `went out ${show(sentAt)}`;
  const text = `“${email.word}” was late, and ${when}.`;
  return { kind: 'email_sent', page: '/admin', email, text } as const satisfies AlertMessage;
}

export function emailFailed({ reason, ...email }: AlertEmail & { reason: string | null }, site: AlertSite) {
  const at = showInstant(email.scheduledDate, site.timezone);
  const text = `“${email.word}” (${at}) will not be sent. ${reason ?? ''}`.trimEnd();
  return { kind: 'email_failed', page: '/admin/schedule', email, text } as const satisfies AlertMessage;
}

export function providerAway({ since, reason }: { since: Date; reason: string }, { timezone }: AlertSite) {
  const text = `Nothing has reached the email provider since ${showInstant(since, timezone)}. ${withPeriod(reason)} Wordrise keeps trying.`;
  return { kind: 'provider_away', page: '/admin', text } as const satisfies AlertMessage;
}

export function providerBack({ since, now }: { since: Date; now: Date }, { timezone }: AlertSite) {
  const away = `${showInstant(since, timezone)} to ${showInstant(now, timezone)}`;
  const text = `The email provider is back. It was down from ${away}.`;
  return { kind: 'provider_back', page: '/admin', text } as const satisfies AlertMessage;
}

/** One of two mail servers, as a sentence says it. `outSince` is set. */
export function describeOut({ relay, outSince, reason, hasStandIn }: RelayState, timezone: string): string {
  const since = outSince ? ` since ${showInstant(outSince, timezone)}` : '';
  const why = reason ? `: ${withPeriod(reason)}` : '.';
  const other = relay === 'first' ? 'second' : 'first';
  const meanwhile = hasStandIn ? `The ${other} one carries the emails.` : 'Its readers wait for it.';
  return `The ${relay} mail server has taken no emails${since}${why} ${meanwhile}`;
}

export function mailServerAway(state: RelayState, { timezone }: AlertSite) {
  const text = `${describeOut(state, timezone)} Wordrise keeps trying.`;
  return { kind: 'mail_server_away', page: '/admin', text } as const satisfies AlertMessage;
}

export function mailServerBack(
  { relay, since, now }: { relay: string; since: Date; now: Date },
  { timezone }: AlertSite,
) {
  const away = `${showInstant(since, timezone)} to ${showInstant(now, timezone)}`;
  const text = `The ${relay} mail server is back. It was down from ${away}.`;
  return { kind: 'mail_server_back', page: '/admin', text } as const satisfies AlertMessage;
}

export function accountChanged({ what, at }: { what: string; at: Date }, { timezone }: AlertSite) {
  const text = `${what}, ${showInstant(at, timezone)}. If this was not you, run on the server: wordrise admin reset-password`;
  return { kind: 'account_changed', page: '/admin/activity', text } as const satisfies AlertMessage;
}

export function signupsHeld({ message }: { message: string }, day: string) {
  const text = `${message} No signup is lost. If you did not expect so many, someone may be typing other people's addresses into the form: turn on a bot check (BOT_CHECK=altcha).`;
  return { kind: 'signups_held', page: '/admin/readers', day, text } as const satisfies AlertMessage;
}

/** The body of the POST: `text` for chats, `alert` for programs. */
export function alertBody(key: string, message: AlertMessage, site: AlertSite, now: Date): string {
  const { kind, text, page, day, email, reasons } = message;
  const link = `${site.publicUrl}${page}`;
  return JSON.stringify({
    // Slack treats <…> as a link or as a mention of everybody.
    text: `${site.productName}: ${text}\n${link}`.replaceAll('<', '‹').replaceAll('>', '›'),
    alert: {
      id: key,
      kind,
      createdAt: now.toISOString(),
      product: site.productName,
      link,
      day: day ?? null,
      email: email ?? null,
      reasons: reasons ?? [],
    },
  });
}
