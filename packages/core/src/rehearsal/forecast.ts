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

/** A second mail server, and whose emails it carries. */
interface SecondTerms extends RelayTerms {
  carries: 'failover' | 'warm-up' | 'group';
  connections: number;
  /** With a group: which part of the readers, from 0 to 1. */
  share?: number | undefined;
}

export interface ForecastOptions extends RelayTerms {
  readers: number;
  /** How long the mail server of the rehearsal took for each email. */
  answerMs: number;
  /** Connections to the first mail server, if there are two; otherwise those that were measured. */
  connections?: number | undefined;
  second?: SecondTerms | undefined;
  /** Free space where the database grows; `undefined` if it is not known. */
  freeBytes?: number | undefined;
  /** How many emails a new domain sends on which day, and its first day, `YYYY-MM-DD`. */
  warmUp?: { amounts: readonly number[]; from: string } | undefined;
}

type RelayPlace = 'first' | 'second';

/**
 * What sends fewer emails than wanted, most urgent first. `relay` is there with two mail servers, unless it is about both
 * together, and `wanted` is how many emails it would have to take.
 */
export type Obstacle =
  | { kind: 'per-day'; allowed: number; wanted?: number; relay?: RelayPlace }
  | { kind: 'late'; hours: number; relay?: RelayPlace }
  | { kind: 'disk'; bytes: number; freeBytes: number };

type Limit = 'this machine' | 'connections' | 'per second' | 'per hour';

/** What one of two mail servers does of an email. */
export interface RelayForecast {
  relay: RelayPlace;
  /** Whose emails it carries. */
  readers: number;
  /** What limits its speed. */
  limitedBy: Limit;
  perSecond: number;
  /** From the time of the email, until it has sent to the last of them. */
  lastSeconds: number;
  /** For a month of 30 emails. */
  monthlyPrice: number | undefined;
}

/** How an email to a list of this size would go, each morning. */
export interface Forecast {
  readers: number;
  /** What limits the speed; with two mail servers, of the one that takes longer. */
  limitedBy: Limit;
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
  /** Who sends what, with two mail servers; during a warm-up, on its first day. Empty with one. */
  relays: RelayForecast[];
  /** With failover: all of it through the second one, while the first is out. */
  withoutFirst:
    | (Pick<RelayForecast, 'limitedBy' | 'perSecond' | 'lastSeconds'> & { obstacles: Obstacle[] })
    | undefined;
  obstacles: Obstacle[];
}

const secondsPerHour = 3600;

/** Scales what was measured to a list and the terms of a relay, or of two. */
export function forecast(measured: Rehearsal, options: ForecastOptions): Forecast {
  const { readers, freeBytes, warmUp, second } = options;
  const firstSeconds = measured.firstMs / 1000;
  const databaseBytes = measured.bytesPerDelivery * readers * measured.keptDays;
  const way = second ? throughTwo(measured, options, second) : throughOne(measured, options);
  const obstacles = [...way.obstacles];
  if (freeBytes !== undefined && databaseBytes > freeBytes) {
    obstacles.push({ kind: 'disk', bytes: databaseBytes, freeBytes });
  }
  return {
    readers,
    limitedBy: way.limitedBy,
    perSecond: way.perSecond,
    firstSeconds,
    lastSeconds: way.lastSeconds,
    databaseBytes,
    keptDays: measured.keptDays,
    monthlyPrice: way.monthlyPrice,
    warmUp: warmUp ? warmUpCalendar(warmUp.amounts, warmUp.from, readers) : [],
    relays: way.relays,
    withoutFirst: way.withoutFirst,
    obstacles,
  };
}

type Way = Pick<
  Forecast,
  'limitedBy' | 'perSecond' | 'lastSeconds' | 'monthlyPrice' | 'relays' | 'withoutFirst' | 'obstacles'
>;

function throughOne(measured: Rehearsal, options: ForecastOptions): Way {
  const { readers, perDay } = options;
  const pace = paceOf(measured, options);
  const lastSeconds = measured.firstMs / 1000 + readers / pace.perSecond;
  const obstacles: Obstacle[] = [];
  if (perDay !== undefined && perDay < readers) obstacles.push({ kind: 'per-day', allowed: perDay });
  if (isLate(lastSeconds)) obstacles.push({ kind: 'late', hours: timings.lateSendHours });
  const monthlyPrice = priceOf(options, readers);
  return { ...pace, lastSeconds, monthlyPrice, relays: [], withoutFirst: undefined, obstacles };
}

/** A mail server with its pace. */
interface Paced {
  relay: RelayPlace;
  terms: RelayTerms;
  limitedBy: Limit;
  /** While its hour is not used up. */
  perSecond: number;
}

function throughTwo(measured: Rehearsal, options: ForecastOptions, second: SecondTerms): Way {
  const { readers, answerMs, connections = measured.connections } = options;
  const paced = (relay: RelayPlace, terms: RelayTerms, own: number): Paced => {
    const pace = paceOf(measured, { ...terms, perHour: undefined, answerMs, connections: own });
    return { relay, terms, ...pace };
  };
  const [one, other] = [paced('first', options, connections), paced('second', second, second.connections)];
  const parts = partsOf(options, second);
  const carried =
    second.carries === 'failover'
      ? oneAfterAnother([one, other], readers)
      : [...oneAfterAnother([one], parts.first), ...oneAfterAnother([other], parts.second)];
  const firstSeconds = measured.firstMs / 1000;
  const relays = carried.map(
    ({ relay, terms, limitedBy, perSecond, readers: count, seconds }): RelayForecast => {
      const isHour = isByHour(terms, count);
      return {
        relay,
        readers: count,
        limitedBy: isHour ? 'per hour' : limitedBy,
        perSecond: isHour ? (terms.perHour ?? 0) / secondsPerHour : perSecond,
        lastSeconds: count === 0 ? 0 : firstSeconds + seconds,
        monthlyPrice: priceOf(terms, count),
      };
    },
  );
  const last = relays.reduce((slowest, relay) => (relay.lastSeconds > slowest.lastSeconds ? relay : slowest));
  const prices = relays.flatMap(({ monthlyPrice, readers: count }) => (count > 0 ? [monthlyPrice] : []));
  return {
    limitedBy: last.limitedBy,
    perSecond: last.lastSeconds > firstSeconds ? readers / (last.lastSeconds - firstSeconds) : last.perSecond,
    lastSeconds: last.lastSeconds,
    // A sum with a price that is not known would be wrong.
    monthlyPrice: prices.every((price) => price !== undefined)
      ? prices.reduce<number | undefined>((sum, price) => (sum ?? 0) + (price ?? 0), undefined)
      : undefined,
    relays,
    withoutFirst: second.carries === 'failover' ? alone(other, readers, firstSeconds) : undefined,
    obstacles: obstaclesOf(
      carried,
      second.carries === 'failover' ? { first: readers, second: 0 } : parts,
      firstSeconds,
    ),
  };
}

/** How many readers are for which mail server, unless the second one stands in for the first. */
function partsOf({ readers, warmUp }: ForecastOptions, { carries, share = 0 }: SecondTerms) {
  const most = carries === 'warm-up' ? Math.min(readers, warmUp?.amounts[0] ?? readers) : undefined;
  const first = most ?? readers - Math.round(readers * share);
  return { first, second: readers - first };
}

interface Carried extends Paced {
  readers: number;
  /** Until the last of them. */
  seconds: number;
}

/** Longer than an email is sent. */
const mostHours = 24;

/** Emails go to the first that has room in its hour and its day, as the engine does it. */
function oneAfterAnother(relays: readonly Paced[], readers: number): Carried[] {
  const carried = relays.map((relay): Carried => ({ ...relay, readers: 0, seconds: 0 }));
  let left = readers;
  for (let hour = 0; hour < mostHours && left > 0; hour += 1) {
    let spent = 0;
    for (const relay of carried) {
      const { perHour = Number.POSITIVE_INFINITY, perDay = Number.POSITIVE_INFINITY } = relay.terms;
      const room = Math.max(
        0,
        Math.min(perHour, perDay - relay.readers, (secondsPerHour - spent) * relay.perSecond),
      );
      const count = Math.min(left, Math.floor(room));
      if (count === 0) continue;
      spent += count / relay.perSecond;
      left -= count;
      relay.readers += count;
      relay.seconds = hour * secondsPerHour + spent;
    }
  }
  return carried;
}

/** All of it through the second one. */
function alone(second: Paced, readers: number, firstSeconds: number): Forecast['withoutFirst'] {
  const carried = oneAfterAnother([second], readers);
  const [{ limitedBy, perSecond, seconds, terms, readers: count } = { ...second, readers: 0, seconds: 0 }] =
    carried;
  const isHour = isByHour(terms, count);
  return {
    limitedBy: isHour ? 'per hour' : limitedBy,
    perSecond: isHour ? (terms.perHour ?? 0) / secondsPerHour : perSecond,
    lastSeconds:
      firstSeconds + (count < readers && terms.perDay === undefined ? mostHours * secondsPerHour : seconds),
    obstacles: obstaclesOf(carried, { first: 0, second: readers }, firstSeconds),
  };
}

const isByHour = ({ perHour }: RelayTerms, readers: number) => perHour !== undefined && readers > perHour;

/** @param parts How many readers are for which; if one stands in for the other, all of them are for the first. */
function obstaclesOf(
  carried: readonly Carried[],
  parts: Record<RelayPlace, number>,
  firstSeconds: number,
): Obstacle[] {
  const obstacles: Obstacle[] = [];
  const isShared = carried.length === 2 && parts.second === 0;
  const groups = isShared ? [carried] : carried.map((one) => [one]);
  for (const group of groups) {
    const [one] = group;
    if (!one) continue;
    const about = isShared ? {} : { relay: one.relay };
    const wanted = isShared ? parts.first : parts[one.relay];
    const done = group.reduce((sum, { readers }) => sum + readers, 0);
    const allowed = group.reduce((sum, { terms }) => sum + (terms.perDay ?? Number.POSITIVE_INFINITY), 0);
    if (allowed < wanted) obstacles.push({ kind: 'per-day', allowed, wanted, ...about });
    const seconds = Math.max(...group.map((each) => each.seconds));
    if (isLate(firstSeconds + seconds) || (done < wanted && done < allowed))
      obstacles.push({ kind: 'late', hours: timings.lateSendHours, ...about });
  }
  return obstacles;
}

const isLate = (seconds: number) => seconds > timings.lateSendHours * secondsPerHour;

const priceOf = ({ pricePerThousand }: RelayTerms, readers: number) =>
  pricePerThousand && (pricePerThousand * readers * 30) / 1000;

/** Connections that are busy for this share of the time are what the machine waits for. */
const mostlyWaiting = 0.6;

/** @param options.connections To this mail server, if they are not those that were measured. */
function paceOf(
  measured: Rehearsal,
  {
    perSecond,
    perHour,
    answerMs,
    connections = measured.connections,
  }: RelayTerms & { answerMs: number; connections?: number | undefined },
) {
  const done = measured.accepted + measured.refused + measured.deferred;
  const total = (1000 * done) / Math.max(1, measured.lastMs - measured.firstMs);
  const waits = total > (mostlyWaiting * 1000 * measured.connections) / answerMs;
  // More of them are not faster than what was measured, as far as that is known; fewer are slower.
  const allowed = waits
    ? total * Math.min(1, connections / measured.connections)
    : Math.min(total, (1000 * connections) / answerMs);
  const isByConnections = waits || allowed < total;
  const paces = [
    { limitedBy: isByConnections ? ('connections' as const) : ('this machine' as const), perSecond: allowed },
    { limitedBy: 'per second' as const, perSecond: perSecond ?? Number.POSITIVE_INFINITY },
    { limitedBy: 'per hour' as const, perSecond: (perHour ?? Number.POSITIVE_INFINITY) / secondsPerHour },
  ];
  return paces.reduce((slowest, pace) => (pace.perSecond < slowest.perSecond ? pace : slowest));
}
