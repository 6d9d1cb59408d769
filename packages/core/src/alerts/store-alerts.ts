import type { OpenDatabase } from '../database/open-database.ts';
import { unleased } from '../delivery/lease.ts';
import { Alert } from './alert.ts';
import { type AlertMessage, type AlertSite, alertBody } from './messages.ts';
import { alertPolicy } from './policy.ts';

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
