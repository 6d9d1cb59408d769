import { addDays, dayNumber } from '../calendar/days.ts';
import { calendarDay, startOfDay, usualHour } from '../calendar/zoned-time.ts';
import type { TomorrowView } from '../contract/tomorrow.ts';
import type { WordFinding } from '../contract/word-check.ts';
import { type Instant, isoInstant, type Reads } from '../database/reads.ts';
import type { Delivery } from '../delivery/open-delivery.ts';
import type { Readers } from '../readers/open-readers.ts';
import { judge, problemOf } from './judge.ts';
import { type AskProviderDeps, createProviderWords } from './provider-words.ts';

export interface TomorrowDeps extends AskProviderDeps {
  database: Reads;
  /** IANA name. */
  timezone: string;
  publicUrl: string;
  delivery: Pick<Delivery, 'lastPass'>;
  readers: Pick<Readers, 'count'>;
  /** The findings of the word check; none for a word that is gone. */
  findings: (wordId: number) => Promise<WordFinding[]>;
  /** The first day from this one that should have an email; `undefined` if there is none within a year. */
  nextSendDay: (from: string) => Promise<string | undefined>;
  /** The last morning for which the autopilot has words, if it is on and that is soon. */
  wordsEnd?: () => Promise<string | undefined>;
}

/** Whether the next morning's email will go out. */
export type Tomorrow = () => Promise<TomorrowView>;

export function openTomorrow(deps: TomorrowDeps): Tomorrow {
  const words = createProviderWords(deps);
  return async () => {
    const { timezone, publicUrl } = deps;
    const now = deps.now();
    const { email, ...morning } = await findMorning(deps, now);
    const readers = await countReaders(deps);
    const lastPass = await deps.delivery.lastPass();
    const provider = await words(email);
    const findings = email ? await deps.findings(email.wordId) : [];
    const wordsEnd = await deps.wordsEnd?.();
    const facts = { now, timezone, publicUrl, email, provider, lastPass, readers, findings, wordsEnd };
    return {
      ...judge(facts),
      ...morning,
      email: email ? present(email) : null,
      readers: readers.total,
      providerProblem: problemOf(provider) ?? null,
      timezone,
    };
  };
}

interface MorningRow {
  id: number;
  wordId: number;
  scheduledDate: Date;
  status: 'pending' | 'scheduled';
  reason: string | null;
  sendId: string | null;
  word: string;
  phoneticPronunciation: string;
  definition: string;
}

const columns = `email.id, email.word_id as "wordId", email.scheduled_date as "scheduledDate", email.status, email.reason,
  email.send_id as "sendId", word.word, word.phonetic_pronunciation as "phoneticPronunciation", word.definition`;
const waitingSql = `select ${columns} from scheduled_emails email join words word on word.id = email.word_id
  where email.status in ('pending', 'scheduled') and email.scheduled_date >= ? and email.scheduled_date < ?
  order by email.scheduled_date limit 1`;
const sentSql = `select id from scheduled_emails
  where status = 'sent' and scheduled_date >= ? and scheduled_date < ? limit 1`;

const anySql = `select id from scheduled_emails
  where status in ('pending', 'scheduled') and scheduled_date >= ? and scheduled_date < ? limit 1`;

const failedSql = `select email.id, word.word from scheduled_emails email join words word on word.id = email.word_id
  where email.status = 'failed' and email.scheduled_date >= ? and email.scheduled_date < ?
  order by email.scheduled_date desc limit 1`;

interface NextMorning {
  email: MorningRow | undefined;
  failed: TomorrowView['failed'];
  day: string;
  isToday: boolean;
  isRestDayTomorrow: boolean;
}

/** Today until its email is sent and its usual hour has passed, otherwise the next send day. */
async function findMorning(deps: TomorrowDeps, now: Date): Promise<NextMorning> {
  const { database, timezone } = deps;
  const today = calendarDay(now, timezone);
  const tomorrow = addDays(today, 1);
  const later = (await deps.nextSendDay(tomorrow)) ?? tomorrow;
  const isToday = await isStillToday(deps, now);
  const startOf = (day: string) => startOfDay(now, timezone, dayNumber(day) - dayNumber(today));
  const end = startOf(addDays(isToday ? tomorrow : later, 1));
  const [found] = await database.read<Omit<MorningRow, 'scheduledDate'> & { scheduledDate: Instant }>(
    waitingSql,
    [now, end],
  );
  const email = found && { ...found, scheduledDate: new Date(found.scheduledDate) };
  const day = email ? calendarDay(email.scheduledDate, timezone) : isToday ? today : later;
  const [failed] = email
    ? []
    : await database.read<{ id: number; word: string }>(failedSql, [startOf(day), startOf(addDays(day, 1))]);
  const isFree = async () =>
    (await database.read(anySql, [startOf(tomorrow), startOf(addDays(tomorrow, 1))])).length === 0;
  const isRestDayTomorrow = later > tomorrow && (await isFree());
  return { email, failed: failed ?? null, day, isToday: day === today, isRestDayTomorrow };
}

/** Whether today should have an email and its hour has not come yet. */
async function isStillToday({ database, timezone, nextSendDay }: TomorrowDeps, now: Date): Promise<boolean> {
  const today = calendarDay(now, timezone);
  if (now >= usualHour(now, timezone) || (await nextSendDay(today)) !== today) return false;
  return (await database.read(sentSql, [startOfDay(now, timezone), now])).length === 0;
}

const onListSql = `select id from registrations where handover = 'subscribed' limit 1`;

async function countReaders({ database, readers }: TomorrowDeps) {
  const [{ total }, onList] = await Promise.all([readers.count(), database.read(onListSql)]);
  return { total, areOnList: onList.length > 0 };
}

function present(email: MorningRow): NonNullable<TomorrowView['email']> {
  const { id, scheduledDate, word, phoneticPronunciation, definition } = email;
  return { id, scheduledDate: isoInstant(scheduledDate), word, phoneticPronunciation, definition };
}
