import { type SqlBool, sql } from 'kysely';
import { auditText } from '../contract/audit-texts.ts';
import type { AuditAction } from '../contract/choices.ts';
import type { TomorrowRisk, TomorrowView } from '../contract/tomorrow.ts';
import { pausedByOwner } from '../mail/engine/manage-sends.ts';
import type { MailProvider, RelayState } from '../mail/mail-provider.ts';
import type { StepContext } from '../mail/pass-event.ts';
import { addDays, calendarDay, hourOfDay, startOfDay } from '../platform/calendar.ts';
import { unleased } from '../platform/database/lease.ts';
import { fields, type Instant, literal } from '../platform/database/query.ts';
import { isDomainError } from '../platform/errors.ts';
import { emailsWithWords, emailTable } from '../schedule/scheduled-email.ts';
import {
  type AlertEmail,
  accountChanged,
  alertBody,
  emailFailed,
  emailLate,
  emailSent,
  mailServerAway,
  mailServerBack,
  morningAtRisk,
  morningReady,
  nothingSent,
  providerAway,
  providerBack,
  signupsHeld,
  weeklyFailed,
} from './alert-messages.ts';
import { connectToWebhook, postToWebhook, sendAlerts, type WebhookConfig } from './send-alerts.ts';
import {
  Alert,
  type AlertDeps,
  alertPolicy,
  forgetOldAlerts,
  storeAlerts,
  wasSent,
  withdrawAlert,
} from './store-alerts.ts';

/** Notifies the owner through a webhook when something needs attention. */
export interface Alerts {
  /** Whether there is a webhook. */
  isOn: boolean;
  /**
   * Creates new alerts after a pass, and posts those that are due. Takes a few seconds at most.
   *
   * @param away Why the pass could not reach the email provider, if so
   */
  afterPass(away: string | undefined, context: StepContext): Promise<void>;
  /** Posts a test right away. @returns why it failed, or `undefined` */
  test(): Promise<string | undefined>;
  /** Why the webhook cannot be reached, without posting to it; `undefined` if it answers or there is none. */
  unreachable(): Promise<string | undefined>;
  /** Why the latest alert has not been delivered; `undefined` if it was. */
  undelivered(): Promise<string | undefined>;
}

export interface OpenAlertsDeps extends MorningDeps, ProviderWatchDeps {
  /** Without a webhook, nothing is watched or stored. */
  webhook: WebhookConfig | undefined;
  /** Confirmation emails that wait because of the hourly ceiling; `undefined` if none do. */
  heldConfirmations?: () => Promise<{ message: string } | undefined>;
}

/** Once sent, an alert has no failure. */
const latest = sql<{ failure: string | null }>`select failure from alerts
  where sent_at is not null or failure is not null order by created_at desc limit 1`;

export function openAlerts(deps: OpenAlertsDeps): Alerts {
  const { webhook, database, now } = deps;
  return {
    isOn: webhook !== undefined,
    async afterPass(away, context) {
      if (!webhook) return;
      await watchProvider(deps, away);
      await watchMailServers(deps);
      await watchFailed(deps);
      await watchLate(deps);
      await watchEmptyDay(deps);
      await watchMorning(deps);
      await watchWeekly(deps);
      await watchAccount(deps);
      await watchSignups(deps);
      await sendAlerts({ ...deps, webhook }, context);
      await forgetOldAlerts(deps);
    },
    async test() {
      if (!webhook)
        return 'There is no webhook. Set ALERT_WEBHOOK_URL to its address: in the admin area, on the page Settings, or with wordrise config ALERT_WEBHOOK_URL --set -';
      const id = `test:${crypto.randomUUID()}`;
      const message = { kind: 'test', page: '/admin', text: 'This is a test. Alerts arrive here.' } as const;
      const post = { id, body: alertBody(id, message, deps, now()) };
      return postToWebhook(webhook, post, { timeoutMs: alertPolicy.passMs, now: now() });
    },
    async unreachable() {
      return webhook && connectToWebhook(webhook, alertPolicy.passMs);
    },
    async undelivered() {
      const [alert] = await database.read(latest);
      return alert?.failure ?? undefined;
    },
  };
}

/** Reports once a day that confirmation emails wait: many signups may be an attack, or a good day. */
async function watchSignups(deps: OpenAlertsDeps): Promise<void> {
  const held = await deps.heldConfirmations?.();
  if (!held) return;
  const day = calendarDay(deps.now(), deps.timezone);
  await storeAlerts(deps, [{ key: `signups_held:${day}`, message: signupsHeld(held, day) }]);
}

/** Reports a weekly email that could not be made, was paused because it is refused, or is too late. */
async function watchWeekly(deps: AlertDeps): Promise<void> {
  const since = addDays(calendarDay(deps.now(), deps.timezone), -3);
  const failed = await deps.database.read(
    sql<{ day: string; reason: string }>`select weekly.day, coalesce(weekly.reason, send.reason) as reason
      from weekly_emails weekly
      left join smtp_messages message on message.name = weekly.message_name
      left join smtp_sends send on send.message_id = message.id and send.status in ('paused', 'cancelled')
      where weekly.day >= ${since} and weekly.words > 0 and coalesce(weekly.reason, send.reason) <> ${pausedByOwner}`,
  );
  const alerts = failed.map((email) => ({
    key: `weekly_failed:${email.day}`,
    message: weeklyFailed(email),
    foundUntil: startOfDay(deps.now(), deps.timezone, 4),
  }));
  await storeAlerts(deps, alerts);
}

/** Changes that could let someone in. Sign-ins themselves are not reported. */
const reported = [
  'password.change',
  'password.reset',
  'second_factor.on',
  'second_factor.off',
  'recovery_codes.renew',
] as const satisfies AuditAction[];

interface Change {
  id: number;
  at: Instant;
  action: AuditAction;
  detail: string | null;
}

/** Reports changes to the admin's password and second factor: the owner may not have made them. */
export async function watchAccount(deps: AlertDeps): Promise<void> {
  const since = new Date(deps.now().getTime() - alertPolicy.usefulMs);
  const changes = await deps.database.read(
    sql<Change>`select id, at, action, detail from audit_entries entry
      where at > ${since} and outcome = 'done' and action in (${sql.join(reported)})
      and not exists (select 1 from alerts where alerts.key = 'account_changed:' || entry.id)
      order by at limit ${alertPolicy.mostInPass}`,
  );
  const alerts = changes.map(({ id, at, ...change }) => {
    const what = auditText({ ...change, outcome: 'done' });
    const message = accountChanged({ what, at: new Date(at) }, deps);
    return {
      key: `account_changed:${id}`,
      message,
      foundUntil: new Date(new Date(at).getTime() + alertPolicy.usefulMs),
    };
  });
  await storeAlerts(deps, alerts);
}

interface ProviderWatchDeps extends AlertDeps {
  provider: () => Promise<Pick<MailProvider, 'check' | 'deliveries'>>;
}

const awayPrefix = 'mail_server_away:';
const backPrefix = 'mail_server_back:';

/** Reports one of two mail servers that has been out for a while, once, and that it is back. */
async function watchMailServers(deps: ProviderWatchDeps): Promise<void> {
  const { database, now } = deps;
  const states = await relaysOf(deps);
  const out = states.flatMap(({ outSince, ...state }) => (outSince ? [{ ...state, outSince }] : []));
  // If nothing gets through at all, the alert about the provider says so.
  const alerts = out.length === states.length ? [] : out;
  const keyOf = ({ relay, outSince }: { relay: string; outSince: Date }) =>
    `${awayPrefix}${relay}:${outSince.toISOString()}`;
  await storeAlerts(
    deps,
    alerts.map((state) => ({
      key: keyOf(state),
      message: mailServerAway(state, deps),
      notBefore: new Date(state.outSince.getTime() + alertPolicy.mailServerAwayMs),
    })),
  );
  const reported = await database.read(
    sql<{ key: string }>`select away.key from alerts away where away.kind = 'mail_server_away' and not exists
      (select 1 from alerts back where back.key = replace(away.key, ${awayPrefix}, ${backPrefix}))`,
  );
  const current = new Set(out.map(keyOf));
  for (const { key } of reported) {
    if (current.has(key)) continue;
    await withdrawAlert(deps, key);
    if (!(await wasSent(deps, key))) continue;
    const [relay = '', ...since] = key.slice(awayPrefix.length).split(':');
    const message = mailServerBack({ relay, since: new Date(since.join(':')), now: now() }, deps);
    await storeAlerts(deps, [{ key: key.replace(awayPrefix, backPrefix), message }]);
  }
}

/** Empty too if the provider cannot be used, which other alerts report. */
async function relaysOf({ provider }: ProviderWatchDeps): Promise<RelayState[]> {
  try {
    return (await (await provider()).deliveries?.relays()) ?? [];
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return [];
  }
}

/** The key of the current outage. When it ends, it gets its own key. */
const key = 'provider_away';

/** @param away Why the last pass could not reach the provider; `undefined` if it could */
async function watchProvider(deps: ProviderWatchDeps, away: string | undefined): Promise<void> {
  if (away !== undefined) {
    const since = deps.now();
    const notBefore = new Date(since.getTime() + alertPolicy.awayMs);
    return storeAlerts(deps, [{ key, message: providerAway({ since, reason: away }, deps), notBefore }]);
  }
  const em = deps.database.em();
  const outage = await em.findOne(Alert, { key });
  if (!outage) return;
  const at = await deps.database.sharedTime(deps.now());
  // Nobody was notified, so nobody needs to know that it is over.
  await em.nativeDelete(Alert, { key, sentAt: null, ...unleased(at, alertPolicy.leaseMs) });
  // A pass without work has not called the provider.
  if (outage.sentAt && (await answers(deps))) await end(deps, outage.createdAt);
}

async function answers({ provider }: ProviderWatchDeps): Promise<boolean> {
  try {
    const { checks, hasStandIn = false } = await (await provider()).check();
    return hasStandIn || checks.every(({ ok }) => ok);
  } catch {
    return false;
  }
}

async function end(deps: ProviderWatchDeps, since: Date): Promise<void> {
  const name = since.toISOString();
  const message = providerBack({ since, now: deps.now() }, deps);
  // In this order, if the process dies in between, the next pass reports the end of the outage.
  await storeAlerts(deps, [{ key: `provider_back:${name}`, message }]);
  await deps.database.em().nativeUpdate(Alert, { key, createdAt: since }, { key: `${key}:${name}` });
}

interface EmailRow {
  id: number;
  word: string;
  scheduledDate: Instant;
  lastAt: Instant;
  status: string;
  reason: string | null;
  sentAt: Instant | null;
}

const emails = emailsWithWords
  .select(fields('email', ['id', 'scheduledDate', 'lastAt', 'status', 'reason', 'sentAt']))
  .select('word.word')
  .limit(alertPolicy.mostInPass);

/** No alert of this kind is about the email. */
const unknown = (kind: 'email_failed' | 'email_late' | 'email_sent') =>
  sql<SqlBool>`not exists (select 1 from alerts where alerts.key = ${literal(`${kind}:`)} || email.id)`;

/** Reports emails that failed. */
async function watchFailed(deps: AlertDeps): Promise<void> {
  const since = new Date(deps.now().getTime() - alertPolicy.failedForMs);
  const rows = await deps.database.read(
    emails
      .where('email.status', '=', literal('failed'))
      .where('email.last_at', '>', since)
      .where(unknown('email_failed'))
      .orderBy('email.last_at'),
  );
  const alerts = rows.map((row) => {
    const message = emailFailed({ ...present(row), reason: row.reason }, deps);
    const foundUntil = new Date(new Date(row.lastAt).getTime() + alertPolicy.failedForMs);
    return { key: `email_failed:${row.id}`, message, foundUntil };
  });
  await storeAlerts(deps, alerts);
}

/** Reports emails that were not sent on time, and reports when they go out. */
async function watchLate(deps: AlertDeps): Promise<void> {
  const { database } = deps;
  const now = deps.now().getTime();
  // One query for each status: for both together, SQLite would sort all emails that have not been sent yet.
  for (const status of ['pending', 'scheduled'] as const) {
    const rows = await database.read(
      emails
        .where('email.status', '=', literal(status))
        .where('email.last_at', '>', new Date(now - alertPolicy.lateForMs))
        .where('email.last_at', '<=', new Date(now - alertPolicy.lateMs))
        .where('email.cancel_requested_at', 'is', null)
        .where(unknown('email_late'))
        .orderBy('email.last_at'),
    );
    const alerts = rows.map((row) => {
      const email = {
        ...present(row),
        lastAt: new Date(row.lastAt),
        reason: row.reason,
        isPending: row.status === 'pending',
      };
      return { key: `email_late:${row.id}`, message: emailLate(email, deps) };
    });
    await storeAlerts(deps, alerts);
  }
  const sent = await database.read(
    emails
      .where('email.status', '=', literal('sent'))
      .where(sql<SqlBool>`email.id in (select email_id from alerts where kind = 'email_late')`)
      .where(unknown('email_sent')),
  );
  for (const row of sent) await reportSent(deps, row);
}

/** If nobody was notified that an email is late, no second message is needed. */
async function reportSent(deps: AlertDeps, row: EmailRow): Promise<void> {
  const late = `email_late:${row.id}`;
  await withdrawAlert(deps, late);
  if (row.sentAt === null) return;
  // Sending it has ended, and no reader got it.
  if (row.reason !== null) {
    const message = emailFailed({ ...present(row), reason: row.reason }, deps);
    return storeAlerts(deps, [{ key: `email_failed:${row.id}`, message }]);
  }
  if (!(await wasSent(deps, late))) return;
  const sentAt = new Date(row.sentAt);
  const lateFrom = new Date(row.lastAt).getTime() + alertPolicy.lateMs;
  // An email sent from here has the time at which sending began.
  const doneBy = sentAt.getTime() < lateFrom ? deps.now() : undefined;
  const message = emailSent({ ...present(row), sentAt, doneBy }, deps);
  await storeAlerts(deps, [{ key: `email_sent:${row.id}`, message }]);
}

function present({ id, word, scheduledDate }: EmailRow): AlertEmail {
  return { id, word, scheduledDate: new Date(scheduledDate) };
}

const stopsNothing: readonly TomorrowRisk[] = [
  'word_findings',
  'library_low',
  'mail_server_out',
  'links_closed',
  // The process that notices it goes on with the email soon.
  'send_interrupted',
];

interface MorningDeps extends AlertDeps {
  tomorrow: () => Promise<TomorrowView>;
  /** The first day from this one that should have an email, if any. */
  nextSendDay: (from: string) => Promise<string | undefined>;
  /** When the owner wants the emails of a day to go out. */
  usualTime: (day: string) => Promise<Date>;
}

/**
 * From the evening before until its send time, reports a morning whose email will not go out, and reports when that
 * changes. The verdict may call the provider, so it is not requested all day.
 */
async function watchMorning(deps: MorningDeps): Promise<void> {
  const { timezone } = deps;
  const now = deps.now();
  const isEvening = hourOfDay(now, timezone) >= alertPolicy.eveningHour;
  if (!isEvening && now >= (await lastTimeToday(deps))) return;
  const view = await deps.tomorrow();
  // If today's email went out before its usual time, the verdict is about tomorrow, whose evening check is still to
  // come.
  if (!isEvening && !view.isToday) return;
  // A later day is reported on the evening before it.
  if (view.isRestDayTomorrow && !view.isToday) return;
  // It is being sent, or it is late, which is another alert. For readers in earlier zones it begins before its time.
  if (view.email?.isDue && new Date(view.email.scheduledDate) <= now) return;
  const key = `morning_at_risk:${view.day}`;
  // A word that needs work, or a small supply of words, does not stop the email: the dashboard shows it, without an
  // alert. A mail server that is out has its own.
  const hasEmail = view.email !== null || (view.course?.underWay ?? 0) > 0;
  // Everyone has had the whole course, or nobody has begun.
  if (!hasEmail && view.course) return;
  const goesOut = hasEmail && view.reasons.every(({ code }) => stopsNothing.some((one) => one === code));
  if (!goesOut) {
    const expiresAt = await expiry(deps, view);
    return storeAlerts(deps, [{ key, message: morningAtRisk(view, deps), expiresAt }]);
  }
  await withdrawAlert(deps, key);
  if (!(await wasSent(deps, key))) return;
  await storeAlerts(deps, [{ key: `morning_ready:${view.day}`, message: morningReady(view, deps) }]);
}

/** When today's last email goes out: at the usual time, unless one has a later time of its own. */
async function lastTimeToday({ database, timezone, now, usualTime }: MorningDeps): Promise<Date> {
  const today = calendarDay(now(), timezone);
  const [row] = await database.read(
    emailTable
      .selectFrom('scheduled_emails')
      .select(({ fn }) => fn.max<Instant | null>('scheduled_date').as('latest'))
      .where('day', '=', today),
  );
  const usual = await usualTime(today);
  return row?.latest && new Date(row.latest) > usual ? new Date(row.latest) : usual;
}

/** An alert about a morning is useless after its time. */
async function expiry(deps: MorningDeps, { sendTime, isToday }: TomorrowView): Promise<Date> {
  const time = new Date(sendTime);
  return isToday && time <= deps.now() ? lastTimeToday(deps) : time;
}

/** Half an hour after the usual time, reports a day that should have an email but has none. */
async function watchEmptyDay(deps: Omit<MorningDeps, 'tomorrow'>): Promise<void> {
  const { database, timezone } = deps;
  const now = deps.now();
  // Emails may go out shortly before midnight: then it is already the next day.
  const latest = new Date(now.getTime() - alertPolicy.lateMs);
  const day = calendarDay(latest, timezone);
  const usual = await deps.usualTime(day);
  if (latest < usual || now.getTime() >= usual.getTime() + alertPolicy.emptyForMs) return;
  const ofDay = emailTable.selectFrom('scheduled_emails').select('id').where('day', '=', day).limit(1);
  if ((await database.read(ofDay)).length > 0) return;
  if ((await deps.nextSendDay(day)) !== day) return;
  // On its first day, an installation may be younger than the time.
  const [{ since = null } = {}] = await database.read(
    sql<{ since: Instant | null }>`select min(created_at) as since from users`,
  );
  if (since !== null && new Date(since) > usual) return;
  const isToday = day === calendarDay(now, timezone);
  await storeAlerts(deps, [{ key: `nothing_sent:${day}`, message: nothingSent(day, { isToday }) }]);
}
