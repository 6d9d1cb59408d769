import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { limits } from '../contract/limits.ts';
import type { SuggestionChoice, SuggestionList, SuggestionView } from '../contract/suggestions.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { type Instant, isoInstant, literal, tables } from '../platform/database/query.ts';
import { readerTables } from '../readers/reader-tables.ts';
import { type Word, wordKey } from './word.ts';
import { wordEmails } from './word-emails.ts';

const DismissedSuggestionSchema = defineEntity({
  name: 'DismissedSuggestion',
  tableName: 'dismissed_suggestions',
  properties: {
    /** Equal for spellings that differ only in case. */
    key: p.string().length(limits.wordLength).primary(),
    word: p.string().length(limits.wordLength),
    dismissedAt: p.datetime(3),
  },
});

/** A favorite word of readers that the owner does not want to see again. */
export class DismissedSuggestion extends DismissedSuggestionSchema.class {}
DismissedSuggestionSchema.setClass(DismissedSuggestion);

interface SuggestionDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** Of the readers on the list: anyone can sign up any address, so those who did not confirm do not count. */
const favorites = readerTables
  .selectFrom('registrations')
  .select(['favorite_word as word', 'first_name as firstName'])
  .select(sql<number>`case when credit_agreed_at is null then 0 else 1 end`.as('mayBeNamed'))
  .select(sql<number>`cast(count(*) as integer)`.as('count'))
  .where('status', 'in', [literal('waiting'), literal('subscribed')])
  .where('favorite_word', 'is not', null)
  .groupBy(['favorite_word', 'first_name', sql`case when credit_agreed_at is null then 0 else 1 end`]);

interface Named {
  spellings: Map<string, number>;
  count: number;
  names: Set<string>;
}

/** What readers named as their favorite word, the most frequent first. */
export async function listSuggestions({
  database,
}: Pick<SuggestionDeps, 'database'>): Promise<SuggestionList> {
  const byKey = new Map<string, Named>();
  for (const { word, firstName, mayBeNamed, count } of await database.read(favorites)) {
    const spelling = word?.trim() ?? '';
    const key = wordKey(spelling);
    if (key === '') continue;
    const named = byKey.get(key) ?? { spellings: new Map(), count: 0, names: new Set() };
    named.count += count;
    named.spellings.set(spelling, (named.spellings.get(spelling) ?? 0) + count);
    if (mayBeNamed && firstName) named.names.add(firstName);
    byKey.set(key, named);
  }
  const dismissed = await database.em().find(DismissedSuggestion, {}, { orderBy: { word: 'asc' } });
  for (const { key } of dismissed) byKey.delete(key);
  const ranked = [...byKey]
    .toSorted(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
    .slice(0, limits.suggestionsListed);
  const known = await wordsWith(
    database,
    ranked.map(([key]) => key),
  );
  return {
    suggestions: ranked.map(([key, named]) => present(named, known.get(key))),
    total: byKey.size,
    dismissed: dismissed.map(({ word }) => word),
  };
}

interface KnownWord {
  id: number;
  key: string | null;
  usedCount: number;
  goesOut: Instant | null;
}

async function wordsWith(database: OpenDatabase, keys: readonly string[]): Promise<Map<string, KnownWord>> {
  if (keys.length === 0) return new Map();
  const rows: KnownWord[] = await database.read(
    tables<{ words: Word }>()
      .selectFrom('words')
      .select(['words.id', 'words.word_key as key', 'words.used_count as usedCount'])
      .select(wordEmails.goesOut.as('goesOut'))
      .where('words.word_key', 'in', keys),
  );
  return new Map(rows.map((row) => [row.key ?? '', row]));
}

function present({ spellings, count, names }: Named, known: KnownWord | undefined): SuggestionView {
  const [[word = ''] = []] = [...spellings].toSorted(([, a], [, b]) => b - a);
  const state = !known ? 'new' : known.goesOut !== null ? 'waiting' : known.usedCount > 0 ? 'sent' : 'unused';
  return {
    word,
    count,
    names: [...names].toSorted().slice(0, limits.suggestionNames),
    state,
    wordId: known?.id ?? null,
    goesOut: known?.goesOut == null ? null : isoInstant(known.goesOut),
  };
}

/** Safe to repeat. */
export async function dismissSuggestion(
  deps: SuggestionDeps,
  { word, dismissed }: SuggestionChoice,
): Promise<SuggestionList> {
  const em = deps.database.em();
  const key = wordKey(word);
  if (dismissed) await em.upsert(DismissedSuggestion, { key, word, dismissedAt: deps.now() });
  else await em.nativeDelete(DismissedSuggestion, { key });
  return listSuggestions(deps);
}
