import {
  type PreferencesChange,
  preferencesChange,
  type ReaderPreferences,
} from '../contract/preferences.ts';
import { currentZoneName } from '../contract/time-zones.ts';
import { readWeekdays, type Weekday, weekdays } from '../contract/weekdays.ts';
import { calendarDay } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import type { Reads } from '../platform/database/reads.ts';
import { DomainError } from '../platform/errors.ts';
import { usualZone } from '../platform/settings/types.ts';
import { holdSends, moveDeliveries } from './move-deliveries.ts';
import { hasNoLessonLeft, sinceColumn } from './own-time.ts';
import { type Registration, readerTables } from './reader-tables.ts';

/** Preferences as their columns contain them. */
export type StoredPreferences = Omit<ReaderPreferences, 'weekdays'> & { weekdays: string | null };

export interface PreferencesDeps {
  database: OpenDatabase;
  now: () => Date;
  /** `LOCAL_TIMES` */
  localTimes: boolean;
  /** The installation's. IANA name. */
  timezone: string;
}

/** What is `undefined` in the change stays. */
function withChange(preferences: ReaderPreferences, change: PreferencesChange): ReaderPreferences {
  const changes = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...preferences, ...Object.fromEntries(changes) };
}

/** What `preferencesOf` reads. */
export const preferenceColumns = [
  'timezone',
  'send_time as sendTime',
  'weekdays',
  'paused_until as pausedUntil',
  'cadence',
  'digest_day as digestDay',
] as const;

/** How a reader wants the emails. @throws DomainError `signup.not_found` */
export async function readPreferences(
  { database }: { database: Reads },
  readerId: number,
): Promise<ReaderPreferences> {
  const [stored] = await database.read(
    readerTables.selectFrom('registrations').select(preferenceColumns).where('id', '=', readerId),
  );
  if (!stored) throw nobody();
  return preferencesOf(stored);
}

/**
 * Changes how a reader wants the emails. What the change leaves out stays. It counts at once, also for an email that is
 * being sent and has not reached them yet.
 *
 * @throws DomainError `signup.not_found`; `input.invalid` for an unknown time zone
 */
export async function changePreferences(
  deps: PreferencesDeps,
  readerId: number,
  change: PreferencesChange,
): Promise<ReaderPreferences> {
  const { database, timezone } = deps;
  const checked = preferencesChange.parse(change);
  const zone = checked.timezone && requireZone(checked.timezone);
  const at = await database.sharedTime(deps.now());
  return database.writeTogether(async (run, insert) => {
    // First, so that nobody records the readers of these sends in the meantime.
    const sends = await holdSends(run, database, at);
    const one = readerTables
      .selectFrom('registrations')
      .select([...preferenceColumns, 'status', hasNoLessonLeft.as('isThrough'), sinceColumn.as('since')])
      .where('id', '=', readerId);
    const [before] = await run(database.kind === 'postgresql' ? one.forUpdate() : one);
    if (!before) throw nobody();
    const changed = { ...checked, timezone: zone };
    const after = storedPreferences(withChange(preferencesOf(before), changed), timezone);
    await run(
      readerTables
        .updateTable('registrations')
        .set({
          timezone: after.timezone,
          send_time: after.sendTime,
          weekdays: after.weekdays,
          paused_until: after.pausedUntil,
          cadence: after.cadence,
          digest_day: after.digestDay,
        })
        .where('id', '=', readerId),
    );
    const reader = {
      id: readerId,
      isOnList: before.status === 'subscribed' && Boolean(before.isThrough),
      since: new Date(before.since),
      before,
      after,
    };
    await moveDeliveries(deps, { run, insert }, sends, reader, at);
    return preferencesOf(after);
  });
}

/**
 * Whether emails are paused today, where the reader is.
 *
 * @param clock.timezone The installation's, for readers without one.
 */
export function isPaused(
  { pausedUntil, timezone }: Pick<ReaderPreferences, 'pausedUntil' | 'timezone'>,
  clock: Pick<PreferencesDeps, 'now' | 'timezone'>,
): boolean {
  return pausedUntil !== null && pausedUntil > calendarDay(clock.now(), timezone ?? clock.timezone);
}

type MaybeMissing<T> = { [Name in keyof T]?: T[Name] | null };

export function preferencesOf(stored: MaybeMissing<StoredPreferences> | Registration): ReaderPreferences {
  return {
    timezone: stored.timezone ? currentZoneName(stored.timezone) : null,
    sendTime: stored.sendTime ?? null,
    weekdays: (stored.weekdays?.split(',') as Weekday[] | undefined) ?? null,
    pausedUntil: stored.pausedUntil ?? null,
    cadence: stored.cadence ?? 'daily',
    digestDay: stored.digestDay ?? null,
  };
}

/** @param timezone The installation's, for readers with a time and no zone: their time stays if the installation moves. */
function storedPreferences(preferences: ReaderPreferences, timezone: string): StoredPreferences {
  const days = weekdays.filter((day) => preferences.weekdays?.includes(day) ?? true);
  const zone = preferences.timezone ?? (preferences.sendTime === null ? null : timezone);
  return {
    ...preferences,
    timezone: zone,
    weekdays: days.length === weekdays.length ? null : days.join(','),
  };
}

/**
 * The preferences of a row in an imported file, each as written or empty.
 *
 * @returns the problem if one cannot be understood
 */
export function readWritten(
  written: Readonly<Record<keyof ReaderPreferences, string>>,
  timezone: string,
): { stored: StoredPreferences } | { message: string } {
  const zone = written.timezone === '' ? null : knownZone(written.timezone);
  if (zone === undefined) return { message: unknownZone(written.timezone) };
  const days = written.weekdays === '' ? null : readWeekdays(written.weekdays);
  if (days === undefined) {
    return { message: `“${written.weekdays}” are not days of the week. Write them as mon-fri or mon wed` };
  }
  const { weekdays: _, ...texts } = written;
  const rest = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
  const read = preferencesChange.safeParse({ ...rest, weekdays: days });
  if (!read.success) return { message: read.error.issues.map(({ message }) => message).join('; ') };
  const preferences = withChange(preferencesOf({}), { ...read.data, timezone: zone });
  return { stored: storedPreferences(preferences, timezone) };
}

/** The usual spelling of a zone. @throws DomainError `input.invalid` */
function requireZone(typed: string): string {
  const zone = knownZone(typed);
  if (zone === undefined) throw invalid('timezone', unknownZone(typed));
  return zone;
}

/** Looking one up takes a while, and an import asks for each of its rows. */
const known = new Map<string, string>();

/** The usual spelling of a zone, or `undefined`. */
export function knownZone(typed: string): string | undefined {
  const before = known.get(typed);
  if (before !== undefined) return before;
  // An offset such as +02:00 is none: it does not know when clocks change.
  const zone = /^[a-z]/i.test(typed) ? usualZone(typed) : undefined;
  if (zone !== undefined) known.set(typed, zone);
  return zone;
}

const unknownZone = (typed: string) =>
  `“${typed}” is not a time zone. Use the name of one, such as Europe/Berlin or America/New_York, or leave it empty`;

function nobody(): DomainError {
  return new DomainError('signup.not_found', 'This reader no longer exists.');
}

function invalid(field: keyof ReaderPreferences, message: string): DomainError {
  return new DomainError('input.invalid', `${message}.`, { fields: { [field]: [message] } });
}
