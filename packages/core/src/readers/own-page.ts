import { type SqlBool, sql } from 'kysely';
import { limits } from '../contract/limits.ts';
import type {
  LeavingInput,
  LeavingSummary,
  OwnNameInput,
  OwnPageOffers,
  OwnPageView,
  OwnPause,
  OwnTimesInput,
} from '../contract/own-page.ts';
import { ownNameInput } from '../contract/own-page.ts';
import { preferencesChange } from '../contract/preferences.ts';
import type { ReaderDetails } from '../contract/readers.ts';
import { addDays, calendarDay, showDay } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { rowCount } from '../platform/database/query.ts';
import { runIn } from '../platform/database/writes.ts';
import { DomainError } from '../platform/errors.ts';
import { type AttemptLimits, isAllowed } from '../platform/rate-limits/attempt-limits.ts';
import { takeBackCredit } from './consent.ts';
import { isToken } from './links.ts';
import { type DescribeDeps, describeReader } from './list-readers.ts';
import { changePreferences, isPaused, type PreferencesDeps, preferencesOf } from './preferences.ts';
import { LeavingReason, Registration, readerTables } from './reader-tables.ts';
import { type Reminders, rememberedWords } from './reminders.ts';

/**
 * The page that each reader has behind the link in their emails. The token in the link is all it needs, as for leaving:
 * there is no login. It works as long as the reader is on the list.
 */
export interface OwnPage {
  /** `undefined` for an unknown token, for a reader who is not on the list, and if the email provider keeps the list. */
  read(token: string): Promise<OwnPageView | undefined>;
  /** Whether the token is that of a reader who left and may come back with a button. */
  hasLeft(token: string): Promise<boolean>;
  /**
   * @returns `false` if there is no such reader on the list
   *
   * @throws DomainError `input.invalid`
   */
  changeTimes(token: string, times: OwnTimesInput): Promise<boolean>;
  /**
   * Pauses the emails, or ends a pause. A week is 7 days, a month 30, counted from today where the reader is.
   *
   * @returns `false` if there is no such reader on the list
   *
   * @throws DomainError `input.invalid` for a day that is not after today or more than `limits.pauseDays` ahead
   */
  pause(token: string, pause: OwnPause): Promise<boolean>;
  /** @returns `false` if there is no such reader on the list */
  changeName(token: string, input: OwnNameInput): Promise<boolean>;
  /** Takes a word off the list of those to remember. @returns `false` if there is no such reader on the list */
  forgetWord(token: string, wordId: number): Promise<boolean>;
  /** Everything that is stored about the reader, except which of the owner's accounts looked at it. */
  describe(token: string): Promise<Omit<ReaderDetails, 'outbox'> | undefined>;
  /** Stores why a reader left, without who it was. Only the first answer of a reader who left counts. */
  giveReason(token: string, input: LeavingInput): Promise<void>;
  /** What readers said when they left, for the owner. */
  leavingReasons(): Promise<LeavingSummary>;
  /** Deletes what a reader wrote; the reason is still counted. @throws DomainError `request.not_found` */
  deleteLeavingText(id: number): Promise<void>;
  /** Deletes the answers that are no longer shown. @returns how many, at most 5,000 */
  clearLeavingReasons(): Promise<number>;
}

export interface OwnPageDeps extends DescribeDeps, PreferencesDeps {
  database: OpenDatabase;
  now: () => Date;
  /** The installation's. IANA name. */
  timezone: string;
  limits: AttemptLimits;
  reminders: Reminders;
  /** What readers can choose; `undefined` if the email provider keeps the list. */
  offers?: OwnPageOffers | undefined;
}

export function openOwnPage(deps: OwnPageDeps): OwnPage {
  const { database, offers } = deps;

  async function find(token: string): Promise<Registration | null> {
    if (!offers || !isToken(token)) return null;
    const status = { $in: ['subscribed', 'waiting'] as const };
    return database.em().findOne(Registration, { mailToken: token, status });
  }

  const findLeft = (token: string) =>
    isToken(token) ? database.em().findOne(Registration, { mailToken: token, status: 'unsubscribed' }) : null;

  return {
    async read(token) {
      const reader = await find(token);
      if (!reader || !offers) return undefined;
      return { ...present(deps, reader, offers), words: await rememberedWords(database, reader.id) };
    },
    hasLeft: async (token) => (await findLeft(token)) !== null,
    async changeTimes(token, { weekdays, sendTime, timezone, cadence, digestDay }) {
      const reader = await find(token);
      if (!reader || !offers) return false;
      if (!offers.days) throw fixed();
      // The form hides the days of the daily emails beside a weekly one.
      const isWeekly = Boolean(offers.weekly) && (cadence ?? reader.cadence) === 'weekly';
      if (weekdays.length === 0 && !isWeekly) {
        throw invalid('Choose at least one day. To get no emails for a while, use the pause.');
      }
      await changePreferences(deps, reader.id, {
        ...(weekdays.length > 0 && { weekdays }),
        ...(offers.times && { sendTime, timezone }),
        ...(offers.weekly && { cadence, digestDay }),
      });
      return true;
    },
    async pause(token, pause) {
      const reader = await find(token);
      if (!reader || !offers) return false;
      if (!offers.days) throw fixed();
      await changePreferences(deps, reader.id, { pausedUntil: endOf(pause, todayOf(deps, reader)) });
      return true;
    },
    async changeName(token, input) {
      const { firstName, favoriteWord, creditName } = ownNameInput.parse(input);
      const reader = await find(token);
      if (!reader) return false;
      const creditAgreedAt = creditName ? (reader.creditAgreedAt ?? deps.now()) : null;
      const changed = { firstName, favoriteWord: favoriteWord ?? null, creditAgreedAt };
      const isStored = (await database.em().nativeUpdate(Registration, { id: reader.id }, changed)) > 0;
      if (reader.creditAgreedAt && (!creditName || firstName !== reader.firstName))
        await takeBackCredit(database.em(), reader);
      return isStored;
    },
    async forgetWord(token, wordId) {
      const reader = await find(token);
      if (!reader) return false;
      await deps.reminders.remove(reader, wordId);
      return true;
    },
    async describe(token) {
      const reader = await find(token);
      if (!reader) return undefined;
      const { outbox: _, activity, ...details } = await describeReader(deps, reader.email);
      return { ...details, activity: activity.map((entry) => ({ ...entry, account: null })) };
    },
    async giveReason(token, { reason, text }) {
      const reader = await findLeft(token);
      if (!reader) return;
      if (!(await isAllowed(deps.limits, 'leavingReasonPerReader', `${reader.id}`))) return;
      const day = deps.now().toISOString().slice(0, 10);
      await database.em().insert(LeavingReason, { reason, text, day });
    },
    leavingReasons: () => leavingReasons(deps),
    async deleteLeavingText(id) {
      const written = { id, text: { $ne: '' } };
      const deleted = await database.em().nativeUpdate(LeavingReason, written, { text: '' });
      if (deleted === 0) throw new DomainError('request.not_found', 'There is no such text.');
      await database.forgetDeleted();
    },
    async clearLeavingReasons() {
      const old = readerTables
        .selectFrom('leaving_reasons')
        .select('id')
        .where('day', '<', firstDay(deps))
        .orderBy('day')
        .limit(mostAtOnce);
      const { numAffectedRows } = await runIn(
        database.em(),
        readerTables.deleteFrom('leaving_reasons').where('id', 'in', old),
      );
      return Number(numAffectedRows);
    },
  };
}

/** The day where the reader is. */
function todayOf({ now, timezone }: OwnPageDeps, reader: Registration): string {
  return calendarDay(now(), reader.timezone ?? timezone);
}

/** The first day with emails again. */
function endOf(pause: OwnPause, today: string): string | null {
  if (pause === 'none') return null;
  if (pause === 'week') return addDays(today, 7);
  if (pause === 'month') return addDays(today, 30);
  const { until } = pause;
  const isDay = preferencesChange.shape.pausedUntil.safeParse(until).success;
  if (!isDay || until <= today || until > addDays(today, limits.pauseDays)) {
    throw invalid('Choose a day after today, at most a year ahead.');
  }
  return until;
}

const fixed = () => invalid('This cannot be changed here.');
const invalid = (message: string) => new DomainError('input.invalid', message);

function present(deps: OwnPageDeps, reader: Registration, offers: OwnPageOffers): Omit<OwnPageView, 'words'> {
  const preferences = preferencesOf(reader);
  const today = todayOf(deps, reader);
  return {
    firstName: reader.firstName,
    email: hidden(reader.email),
    favoriteWord: reader.favoriteWord ?? '',
    creditName: reader.creditAgreedAt !== null,
    preferences,
    isPaused: isPaused(preferences, deps),
    today,
    timezone: deps.timezone,
    offers,
  };
}

/**
 * When someone who came back to the list gets emails again.
 *
 * @param view Their page; `undefined` if the email provider keeps the list
 */
export function describeReturn(view: OwnPageView | undefined): string {
  const isWeekly = view?.offers.weekly !== undefined && view.preferences.cadence === 'weekly';
  const { pausedUntil = null } = view?.preferences ?? {};
  if (view?.isPaused && pausedUntil !== null)
    return `You will get ${isWeekly ? 'weekly emails' : 'words'} again from ${showDay(pausedUntil)} on.`;
  return isWeekly ? 'You will get the next weekly email.' : 'You will get the next word as before.';
}

/** `a•••@example.com`: enough to recognize it, not enough to write to it. */
function hidden(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

const dayMs = 86_400_000;
const mostTexts = 20;
/** Few enough that a signup waiting for SQLite's write lock is not delayed noticeably. */
const mostAtOnce = 5000;

/** Answers are kept for a year. UTC, `YYYY-MM-DD`. */
function firstDay({ now }: Pick<OwnPageDeps, 'now'>): string {
  return new Date(now().getTime() - 365 * dayMs).toISOString().slice(0, 10);
}

async function leavingReasons({
  database,
  now,
}: Pick<OwnPageDeps, 'database' | 'now'>): Promise<LeavingSummary> {
  const lately = readerTables.selectFrom('leaving_reasons').where('day', '>=', firstDay({ now }));
  const reasons = await database.read(
    lately.select(['reason', rowCount]).groupBy('reason').orderBy(sql`count(*)`, 'desc').orderBy('reason'),
  );
  const texts = await database.read(
    lately
      .select(['id', 'reason', 'text', 'day'])
      .where(sql<SqlBool>`text <> ''`)
      .orderBy('id', 'desc')
      .limit(mostTexts),
  );
  return { reasons: reasons.map(({ reason, count }) => ({ reason, count: Number(count) })), texts };
}
