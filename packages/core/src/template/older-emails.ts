import { type SqlBool, sql } from 'kysely';
import type { OlderEmail } from '../contract/older-email.ts';
import type { OlderQuery } from '../contract/schedule.ts';
import type { WordInput } from '../contract/words.ts';
import { fields, isoInstant, literal, tables } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import { wordViewFields } from '../words/find-word.ts';
import { milestoneOn } from '../words/milestones.ts';
import { recordingsOf } from '../words/recording.ts';
import { readThemeWeeks, type ThemeWeek } from '../words/themes/theme-weeks.ts';
import type { Word } from '../words/word.ts';
import type { EmailOfWord } from '../words/word-emails.ts';

/** The key of a word's email. */
export type TextKeyOf = (
  word: WordInput & { isRecorded?: boolean },
  week?: ThemeWeek,
  milestone?: string,
) => string;

export interface OlderDeps {
  database: Reads;
  /** The key that the text of a word's email would have now. */
  textKeys: () => Promise<TextKeyOf>;
}

interface FollowDeps extends OlderDeps {
  /** The keys that it would have had before the public address was set; none while it is not set. */
  keysBefore: () => Promise<TextKeyOf[]>;
}

/** Emails without a message get the current text when they are submitted. */
const written = tables<{ scheduled_emails: EmailOfWord; words: Word }>()
  .selectFrom('scheduled_emails as email')
  .innerJoin('words as word', 'word.id', 'email.word_id')
  .select(fields('email', ['scheduledDate', 'day', 'textKey', 'status']))
  .select('email.id as emailId')
  .select(fields('word', wordViewFields))
  .where('email.status', 'in', [literal('pending'), literal('scheduled')])
  .where('email.text_key', 'is not', null)
  .orderBy('email.scheduled_date')
  .orderBy('email.id');

interface OlderText {
  email: OlderEmail;
  /** Whether passes render it again without being asked. */
  isFollowed: boolean;
}

/** Once an email is being sent from here, nobody can give it another text. */
const unbegun = written.where(
  sql<SqlBool>`not exists (
    select 1 from smtp_messages as message join smtp_sends as send on send.message_id = message.id
    where message.name = email.message_name and send.status not in ('pending', 'cancelled'))`,
);

/**
 * Waiting emails with text older than the last edit of their word or the template, next one first, without those that are
 * being sent.
 */
export async function olderEmails(deps: OlderDeps, { wordId }: OlderQuery = {}): Promise<OlderEmail[]> {
  const query = wordId === undefined ? unbegun : unbegun.where('email.word_id', '=', wordId);
  return (await olderTexts(deps, query)).map(({ email }) => email);
}

/** Whether an email has older text, even while it is being sent. */
export async function hasOlderText(deps: OlderDeps, id: number): Promise<boolean> {
  return (await olderTexts(deps, written.where('email.id', '=', id))).length > 0;
}

/**
 * Waiting emails that passes render again without being asked. Since they were rendered, their theme week has changed and
 * nothing else in them: the words of a theme week are often scheduled one each day, so the first ones do not know of the
 * others. Or the public address was set, and what they link to can only be opened on the server's own machine.
 */
export async function emailsToFollow(deps: FollowDeps): Promise<OlderEmail[]> {
  return (await olderTexts(deps, unbegun)).flatMap(({ email, isFollowed }) => (isFollowed ? [email] : []));
}

async function olderTexts(
  { database, textKeys, keysBefore }: OlderDeps & Partial<FollowDeps>,
  query: typeof written,
): Promise<OlderText[]> {
  const rows = await database.read(query);
  if (rows.length === 0) return [];
  const keyOf = await textKeys();
  const before = (await keysBefore?.()) ?? [];
  const weeks = await readThemeWeeks(
    { database },
    rows.map(({ theme }) => theme),
  );
  const recordings = await recordingsOf(
    database,
    rows.map(({ id }) => id),
  );
  const milestones = await Promise.all(rows.map(({ day }) => milestoneOn(database, day)));
  return rows.flatMap((row, at) => {
    const { emailId, id, word, theme, scheduledDate, textKey, status } = row;
    const heard = { ...row, isRecorded: recordings.has(id) };
    const week = weeks.get(emailId);
    if (textKey === keyOf(heard, week, milestones[at])) return [];
    const places = theme === '' ? [undefined] : placesIn(theme, week);
    const isFollowed =
      status === 'scheduled' &&
      [keyOf, ...before].some((key) => places.some((place) => key(heard, place, milestones[at]) === textKey));
    return {
      email: { id: emailId, wordId: id, word, scheduledDate: isoInstant(scheduledDate) },
      isFollowed,
    };
  });
}

/** Any place that an email may have had in a theme week before. */
function placesIn(title: string, week: ThemeWeek | undefined): (ThemeWeek | undefined)[] {
  const most = Math.max(usualLength, week?.count ?? 0);
  const { introduction = '' } = week ?? {};
  const places: (ThemeWeek | undefined)[] = [undefined];
  for (let count = 2; count <= most; count += 1) {
    for (let position = 1; position <= count; position += 1)
      places.push({ title, introduction, position, count });
  }
  return places;
}

const usualLength = 7;
