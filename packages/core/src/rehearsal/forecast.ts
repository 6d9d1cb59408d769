import { timings } from '../contract/limits.ts';
import type { WarmUpDay } from '../contract/warm-up.ts';
import { warmUpCalendar } from '../mail/engine/warm-up.ts';
import type { Rehearsal } from './rehearse.ts';

/** What a relay allows and costs. */
interface RelayTerms {
  /** Emails that it takes in a second, an hour and a day; `undefined` for any number. */
  perSecond?: number | undefined;
  perHour?: number | undefined;
  perDay?: number | undefined;
  /** Of a thousand emails. */
  pricePerThousand?: number | undefined;
}

export interface ForecastOptions extends RelayTerms {
  readers: number;
  /** How long the mail server of the rehearsal took for each email. */
  answerMs: number;
  /** Free space where the database grows; `undefined` if it is not known. */
  freeBytes?: number | undefined;
  /** How many emails a new domain sends on which day, and its first day, `YYYY-MM-DD`. */
  warmUp?: { amounts: readonly number[]; from: string } | undefined;
}

/** What sends fewer emails than wanted, most urgent first. */
export type Obstacle =
  | { kind: 'per-day'; allowed: number }
  | { kind: 'late'; hours: number }
  | { kind: 'disk'; bytes: number; freeBytes: number };

/** How an email to a list of this size would go, each morning. */
export interface Forecast {
  readers: number;
  /** What limits the speed. */
  limitedBy: 'this machine' | 'connections' | 'per second' | 'per hour';
  perSecond: number;
  /** From the time of the email. */
  firstSeconds: number;
  lastSeconds: number;
  /** Of deliveries, once the oldest are deleted as fast as new ones come. */
  databaseBytes: number;
  keptDays: number;
  /** For a month of 30 emails. */
  monthlyPrice: number | undefined;
  /** The days of the warm-up, until the whole list gets the emails; empty without one. */
  warmUp: WarmUpDay[];
  obstacles: Obstacle[];
}

const secondsPerHour = 3600;

/** Scales what was measured to a list and the terms of a relay. */
export function forecast(measured: Rehearsal, options: ForecastOptions): Forecast {
  const { readers, freeBytes, warmUp } = options;
  const pace = paceOf(measured, options);
  const firstSeconds = measured.firstMs / 1000;
  const lastSeconds = firstSeconds + readers / pace.perSecond;
  const databaseBytes = measured.bytesPerDelivery * readers * measured.keptDays;
  const obstacles: Obstacle[] = [];
  if (options.perDay !== undefined && options.perDay < readers) {
    obstacles.push({ kind: 'per-day', allowed: options.perDay });
  }
  if (lastSeconds > timings.lateSendHours * secondsPerHour) {
    obstacles.push({ kind: 'late', hours: timings.lateSendHours });
  }
  if (freeBytes !== undefined && databaseBytes > freeBytes) {
    obstacles.push({ kind: 'disk', bytes: databaseBytes, freeBytes });
  }
  return {
    readers,
    ...pace,
    firstSeconds,
    lastSeconds,
    databaseBytes,
    keptDays: measured.keptDays,
    monthlyPrice: options.pricePerThousand && (options.pricePerThousand * readers * 30) / 1000,
    warmUp: warmUp ? warmUpCalendar(warmUp.amounts, warmUp.from, readers) : [],
    obstacles,
  };
}

/** Connections that are busy for this share of the time are what the machine waits for. */
const mostlyWaiting = 0.6;

function paceOf(measured: Rehearsal, { perSecond, perHour, answerMs }: ForecastOptions) {
  const done = measured.accepted + measured.refused + measured.deferred;
  const reached = (1000 * done) / Math.max(1, measured.lastMs - measured.firstMs);
  const waits = reached > (mostlyWaiting * 1000 * measured.connections) / answerMs;
  const paces = [
    { limitedBy: waits ? ('connections' as const) : ('this machine' as const), perSecond: reached },
    { limitedBy: 'per second' as const, perSecond: perSecond ?? Number.POSITIVE_INFINITY },
    { limitedBy: 'per hour' as const, perSecond: (perHour ?? Number.POSITIVE_INFINITY) / secondsPerHour },
  ];
  return paces.reduce((slowest, pace) => (pace.perSecond < slowest.perSecond ? pace : slowest));
}
