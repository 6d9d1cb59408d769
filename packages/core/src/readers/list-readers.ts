import { type Expression, type SqlBool, sql } from 'kysely';
import type { ReaderDelivery } from '../contract/deliveries.ts';
import { normalAddress } from '../contract/email-address.ts';
import { limits } from '../contract/limits.ts';
import { noReaders, type ReaderCounts } from '../contract/reader-counts.ts';
import type {
  ReaderDetails,
  ReadersPage,
  ReadersQuery,
  ReaderView,
  RemoveReaders,
} from '../contract/readers.ts';
import type { OutboxItem, Overview } from '../contract/system.ts';
import { entriesAbout } from '../owner/audit.ts';
import { calendarDay, startOfDay } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import {
  containing,
  fields,
  type Instant,
  isoInstant,
  literal,
  rowCount,
} from '../platform/database/query.ts';
import { type Condition, type Reads, readPage } from '../platform/database/reads.ts';
import { DomainError } from '../platform/errors.ts';
import { hasNoLessonLeft, sinceColumn, wantsInSql } from './own-time.ts';
import {
  isPaused,
  type PreferencesDeps,
  preferenceColumns,
  preferencesOf,
  type StoredPreferences,
} from './preferences.ts';
import { Consent, Registration, readerTables } from './reader-tables.ts';
import { rememberedWords } from './reminders.ts';
import type { Remembered, Suppressions } from './suppressions.ts';

interface ListReadersDeps extends Pick<PreferencesDeps, 'now' | 'timezone'> {
  database: Reads & Pick<OpenDatabase, 'kind'>;
}

type ReaderRecord = Omit<ReaderView, 'createdAt' | 'preferences' | 'isPaused'> &
  StoredPreferences & { createdAt: Instant };

const readers = readerTables
  .selectFrom('registrations')
  .select(
    fields('registrations', [
      'id',
      'email',
      'firstName',
      'favoriteWord',
      'createdAt',
      'source',
      'campaign',
      'status',
      'reason',
    ]),
  )
  .select(preferenceColumns);

/** One page of readers, newest first. */
export async function listReaders(
  deps: ListReadersDeps,
  { search = '', state, campaign, id, ...query }: ReadersQuery,
  signal?: AbortSignal,
): Promise<ReadersPage> {
  const { database } = deps;
  const where = [
    ...(id === undefined ? [] : [{ where: sql<SqlBool>`id = ${id}` }]),
    ...(await matching(database, search.trim())),
    ...inState(state),
    ...(campaign ? [{ where: sql<SqlBool>`campaign = ${campaign}` }] : []),
  ];
  const list = {
    table: 'registrations',
    rows: readers,
    where,
    orderBy: sql`id desc`,
    reverse: sql`id asc`,
    // SQLite reads the whole list in this order.
    ...(database.kind === 'postgresql' && { inOrder: searchedColumns }),
  };
  const { rows, ...page } = await readPage(database, list, { ...query, signal });
  return { readers: rows.map((reader) => presentReader(reader, deps)), ...page };
}

/** What the conditions of a search are about. */
const searchedColumns = ['id', 'email', 'first_name', 'status', 'campaign'];

/** The first readers by id who match like in the list, or have one of these ids. */
export async function readersToRemove(
  database: ListReadersDeps['database'],
  { ids, matching: wanted }: RemoveReaders,
): Promise<{ id: number; email: string }[]> {
  const named = readerTables.selectFrom('registrations').select(['id', 'email']).orderBy('id');
  const most = Math.min(limits.readersRemoved, wanted?.most ?? limits.readersRemoved);
  if (wanted === undefined) {
    return ids?.length ? database.read(named.where('id', 'in', ids)) : [];
  }
  const { search, state, after, upTo } = wanted;
  const where = [...(await matching(database, search.trim())), ...inState(state)];
  const listed = named.where('id', '>', after).where('id', '<=', upTo).limit(most);
  return database.read(where.reduce((rows, condition) => rows.where(condition.where), listed));
}

/** A whole address is looked up in its index; anything else is looked for in all addresses and names. */
async function matching(database: ListReadersDeps['database'], search: string): Promise<Condition[]> {
  if (!search) return [];
  const whole = sql<SqlBool>`email = ${normalAddress(search)}`;
  const found = await database.read(readerTables.selectFrom('registrations').select('id').where(whole));
  if (found.length > 0) return [{ where: whole }];
  const contained = addressOrNameContains(search);
  const isPair = database.kind === 'postgresql' && /^[a-z0-9]{2}$/i.test(search);
  return [{ where: isPair ? sql<SqlBool>`${contained} and ${containsPair(search)}` : contained }];
}

/**
 * Two letters are in no index, but three are: those two and any one before or after them. In groups, because PostgreSQL
 * gives up on too many combinations at once, and only those that it can look up. A pair between two letters of other
 * scripts is not found.
 */
function containsPair(pair: string): Expression<SqlBool> {
  const groups = ['a-z0-9', 'À-ÖØ-öø-ÿ', 'Ā-ľ', 'Ŀ-ž', 'Ά-ώ', 'А-яЁё', '-\\n !"#$%&\'()*+,./:;<=>?@_'];
  const found = [...new Set([pair.toLowerCase(), pair])].flatMap((text) => [
    sql<SqlBool>`${addressAndName} like ${`${text}%`}`,
    sql<SqlBool>`${addressAndName} like ${`%${text}`}`,
    ...groups.flatMap((letters) => [
      sql<SqlBool>`${addressAndName} ~ ${`[${letters}]${text}`}`,
      sql<SqlBool>`${addressAndName} ~ ${`${text}[${letters}]`}`,
    ]),
  ]);
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
}

/** What PostgreSQL's index is on. Neither an address nor what is searched for has a line break. */
const addressAndName = sql.raw("(email || '\n' || lower(first_name) || '\n' || first_name)");

/** For a query on readers. PostgreSQL looks up texts of three letters or more in an index; SQLite reads all readers. */
export function addressOrNameContains(search: string): Expression<SqlBool> {
  // Databases ignore case for some letters only, so names are also matched exactly as typed.
  const texts = [...new Set([search.toLowerCase(), search])];
  return sql<SqlBool>`(${sql.join(
    texts.map((text) => containing(addressAndName, text)),
    sql` or `,
  )})`;
}

/** The condition is a literal: with a bound value, the partial index would not be used. */
function inState(state: ReadersQuery['state']): Condition[] {
  if (state === undefined) return [];
  if (state === 'subscribed') return [{ where: sql<SqlBool>`status = 'subscribed'` }];
  return [{ where: sql<SqlBool>`status <> 'subscribed' and status = ${state}` }];
}

/** @throws DomainError `signup.not_found` */
export async function findReader(deps: ListReadersDeps, email: string): Promise<ReaderView> {
  const [reader] = await deps.database.read(readers.where('email', '=', normalAddress(email)));
  if (!reader) throw noSuchReader();
  return presentReader(reader, deps);
}

/** @param remembered What is kept about a removed reader. */
export function noSuchReader(remembered?: Remembered): DomainError {
  const message = 'Nobody has signed up with this address.';
  if (!remembered) return new DomainError('signup.not_found', message);
  const { reason, since } = remembered;
  const why = reason === 'removed' ? reason : `${reason}, then removed`;
  const kept = `A reader who had it was ${why} (${isoInstant(since).slice(0, 10)}). A hash of it is kept, so that no import adds it again.`;
  return new DomainError('signup.not_found', `${message} ${kept}`);
}

/** Lists the fields that are shown, so that a new column never leaks. */
function presentReader(reader: ReaderRecord, deps: ListReadersDeps): ReaderView {
  const preferences = preferencesOf(reader);
  return {
    id: reader.id,
    email: reader.email,
    firstName: reader.firstName,
    favoriteWord: reader.favoriteWord,
    createdAt: isoInstant(reader.createdAt),
    status: reader.status,
    reason: reader.reason,
    source: reader.source,
    campaign: reader.campaign,
    preferences,
    isPaused: isPaused(preferences, deps),
  };
}

export interface DescribeDeps extends Pick<PreferencesDeps, 'now' | 'timezone'> {
  database: OpenDatabase;
  suppressions: Suppressions;
  /** Emails in the sandbox's outbox to an address; none with a real provider. */
  emailsTo: (email: string) => Promise<OutboxItem[]>;
  /** On which day the warm-up reaches a reader at a place among all. */
  warmUpReaches?: ((place: () => Promise<number>) => Promise<string | undefined>) | undefined;
}

/**
 * Everything that is stored about one reader.
 *
 * @throws DomainError `signup.not_found`, which says what is remembered about a removed reader
 */
export async function describeReader(deps: DescribeDeps, typed: string): Promise<ReaderDetails> {
  const { database, emailsTo, suppressions, warmUpReaches } = deps;
  const email = normalAddress(typed);
  const reader = await database.em().findOne(Registration, { email });
  const remembered = (await suppressions.among([email])).get(email);
  if (!reader) throw noSuchReader(remembered);
  const shown = reader.consentKey ? await database.em().findOne(Consent, { key: reader.consentKey }) : null;
  const preferences = preferencesOf(reader);
  return {
    id: reader.id,
    email,
    firstName: reader.firstName,
    favoriteWord: reader.favoriteWord ?? null,
    creditAgreedAt: reader.creditAgreedAt?.toISOString() ?? null,
    createdAt: reader.createdAt.toISOString(),
    source: reader.source ?? null,
    campaign: reader.campaign ?? null,
    ipAddress: reader.ipAddress ?? null,
    status: reader.status,
    reason: reader.reason ?? null,
    statusAt: reader.statusAt?.toISOString() ?? null,
    confirmedAt: reader.confirmedAt?.toISOString() ?? null,
    welcomedAt: reader.welcomedAt?.toISOString() ?? null,
    lesson: reader.lesson && reader.lessonDay ? { place: reader.lesson, day: reader.lessonDay } : null,
    subscriberId: reader.subscriberId ?? null,
    attemptedAt: reader.attemptedAt?.toISOString() ?? null,
    consent: reader.consent ?? (shown?.text || null),
    privacy: shown && { version: shown.privacyVersion, text: shown.privacyText },
    preferences,
    isPaused: isPaused(preferences, deps),
    wordsToRemember: (await rememberedWords(database, reader.id)).map(({ word, dueDay }) => ({
      word,
      dueDay,
    })),
    suppression: remembered ? { reason: remembered.reason, since: isoInstant(remembered.since) } : null,
    warmUpReaches:
      (reader.status === 'subscribed' && (await warmUpReaches?.(() => placeOf(database, reader)))) || null,
    outbox: await emailsTo(email),
    emails: await emailsSince(database, reader),
    deliveries: await readerDeliveries(database, reader.id),
    activity: await entriesAbout(database, nameInLog(reader)),
  };
}

/** A reader's place among those on the list, from 1: the order of a warm-up. */
export async function placeOf(
  database: Reads,
  { id, confirmedAt, createdAt }: Pick<Registration, 'id' | 'confirmedAt' | 'createdAt'>,
): Promise<number> {
  const before = sql`registrations where status = 'subscribed'
    and (${sinceColumn}, id) < (${confirmedAt ?? createdAt}, ${id})`;
  return (await database.count(sql`select ${rowCount} from ${before}`)) + 1;
}

/** How the activity log names a reader: a removed one must not be found in it. */
export function nameInLog({ id }: { id: number }): string {
  return `reader ${id}`;
}

/** There is no record of when the provider accepted the reader. The time of the last attempt is closest to it. */
async function emailsSince(database: OpenDatabase, reader: Registration): Promise<ReaderDetails['emails']> {
  if (reader.status !== 'subscribed') return { total: 0, latest: [] };
  const since = reader.statusAt ?? reader.attemptedAt ?? reader.createdAt;
  const sent = sql`scheduled_emails where status = 'sent' and sent_at >= ${since}`;
  const latest = await database.read(
    sql<{ id: number; word: string; sentAt: Instant }>`select email.id, word.word, email.sent_at as "sentAt"
      from (select * from ${sent} order by scheduled_date desc limit 5) email
      join words word on word.id = email.word_id order by email.sent_at desc`,
  );
  return {
    total: await database.count(sql`select ${rowCount} from ${sent}`),
    latest: latest.map(({ sentAt, ...email }) => ({ ...email, sentAt: isoInstant(sentAt) })),
  };
}

/** What became of the latest emails to one reader, newest first, if they are sent from here; kept for about a month. */
export async function readerDeliveries(database: Reads, readerId: number): Promise<ReaderDelivery[]> {
  const rows = await database.read(
    sql<DeliveryRecord>`select email.id, word.word, message.name, latest.state, latest.failure,
        coalesce(latest.answer, said.text) as answer, latest.attempts, coalesce(latest.ended_at, latest.due_at) as at
      from (select * from deliveries where reader_id = ${readerId}
        order by send_id desc limit ${limits.readerDeliveries}) latest
      left join smtp_answers said on said.id = latest.answer_id
      join smtp_sends send on send.id = latest.send_id
      join smtp_messages message on message.id = send.message_id
      left join scheduled_emails email on email.message_name = message.name
      left join words word on word.id = email.word_id
      order by coalesce(latest.ended_at, latest.due_at) desc, latest.send_id desc`,
  );
  return rows.map(({ name, word, at, ...row }) => ({
    ...row,
    // The message name of a removed entry begins with its word.
    word: word ?? name.split(' · ')[0] ?? name,
    at: isoInstant(at),
  }));
}

type DeliveryRecord = Omit<ReaderDelivery, 'word' | 'at'> & {
  name: string;
  word: string | null;
  at: Instant;
};

interface CountReadersDeps {
  database: Reads;
  now: () => Date;
  /** IANA name. */
  timezone: string;
}

const days = 30;
const perDay = Array.from({ length: days }, (_, nth) => `day${nth}`);

/** Along the partial index of those who are not subscribed: almost everybody is, so it is short. */
const others = readerTables
  .selectFrom('registrations')
  .select(['status', rowCount])
  .where('status', '<>', literal('subscribed'))
  .groupBy('status');

/**
 * Those who have not confirmed, and those who left before they could join the list here, such as elsewhere, before they
 * came with a file.
 */
export const neverJoined = sql<SqlBool>`status in ('unconfirmed', 'unsubscribed', 'bounced', 'complained')
  and (status = 'unconfirmed' or attempted_at is null)`;

/**
 * The number of readers, in total and by status, and of new ones on each of the last 30 days, the latest last. Those who
 * never joined are not among the new ones.
 */
export async function countReaders(deps: CountReadersDeps): Promise<Overview['readers']> {
  const { database, timezone } = deps;
  const today = deps.now();
  const starts = Array.from({ length: days + 1 }, (_, nth) => startOfDay(today, timezone, nth - days + 1));
  const isOf = (nth: number) =>
    sql<SqlBool>`created_at >= ${starts[nth]} and created_at < ${starts[nth + 1]}`;
  const counts = perDay.map(
    (day, nth) => sql`(select count(*) from registrations where ${isOf(nth)})
      - coalesce(${sql.ref(`others.${day}`)}, 0) as ${sql.ref(day)}`,
  );
  const counted = perDay.map(
    (day, nth) => sql`sum(case when ${isOf(nth)} then 1 else 0 end) as ${sql.ref(day)}`,
  );
  // Both conditions on the status, so that SQLite takes the index of `others` too. PostgreSQL's counts come as text.
  const [row = {}] = await database.read(
    sql<
      Record<string, number | string>
    >`select (select count(*) from registrations) as total, ${sql.join(counts)}
      from (select ${sql.join(counted)} from registrations
        where status <> 'subscribed' and ${neverJoined} and created_at >= ${starts[0]}) as others`,
  );
  const total = Number(row.total);
  return {
    total,
    byStatus: countByStatus(total, await database.read(others)),
    perDay: perDay.map((day, nth) => ({
      day: calendarDay(starts[nth] as Date, timezone),
      count: Number(row[day]),
    })),
  };
}

/** As in the partial index of those who do not get every email, which is the only one that knows them. */
const isChoosy = sql<SqlBool>`status = 'subscribed'
  and (cadence = 'weekly' or weekdays is not null or paused_until is not null)`;

/**
 * How many readers on the list do not want the email of a day: they paused, chose other days, or get one email a week.
 *
 * @param day `YYYY-MM-DD`
 * @param options.hasCourse Leaves out those who have lessons to come instead.
 */
export async function countOnOtherDays(
  { database }: { database: Reads },
  day: string,
  { hasCourse }: { hasCourse: boolean },
): Promise<number> {
  // Lessons are not in the index.
  const counts = hasCourse ? sql`${isChoosy} and ${hasNoLessonLeft}` : isChoosy;
  const [row] = await database.read(
    sql<{ count: number | string }>`select count(*) as count from registrations
      where ${counts} and not (${wantsInSql({ day })})`,
  );
  return Number(row?.count);
}

type ReaderStatus = keyof ReaderCounts;

function countByStatus(
  total: number,
  others: readonly { status: ReaderStatus; count: number | string }[],
): ReaderCounts {
  const counts = { ...noReaders };
  for (const { status, count } of others) counts[status] = Number(count);
  const notSubscribed = Object.values(counts).reduce((sum, count) => sum + count, 0);
  // A reader may have changed between the two statements.
  counts.subscribed = Math.max(0, total - notSubscribed);
  return counts;
}
