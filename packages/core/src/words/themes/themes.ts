import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { stringify } from 'csv-stringify/sync';
import { type SqlBool, sql } from 'kysely';
import type { ThemeDetail, ThemeEdit, ThemeInput, ThemeList, ThemeView } from '../../contract/themes.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { fields, isoInstant } from '../../platform/database/query.ts';
import { DomainError } from '../../platform/errors.ts';
import type { ImportFormat } from '../../platform/import-files/read-rows.ts';
import { Word } from '../word.ts';
import { wordEmails } from '../word-emails.ts';
import { inThemeOrder, Theme, themeTables } from './theme.ts';

export interface ThemesDeps {
  database: OpenDatabase;
}

const ofTheme = sql<SqlBool>`words.theme = themes.title and words.theme <> '' and words.removed_at is null`;
const unused = sql<SqlBool>`words.used_count = 0 and words.id not in (${wordEmails.waiting})`;

const themesWithCounts = themeTables
  .selectFrom('themes')
  .select(['themes.id', 'themes.title', 'themes.introduction'])
  .select(({ selectFrom }) => [
    selectFrom('words')
      .select(sql<number>`cast(count(*) as integer)`.as('count'))
      .where(ofTheme)
      .as('wordCount'),
    selectFrom('words')
      .select(sql<number>`cast(count(*) as integer)`.as('count'))
      .where(ofTheme)
      .where(unused)
      .as('unusedCount'),
  ]);

/** All themes in alphabetical order. */
export async function listThemes(deps: ThemesDeps): Promise<ThemeList> {
  await addNamed(deps);
  const rows = await deps.database.read(themesWithCounts);
  return { themes: rows.map(presentTheme).sort((a, b) => a.title.localeCompare(b.title, 'en')) };
}

/** A count is `null` only for the types of a subquery. */
type CountedTheme = Omit<ThemeView, 'wordCount' | 'unusedCount'> & {
  wordCount: number | null;
  unusedCount: number | null;
};

function presentTheme({ id, title, introduction, wordCount, unusedCount }: CountedTheme): ThemeView {
  return { id, title, introduction, wordCount: wordCount ?? 0, unusedCount: unusedCount ?? 0 };
}

/**
 * Adds themes that words name and that are not in the table: words come from forms, files, commands and backups, and
 * each may name a new theme.
 */
async function addNamed({ database }: ThemesDeps): Promise<void> {
  const named = await database.read(
    themeTables
      .selectFrom('words')
      .select('words.theme as title')
      .distinct()
      .where(sql<SqlBool>`words.theme <> ''`)
      .where('words.removed_at', 'is', null)
      .where('words.theme', 'not in', themeTables.selectFrom('themes').select('title')),
  );
  if (named.length === 0) return;
  const rows = named.map(({ title }) => ({ title, introduction: '' }));
  await database.em().upsertMany(Theme, rows, { onConflictFields: ['title'], onConflictAction: 'ignore' });
}

/** @throws DomainError `theme.not_found` */
export async function getTheme(deps: ThemesDeps, id: number): Promise<ThemeDetail> {
  await addNamed(deps);
  const [row] = await deps.database.read(themesWithCounts.where('themes.id', '=', id));
  if (!row) throw notFound();
  const words = await deps.database.read(
    themeTables
      .selectFrom('words')
      .select(fields('words', ['id', 'word', 'partOfSpeech', 'definition', 'usedCount', 'themePlace']))
      .select(wordEmails.goesOut.as('goesOut'))
      .where('words.theme', '=', row.title)
      .where(sql<SqlBool>`words.theme <> ''`)
      .where('words.removed_at', 'is', null),
  );
  return {
    ...presentTheme(row),
    words: inThemeOrder(words).map(({ themePlace, goesOut, ...word }) => ({
      ...word,
      goesOut: goesOut === null ? null : isoInstant(goesOut),
    })),
  };
}

/** The theme with that title, ignoring case. */
export async function findTheme(deps: ThemesDeps, title: string): Promise<ThemeView | undefined> {
  const { themes } = await listThemes(deps);
  const bare = (text: string) => text.trim().normalize('NFC').toLowerCase();
  return (
    themes.find((theme) => theme.title === title.trim()) ??
    themes.find((theme) => bare(theme.title) === bare(title))
  );
}

/** @throws DomainError `theme.exists`, `word.not_found` */
export async function addTheme(
  deps: ThemesDeps,
  { title, introduction, wordIds }: ThemeInput,
): Promise<ThemeDetail> {
  await addNamed(deps);
  const theme = await deps.database.em().transactional(async (em) => {
    const created = em.create(Theme, { title, introduction });
    await flush(em, title);
    await setWords(em, title, wordIds);
    return created;
  });
  return getTheme(deps, theme.id);
}

/** @throws DomainError `theme.not_found`, `theme.exists`, `word.not_found` */
export async function editTheme(
  deps: ThemesDeps,
  id: number,
  { title, introduction, wordIds }: ThemeEdit,
): Promise<ThemeDetail> {
  await addNamed(deps);
  await deps.database.em().transactional(async (em) => {
    const theme = await em.findOne(Theme, { id });
    if (!theme) throw notFound();
    const before = theme.title;
    if (title !== undefined) theme.title = title;
    if (introduction !== undefined) theme.introduction = introduction;
    await flush(em, theme.title);
    // Words that were removed, too: their emails are still in the record.
    if (theme.title !== before) await em.nativeUpdate(Word, { theme: before }, { theme: theme.title });
    if (wordIds) await setWords(em, theme.title, wordIds);
  });
  return getTheme(deps, id);
}

async function setWords(em: EntityManager, theme: string, wordIds: readonly number[]): Promise<void> {
  const words = await em.find(Word, { id: { $in: [...wordIds] }, removedAt: null });
  if (words.length < wordIds.length) {
    throw new DomainError('word.not_found', 'One of these words is no longer in the library.', {
      fields: { wordIds: ['One of these words is no longer in the library'] },
    });
  }
  const left = { theme, removedAt: null, id: { $nin: [...wordIds] } };
  await em.nativeUpdate(Word, left, { theme: '', themePlace: '' });
  for (const word of words) em.assign(word, { theme, themePlace: String(wordIds.indexOf(word.id) + 1) });
  await em.flush();
}

/** Its words stay in the library. @throws DomainError `theme.not_found` */
export async function removeTheme(
  { database }: ThemesDeps,
  id: number,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<void> {
  await database.em().transactional(async (em) => {
    const theme = await em.findOne(Theme, { id });
    if (!theme) throw notFound();
    if (dryRun) return;
    await em.nativeUpdate(Word, { theme: theme.title }, { theme: '', themePlace: '' });
    await em.remove(theme).flush();
  });
}

async function flush(em: EntityManager, title: string): Promise<void> {
  try {
    await em.flush();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new DomainError('theme.exists', `There is already a theme “${title}”.`, {
      cause: error,
      fields: { title: ['There is already a theme with this title'] },
    });
  }
}

function notFound(): DomainError {
  return new DomainError('theme.not_found', 'This theme does not exist any more.');
}

/** The columns of a file of themes. */
export const themeFields = ['title', 'introduction'] as const;

/** Titles and introductions, in alphabetical order. The export of words says which words they have. */
export async function* exportThemes(deps: ThemesDeps, format: ImportFormat): AsyncGenerator<string> {
  const { themes } = await listThemes(deps);
  if (format === 'csv') yield stringify([[...themeFields]]);
  for (const { title, introduction } of themes) {
    yield format === 'csv'
      ? stringify([[title, introduction]], { quoted_match: /[\r\n]/ })
      : `${JSON.stringify({ title, introduction })}\n`;
  }
}
