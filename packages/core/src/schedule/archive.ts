import { type SqlBool, sql } from 'kysely';
import type { MonthPage, SentWord, TodayAnswer, WordLink, WordPage } from '../contract/archive.ts';
import { withoutCitedMarks } from '../contract/cited-forms.ts';
import { limits } from '../contract/limits.ts';
import { siteAddress, wordPath } from '../contract/public-paths.ts';
import { type EntryField, entryFields, voiceOff } from '../contract/word-fields.ts';
import type { RecordingView, WordInput } from '../contract/words.ts';
import { cacheFor } from '../platform/cache.ts';
import { calendarDay, monthSpan } from '../platform/calendar.ts';
import { fields, type Instant, isoInstant } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import { readMilestones } from '../words/milestones.ts';
import { readable, readableEntry } from '../words/readable-fields.ts';
import { recordingsOf } from '../words/recording.ts';
import { slugOf } from '../words/slug.ts';
import { readThemeWeeks, themeThread } from '../words/themes/theme-weeks.ts';
import type { Word } from '../words/word.ts';
import { emailsWithWords, emailTable } from './scheduled-email.ts';

/** The words that were sent, for visitors. Empty while the archive is off. */
export interface Archive {
  isOn: boolean;
  /**
   * The page of a word, also found under another spelling of its slug, such as "Déjà vu"; `undefined` if it was not
   * sent yet. The rest of the archive has a word once it is time for the owner.
   */
  word(slug: string): Promise<WordPage | undefined>;
  /** The words of a month, `YYYY-MM`, or of the latest month; `undefined` if the month is out of range. */
  month(month?: string): Promise<MonthPage | undefined>;
  /** The most recently sent words, latest first. A word that was sent twice appears twice. */
  latest(limit: number): Promise<SentWord[]>;
  /** Every word's slug with the time it was last sent, latest first. */
  slugs(): Promise<SentSlug[]>;
  today(): Promise<TodayAnswer>;
  /** The words that were sent and have a recording, each once, latest first. */
  episodes(limit: number): Promise<Episode[]>;
}

/** A word with its recording. */
export type Episode = SentWord & { recording: RecordingView };

/** For so long, pages may not know of a milestone. */
const milestonesMs = 10_000;

export function openArchive(given: Omit<ArchiveDeps, 'milestones'>): Archive {
  const { database, now, timezone, productName, publicUrl, isOn } = given;
  const milestones = cacheFor(milestonesMs, now, () => readMilestones(database));
  const deps: ArchiveDeps = { ...given, milestones: milestones.get };

  async function latest(limit: number): Promise<SentWord[]> {
    if (!isOn) return [];
    const sends = await readSends(database, sentFields, { until: now(), limit });
    return (await withMore(deps, sends)).map((send) => presentSentWord(send, timezone));
  }

  return {
    isOn,
    word: async (slug) => (isOn ? findWordPage(deps, slugOf(slug)) : undefined),
    month: async (month) => (isOn ? findMonthPage(deps, month) : undefined),
    latest,
    episodes: async (limit) => (isOn ? readEpisodes(deps, limit) : []),
    slugs: async () => (isOn ? sentSlugs(database, now()) : []),
    async today() {
      const [found] = await latest(1);
      const absolute = (path: string) => siteAddress(publicUrl, path);
      const answer = { productName, signupUrl: absolute('/#signup') };
      if (!found) return { ...answer, word: null };
      const { slug, recording, hasVoice: _, ...word } = found;
      // Sites that show it know nothing of the asterisks.
      const etymology = withoutCitedMarks('etymology', word.etymology);
      const recordingUrl = recording && absolute(recording.path);
      const links = { url: absolute(wordPath(slug)), ...(recordingUrl && { recordingUrl }) };
      return { ...answer, word: { ...word, etymology, ...links } };
    },
  };
}

export interface ArchiveDeps {
  database: Reads;
  now: () => Date;
  /** IANA name. */
  timezone: string;
  productName: string;
  publicUrl: string;
  /** `ARCHIVE` */
  isOn: boolean;
  /** By day. Finding them takes reading every email. */
  milestones: () => Promise<ReadonlyMap<string, string>>;
}

/**
 * The words of a month, or of the latest month with words.
 *
 * @param wanted `YYYY-MM`
 * @returns `undefined` for a month before the first word or after the latest
 */
async function findMonthPage(deps: ArchiveDeps, wanted?: string): Promise<MonthPage | undefined> {
  const { database, now, timezone } = deps;
  const at = now();
  const monthOf = async (order: 'asc' | 'desc') => {
    const [send] = await readSends(database, ['slug'], { until: at, order, limit: 1 });
    return send && calendarDay(new Date(send.sentAt), timezone).slice(0, 7);
  };
  const [first, latest] = [await monthOf('asc'), await monthOf('desc')];
  if (!first || !latest)
    return wanted ? undefined : { month: undefined, words: [], months: [], hasPodcast: false };
  const month = wanted ?? latest;
  if (month < first || month > latest) return undefined;
  const { from, until } = monthSpan(month, timezone);
  const sends = await readSends(database, [...listedFields, 'slug'], {
    from,
    until: until < at ? until : at,
    limit: limits.listRows,
  });
  return {
    month,
    words: (await withMore(deps, sends)).map((send) => presentListedWord(send, timezone)),
    months: monthsBetween(first, latest),
    hasPodcast: await hasEpisode(database, at),
  };
}

/** Latest first. */
function monthsBetween(first: string, latest: string): string[] {
  const months: string[] = [];
  for (let month = latest; month >= first; month = monthBefore(month)) months.push(month);
  return months;
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number > 1
    ? `${month.slice(0, 5)}${String(number - 1).padStart(2, '0')}`
    : `${String(year - 1).padStart(4, '0')}-12`;
}

type SentRecord = Completed<Sent<Pick<WordInput, EntryField | 'voice' | 'suggestedBy'> & { slug: string }>>;

const sentFields = [...entryFields, 'voice', 'suggestedBy', 'slug'] as const;

function presentSentWord(
  { slug, sentAt, themeThread, milestone, recording, voice, suggestedBy, ...word }: SentRecord,
  timezone: string,
): SentWord {
  const day = calendarDay(new Date(sentAt), timezone);
  const entry = { ...readableEntry(word), slug, sentAt, day, hasVoice: voice !== voiceOff };
  return {
    ...entry,
    ...(milestone && { milestone }),
    ...(themeThread && { themeThread }),
    ...(recording && { recording }),
    ...(suggestedBy && { suggestedBy }),
  };
}

const listedFields = ['word', 'partOfSpeech', 'definition'] as const;

type ListedRecord = Completed<Sent<Pick<SentRecord, (typeof listedFields)[number] | 'slug'>>>;

/** A word in the list of a month. */
function presentListedWord(
  { slug, sentAt, themeThread, milestone, recording, ...word }: ListedRecord,
  timezone: string,
): MonthPage['words'][number] {
  const day = calendarDay(new Date(sentAt), timezone);
  const entry = { ...readable(word, listedFields), slug, day };
  return {
    ...entry,
    ...(milestone && { milestone }),
    ...(themeThread && { themeThread }),
    ...(recording && { recording }),
  };
}

type Completed<Row> = Omit<Row, 'emailId' | 'emailDay' | 'wordId' | 'theme'> & {
  milestone?: string | undefined;
  themeThread?: string | undefined;
  recording?: RecordingView | undefined;
};

/** With the theme week and the milestone of each email, and the recording of each word. */
async function withMore<Row extends { emailId: number; emailDay: string; wordId: number; theme: string }>(
  { database, milestones }: Pick<ArchiveDeps, 'database' | 'milestones'>,
  rows: readonly Row[],
): Promise<Completed<Row>[]> {
  const weeks = await readThemeWeeks(
    { database },
    rows.map(({ theme }) => theme),
  );
  const recordings = await recordingsOf(
    database,
    rows.map(({ wordId }) => wordId),
  );
  const milestoneOn = await milestones();
  return rows.map(({ emailId, emailDay, wordId, theme: _, ...row }) => {
    const week = weeks.get(emailId);
    const recording = recordings.get(wordId);
    const milestone = milestoneOn.get(emailDay);
    return {
      ...row,
      ...(milestone && { milestone }),
      ...(week && { themeThread: themeThread(week) }),
      ...(recording && { recording }),
    };
  });
}

/** An email went out if the provider released it, or if the provider has it and its time has come. */
const wentOut = [
  sql<SqlBool>`email.status = 'sent'`,
  sql<SqlBool>`email.status = 'scheduled' and email.cancel_requested_at is null`,
];

/** Whether `email` went out before a time, by the owner's clock, or for its first reader. */
const wentOutBy = (at: Date, by: 'scheduled_date' | 'first_at' = 'scheduled_date') =>
  sql<SqlBool>`(${sql.join(wentOut, sql` or `)}) and ${sql.ref(`email.${by}`)} <= ${at}`;

interface SendRange {
  /** Both ends are inclusive. */
  from?: Date;
  until: Date;
  order?: 'asc' | 'desc';
  limit: number;
  /** The id of a word whose emails are left out. */
  except?: number;
}

type Sent<Row> = Row & { sentAt: string; emailId: number; emailDay: string; wordId: number; theme: string };

/**
 * Emails that went out, with fields of their word, by date, latest first. A removed word has no slug and is left out.
 */
async function readSends<const Fields extends readonly (keyof SentRecord & keyof Word)[]>(
  database: Reads,
  wanted: Fields,
  { from = new Date(0), until, order = 'desc', limit, except = 0 }: SendRange,
): Promise<Sent<Pick<SentRecord, Fields[number]>>[]> {
  // One query for each status: for both together, SQLite would sort all emails.
  const [sent, scheduled] = wentOut.map((status, nth) => {
    const latest = emailsWithWords
      .select(fields('word', wanted as readonly (keyof SentRecord & keyof Word)[]))
      .select([
        'email.scheduled_date as sentAt',
        'email.id as emailId',
        'email.day as emailDay',
        'word.id as wordId',
        'word.theme',
      ])
      .where(status)
      .where('email.scheduled_date', '>=', from)
      .where('email.scheduled_date', '<=', until)
      .where('word.slug', 'is not', null)
      .where('word.id', '<>', except)
      .orderBy('email.scheduled_date', order)
      .limit(limit);
    return emailTable.selectFrom(latest.as(`sends${nth}`)).selectAll();
  });
  if (!sent || !scheduled) return [];
  const rows = await database.read(sent.unionAll(scheduled).orderBy('sentAt', order).limit(limit));
  return (
    rows as unknown as (Omit<Sent<Pick<SentRecord, Fields[number]>>, 'sentAt'> & { sentAt: Instant })[]
  ).map((row) => ({
    ...row,
    sentAt: isoInstant(row.sentAt),
  }));
}

type SentSlug = Pick<SentWord, 'slug' | 'sentAt'>;

/** Every word that went out, with the time of its last email, latest first. */
async function sentSlugs(database: Reads, at: Date): Promise<SentSlug[]> {
  const rows = await database.read(
    sql<{ slug: string; sentAt: Instant }>`select word.slug, max(email.scheduled_date) as "sentAt"
      from scheduled_emails email join words word on word.id = email.word_id
      where ${wentOutBy(at)} and word.slug is not null group by word.id order by "sentAt" desc`,
  );
  return rows.map(({ slug, sentAt }) => ({ slug, sentAt: isoInstant(sentAt) }));
}

/**
 * `undefined` if the word is unknown or was not sent yet. Readers in earlier zones follow the links in their email before
 * it is that time for the owner, and before lists have the word.
 */
async function findWordPage(deps: ArchiveDeps, slug: string): Promise<WordPage | undefined> {
  const { database, now, timezone } = deps;
  const at = now();
  // Inside a `case`, SQLite does not use the condition for the status index, which it would prefer over the few emails
  // of one word.
  const rows = await database.read(
    emailsWithWords
      .select(fields('word', sentFields))
      .select([
        'email.scheduled_date as sentAt',
        'email.id as emailId',
        'email.day as emailDay',
        'word.id as wordId',
        'word.theme',
      ])
      .where('word.slug', '=', slug)
      .where(sql<SqlBool>`case when ${wentOutBy(at, 'first_at')} then 1 end = 1`)
      .orderBy('email.scheduled_date', 'desc'),
  );
  const sends = rows.map((row) => ({ ...row, sentAt: isoInstant(row.sentAt) }));
  const except = sends[0]?.wordId;
  const [last] = await withMore(deps, sends.slice(0, 1));
  if (!last || except === undefined) return undefined;
  const sentAt = new Date(last.sentAt).getTime();
  const neighbor = async (range: Pick<SendRange, 'from' | 'until' | 'order'>) =>
    (await readSends(database, ['word', 'slug'], { ...range, limit: 1, except }))[0];
  const word = presentSentWord({ ...last, slug }, timezone);
  const examples = [word.example1, word.example2].filter((example) => example !== '');
  // It needs the dictionary.
  const { splitExample } = await import('../words/split-example.ts');
  return {
    word,
    examples: examples.map((example) => splitExample(example, word.word)),
    ...(word.quotation && { quotation: splitExample(word.quotation, word.word) }),
    days: [...new Set(sends.map((send) => calendarDay(new Date(send.sentAt), timezone)))],
    hasPodcast: await hasEpisode(database, at),
    previous: link(await neighbor({ until: new Date(Math.min(sentAt - 1, at.getTime())) })),
    next: link(await neighbor({ from: new Date(sentAt + 1), until: at, order: 'asc' })),
  };
}

/** The latest email of each word that has a recording. */
async function readEpisodes(deps: ArchiveDeps, limit: number): Promise<Episode[]> {
  const { database, now, timezone } = deps;
  const rows = await database.read(
    emailsWithWords
      .select(fields('word', sentFields))
      .select(['word.id as wordId', 'word.theme'])
      .select(sql<string>`max(email.day)`.as('emailDay'))
      .select(sql<Instant>`max(email.scheduled_date)`.as('sentAt'))
      .select(sql<number>`max(email.id)`.as('emailId'))
      .where(sql<SqlBool>`word.id in (select word_id from recordings)`)
      .where(wentOutBy(now()))
      .where('word.slug', 'is not', null)
      .groupBy('word.id')
      .orderBy('sentAt', 'desc')
      .limit(limit),
  );
  const sends = rows.map((row) => ({ ...row, slug: row.slug ?? '', sentAt: isoInstant(row.sentAt) }));
  return (await withMore(deps, sends)).flatMap((send) => {
    const word = presentSentWord(send, timezone);
    return word.recording ? [{ ...word, recording: word.recording }] : [];
  });
}

async function hasEpisode(database: Reads, at: Date): Promise<boolean> {
  // From the few recordings to the emails of their words, not the reverse.
  const rows = await database.read(
    sql`select 1 as one from recordings where exists (
        select 1 from scheduled_emails email join words word on word.id = email.word_id
        where email.word_id = recordings.word_id and word.slug is not null
        and case when ${wentOutBy(at)} then 1 end = 1) limit 1`,
  );
  return rows.length > 0;
}

function link(found: WordLink | undefined): WordLink | undefined {
  return found && { word: found.word, slug: found.slug };
}
