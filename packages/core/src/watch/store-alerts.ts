import { defineEntity, p } from '@mikro-orm/core';
import { emailPolicy } from '../mail/policy.ts';
import { unleased } from '../platform/database/lease.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { type AlertMessage, type AlertSite, alertBody } from './alert-messages.ts';

export interface AlertDeps extends AlertSite {
  database: OpenDatabase;
  now: () => Date;
}

/** An alert to be stored. */
export interface NewAlert {
  /** Rows with the same key are one alert. */
  key: string;
  message: AlertMessage;
  /** Defaults to now. */
  notBefore?: Date;
  /** Defaults to a day after `notBefore`. */
  expiresAt?: Date;
  /** Until this time, the same thing could be found again, however long ago it was reported. */
  foundUntil?: Date;
}

/** Stores new alerts. Safe to repeat, even by several processes at once. */
export async function storeAlerts(deps: AlertDeps, alerts: readonly NewAlert[]): Promise<void> {
  if (alerts.length === 0) return;
  const now = deps.now();
  const rows = alerts.map(({ key, message, notBefore = now, ...times }) => {
    const expiresAt = times.expiresAt ?? new Date(notBefore.getTime() + alertPolicy.usefulMs);
    const end = Math.max(expiresAt.getTime(), times.foundUntil?.getTime() ?? 0);
    const forgetAt = new Date(end + alertPolicy.keptMs);
    const body = alertBody(key, message, deps, now);
    return [key, message.kind, body, message.email?.id ?? null, now, notBefore, expiresAt, forgetAt];
  });
  const columns = 'key, kind, body, email_id, created_at, not_before, expires_at, forget_at';
  // Sorted, so that two processes never wait for each other.
  rows.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  await deps.database.insertTogether((insert) =>
    insert(`alerts (${columns})`, rows, 'on conflict do nothing'),
  );
}

/** Drops an alert that was not sent yet and is no longer true. */
export async function withdrawAlert({ database, now }: AlertDeps, key: string): Promise<void> {
  const at = await database.sharedTime(now());
  await database.em().nativeDelete(Alert, { key, sentAt: null, ...unleased(at, alertPolicy.leaseMs) });
}

/** Whether an alert has reached the owner. */
export async function wasSent({ database }: Pick<AlertDeps, 'database'>, key: string): Promise<boolean> {
  return (await database.em().count(Alert, { key, sentAt: { $ne: null } })) > 0;
}

export async function forgetOldAlerts({ database, now }: AlertDeps): Promise<void> {
  await database.em().nativeDelete(Alert, { forgetAt: { $lte: now() } });
}

const AlertSchema = defineEntity({
  name: 'Alert',
  tableName: 'alerts',
  properties: {
    /** What it is about, such as `email_failed:12`. Nothing is reported twice. */
    key: p.string().length(100).primary(),
    kind: p.string().length(30),
    /** The JSON to post, the same in every attempt. */
    body: p.text(),
    /** The scheduled email that it is about. */
    emailId: p.integer().nullable(),
    createdAt: p.datetime(3),
    /** It is not sent before this time. */
    notBefore: p.datetime(3),
    /** It is useless after this time. */
    expiresAt: p.datetime(3),
    /** When the row may be deleted: after this time, nothing would report the same again. */
    forgetAt: p.datetime(3).index('alerts_forget_at'),
    attempts: p.integer().default(0),
    /** The end of the lease of the process that is sending it. */
    leaseUntil: p.datetime(3).nullable(),
    /** Why the last try failed, user-facing. */
    failure: p.text().nullable(),
    sentAt: p.datetime(3).nullable(),
  },
  indexes: [{ properties: ['notBefore'], name: 'alerts_unsent', where: { sentAt: null } }],
});

/** Something the owner should know, and whether they have been notified. */
export class Alert extends AlertSchema.class {}
AlertSchema.setClass(Alert);

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Every number of the alerts. */
export const alertPolicy = {
  /** The hour, in the product's time zone, from which the next morning is checked. */
  eveningHour: 18,
  /** An email that is not sent this long after its time is reported. */
  lateMs: emailPolicy.lateMs,
  /** How long after its time a day without an email is reported, such as when no pass ran in between. */
  emptyForMs: 11 * hour,
  /** How far back late emails are looked for, such as after a day without any pass. */
  lateForMs: day,
  /** A provider that has been away this long is reported. */
  awayMs: hour,
  /** The same for one of two mail servers: a restart takes a minute, and the other one carries the emails. */
  mailServerAwayMs: 15 * minute,
  /** Failed emails are reported until this long after their time. */
  failedForMs: 2 * day,
  /** An alert that could not be sent by this long after it was due is dropped. */
  usefulMs: day,
  /** How long a row is kept after its alert has expired. */
  keptMs: 30 * day,
  /** Time for all alerts of a pass: emails and readers never wait longer for the webhook. */
  passMs: 5 * second,
  /** The most alerts that one pass sends. */
  mostInPass: 10,
  /** Longer than a pass can take to send its alerts. After a crash, other processes wait this long. */
  leaseMs: minute,
  firstRetryMs: 5 * minute,
  longestRetryMs: 6 * hour,
} as const;

/** How long to wait before the next attempt after this many failures. */
export function retryAfterMs(attempts: number): number {
  const { firstRetryMs, longestRetryMs } = alertPolicy;
  return Math.min(firstRetryMs * 2 ** Math.max(0, attempts - 1), longestRetryMs);
}
