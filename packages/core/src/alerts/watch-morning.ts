import { calendarDay, hourOfDay, startOfDay, usualHour } from '../calendar/zoned-time.ts';
import type { TomorrowView } from '../contract/tomorrow.ts';
import { morningAtRisk, morningReady, nothingSent } from './messages.ts';
import { alertPolicy } from './policy.ts';
import { type AlertDeps, storeAlerts, wasSent, withdrawAlert } from './store-alerts.ts';

export interface MorningDeps extends AlertDeps {
  tomorrow: () => Promise<TomorrowView>;
  /** The first day from this one that should have an email, if any. */
  nextSendDay: (from: string) => Promise<string | undefined>;
}

/**
 * From the evening before until the usual hour, reports a morning whose email will not go out, and reports when that
 * changes. The verdict may call the provider, so it is not requested all day.
 */
export async function watchMorning(deps: MorningDeps): Promise<void> {
  const { timezone } = deps;
  const now = deps.now();
  const isEvening = hourOfDay(now, timezone) >= alertPolicy.eveningHour;
  if (!isEvening && now >= usualHour(now, timezone)) return;
  const view = await deps.tomorrow();
  // If today's email went out before the usual hour, the verdict is about tomorrow, whose evening check is still to
  // come.
  if (!isEvening && !view.isToday) return;
  // A later day is reported on the evening before it.
  if (view.isRestDayTomorrow && !view.isToday) return;
  const key = `morning_at_risk:${view.day}`;
  // A word that needs work, or a small supply of words, does not stop the email: the dashboard shows it, without an
  // alert.
  const goesOut =
    view.email !== null &&
    view.reasons.every(({ code }) => code === 'word_findings' || code === 'library_low');
  if (!goesOut) {
    const expiresAt = view.email ? new Date(view.email.scheduledDate) : sendTime(view, deps);
    return storeAlerts(deps, [{ key, message: morningAtRisk(view, deps), expiresAt }]);
  }
  await withdrawAlert(deps, key);
  if (!(await wasSent(deps, key))) return;
  await storeAlerts(deps, [{ key: `morning_ready:${view.day}`, message: morningReady(view, deps) }]);
}

function sendTime(view: TomorrowView, { now, timezone }: MorningDeps): Date {
  return usualHour(now(), timezone, view.isToday ? 0 : 1);
}

/** After the usual hour, reports a day that should have an email but has none. */
export async function watchEmptyDay(deps: Omit<MorningDeps, 'tomorrow'>): Promise<void> {
  const { database, timezone } = deps;
  const now = deps.now();
  const isOver = now.getTime() >= usualHour(now, timezone).getTime() + alertPolicy.lateMs;
  if (!isOver || hourOfDay(now, timezone) >= alertPolicy.eveningHour) return;
  const sql = 'select id from scheduled_emails where scheduled_date >= ? and scheduled_date < ? limit 1';
  const today = [startOfDay(now, timezone), startOfDay(now, timezone, 1)];
  if ((await database.read(sql, today)).length > 0) return;
  const day = calendarDay(now, timezone);
  if ((await deps.nextSendDay(day)) !== day) return;
  await storeAlerts(deps, [{ key: `nothing_sent:${day}`, message: nothingSent(day) }]);
}
