import { type SqlBool, sql } from 'kysely';
import { isEnglish } from '../../contract/design-parts.ts';
import { fields, type Instant, literal, tables } from '../../platform/database/query.ts';
import type { Reads } from '../../platform/database/reads.ts';
import type { Word } from '../word.ts';
import type { EmailOfWord } from '../word-emails.ts';
import { inThemeOrder, type Theme } from './theme.ts';

interface Deps {
  database: Reads;
}

/** The place of an email in its theme week. */
export interface ThemeWeek {
  title: string;
  introduction: string;
  /** In its place, also after the first day. */
  note?: string | undefined;
  /** From 1. */
  position: number;
  count: number;
}

/** Such as “Weather · 3 of 7”, or “Wetter · 3/7” in an email whose fixed texts are in another language. */
export function themeThread(
  { title, position, count }: Pick<ThemeWeek, 'title' | 'position' | 'count'>,
  language = 'en',
): string {
  const between = isEnglish(language) ? ' of ' : '/';
  return `${title} · ${position}${between}${count}`;
}

const all = tables<{ scheduled_emails: EmailOfWord; words: Word; themes: Theme }>();

/** A pause this long, or this many other words, end a theme week. A weekly email may skip a week, and a holiday or two have words of their own. */
const longestPauseMs = 21 * 24 * 3_600_000;
const mostOthers = 3;

/** Fewer words of a theme in a row are chance, unless the theme has no more. */
const fewest = 3;

/**
 * The theme weeks of all emails with words of these themes, by the id of the email.
 *
 * They are read from the schedule, waiting emails included: a theme week is a run of emails with words of one theme. So
 * a word that was canceled, moved or swapped leaves no gap in the count, and neither does a skipped day.
 */
export async function readThemeWeeks(
  { database }: Deps,
  titles: Iterable<string>,
): Promise<Map<number, ThemeWeek>> {
  const wanted = [...new Set(titles)].filter((title) => title !== '');
  const weeks = new Map<number, ThemeWeek>();
  if (wanted.length === 0) return weeks;
  const emails = await emailsOf(database, wanted);
  if (emails.length === 0) return weeks;
  const themes = await readThemes(database, wanted);
  for (const [title, ofTheme] of Map.groupBy(emails, ({ theme }) => theme)) {
    const { introduction = '', wordCount = 0 } = themes.get(title) ?? {};
    for (const cluster of inClusters(ofTheme)) {
      for (const run of await inRuns(database, cluster)) {
        const { length: count } = run;
        if (count < Math.max(2, Math.min(fewest, wordCount))) continue;
        for (const [at, { id }] of run.entries()) {
          weeks.set(id, { title, introduction, position: at + 1, count });
        }
      }
    }
  }
  return weeks;
}

interface ThemedEmail {
  id: number;
  wordId: number;
  theme: string;
  at: number;
}

async function emailsOf(database: Reads, titles: readonly string[]): Promise<ThemedEmail[]> {
  const rows = await database.read(
    all
      .selectFrom('scheduled_emails as email')
      .innerJoin('words as word', 'word.id', 'email.word_id')
      .select(['email.id', 'email.word_id as wordId', 'email.scheduled_date as at', 'word.theme'])
      .where('word.theme', 'in', titles)
      .where(sql<SqlBool>`word.theme <> ''`)
      .where('email.status', '<>', 'failed')
      .orderBy('email.scheduled_date')
      .orderBy('email.id'),
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at).getTime() }));
}

async function readThemes(database: Reads, titles: readonly string[]) {
  const rows = await database.read(
    all
      .selectFrom('words')
      .leftJoin('themes', 'themes.title', 'words.theme')
      .select(['words.theme as title', 'themes.introduction'])
      .select(sql<number>`cast(count(*) as integer)`.as('wordCount'))
      .where('words.theme', 'in', titles)
      .where(sql<SqlBool>`words.theme <> ''`)
      .where('words.removed_at', 'is', null)
      .groupBy(['words.theme', 'themes.introduction']),
  );
  return new Map(
    rows.map(({ title, introduction, wordCount }) => [
      title,
      { introduction: introduction ?? '', wordCount },
    ]),
  );
}

/** Emails of a theme without a long pause or a word that repeats. */
function inClusters(emails: readonly ThemedEmail[]): ThemedEmail[][] {
  const clusters: ThemedEmail[][] = [];
  for (const email of emails) {
    const current = clusters.at(-1);
    const last = current?.at(-1);
    const goesOn =
      last && email.at - last.at <= longestPauseMs && !current?.some(({ wordId }) => wordId === email.wordId);
    if (goesOn) current?.push(email);
    else clusters.push([email]);
  }
  return clusters;
}

/** The emails of a cluster, apart where many others go out in between. */
async function inRuns(database: Reads, cluster: readonly ThemedEmail[]): Promise<ThemedEmail[][]> {
  const [first, last] = [cluster[0], cluster.at(-1)];
  if (!first || !last || first === last) return [];
  const rows: { id: number; at: Instant }[] = await database.read(
    all
      .selectFrom('scheduled_emails')
      .select(['id', 'scheduled_date as at'])
      .where('scheduled_date', '>=', new Date(first.at))
      .where('scheduled_date', '<=', new Date(last.at))
      .where('status', '<>', 'failed')
      .orderBy('scheduled_date')
      .orderBy('id'),
  );
  const placeOf = new Map(rows.map(({ id }, at) => [id, at]));
  const runs: ThemedEmail[][] = [];
  for (const email of cluster) {
    const before = runs.at(-1)?.at(-1);
    const others = before ? (placeOf.get(email.id) ?? 0) - (placeOf.get(before.id) ?? 0) - 1 : Infinity;
    if (others <= mostOthers) runs.at(-1)?.push(email);
    else runs.push([email]);
  }
  return runs;
}

interface ThemedWord {
  word: string;
  theme?: string | undefined;
}

/** The theme week of the email with a word on a day, `YYYY-MM-DD`. */
export async function themeWeekOn(
  { database }: Deps,
  { word, theme = '' }: ThemedWord,
  day: string,
): Promise<ThemeWeek | undefined> {
  if (theme === '') return undefined;
  const [email] = await database.read(emailsWith(word).where('email.day', '=', day));
  return email && (await readThemeWeeks({ database }, [theme])).get(email.id);
}

const emailsWith = (word: string) =>
  all
    .selectFrom('scheduled_emails as email')
    .innerJoin('words as word', 'word.id', 'email.word_id')
    .select('email.id')
    .where('word.word', '=', word)
    .where('word.removed_at', 'is', null)
    .orderBy('email.scheduled_date', 'desc')
    .limit(1);

/**
 * The theme week that a preview of a word shows: that of its waiting email or, without one, a week of all words of its
 * theme.
 */
export async function themeWeekAhead({ database }: Deps, word: ThemedWord): Promise<ThemeWeek | undefined> {
  const { theme: title = '' } = word;
  if (title === '') return undefined;
  const [email] = await database.read(
    emailsWith(word.word).where('email.status', 'in', [literal('pending'), literal('scheduled')]),
  );
  if (email) return (await readThemeWeeks({ database }, [title])).get(email.id);
  const words = await database.read(
    all
      .selectFrom('words')
      .select(fields('words', ['id', 'word', 'themePlace']))
      .where('words.theme', '=', title)
      .where(sql<SqlBool>`words.theme <> ''`)
      .where('words.removed_at', 'is', null),
  );
  const at = inThemeOrder(words).findIndex((each) => each.word === word.word);
  const count = at < 0 ? words.length + 1 : words.length;
  if (count < 2) return undefined;
  const introduction = (await readThemes(database, [title])).get(title)?.introduction ?? '';
  return { title, introduction, position: at < 0 ? count : at + 1, count };
}
