const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Every number of the alerts. */
export const alertPolicy = {
  /** The hour, in the product's time zone, from which the next morning is checked. */
  eveningHour: 18,
  /** An email that is not sent this long after its time is reported. */
  lateMs: 30 * minute,
  /** How far back late emails are looked for, such as after a day without any pass. */
  lateForMs: day,
  /** A provider that has been away this long is reported. */
  awayMs: hour,
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
