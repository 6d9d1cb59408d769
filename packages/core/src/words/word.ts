import { defineEntity, p } from '@mikro-orm/core';
import { wordSources } from '../contract/choices.ts';
import { limits } from '../contract/limits.ts';
import type { WordFieldInfo } from '../contract/word-fields.ts';
import { type WordInput, wordShape } from '../contract/words.ts';
import { withoutAccents } from './dictionary/normalize-word.ts';

/** The column has the same limit as the field. If that is far more than any entry needs, only the schema checks it. */
function textColumn({ column, limit }: WordFieldInfo) {
  const text = limit < limits.textLength ? p.string().length(limit) : p.text();
  return text.fieldName(column);
}

const { word, ...otherTexts } = wordShape(textColumn, (field) => textColumn(field).default(''));

const WordSchema = defineEntity({
  name: 'Word',
  tableName: 'words',
  properties: {
    id: p.integer().primary().autoincrement(),
    word,
    /** Equal for words that differ only in case; `null` once removed, so that the word can be added again. */
    wordKey: p.string().length(limits.wordLength).nullable().unique(),
    /** Without case and accents; used for alphabetical order and the letter filter. */
    sortKey: p.string().length(limits.wordLength).ignoreSchemaChanges('collation'),
    /** Equal for other ways to write a word, such as "e-mail" and "Email", or "café" and "cafe". */
    spellingKey: p.string().length(limits.wordLength).default(''),
    ...otherTexts,
    /** Word and definition in lower case: databases disagree about the case of "É". */
    searchText: p.text(),
    /** The address of its public page; set when it is first scheduled, and never changed. */
    slug: p.string().length(limits.slugLength).nullable().unique(),
    usedCount: p.integer().default(0),
    source: p.enum([...wordSources]).default('admin'),
    createdAt: p.datetime(3),
    /** What the check found in the text, as codes with spaces between; empty if nothing. */
    findings: p.text().default(''),
    /** The version of the check that found it; 0 if the text has changed since. */
    checkedBy: p.integer().default(0),
    /** When it was removed from the library. The row stays for the emails that were sent with it. */
    removedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { properties: ['sortKey', 'id'], name: 'words_alphabetical', where: { removedAt: null } },
    {
      properties: ['sortKey', 'id'],
      name: 'words_unused',
      where: { removedAt: null, usedCount: 0 },
    },
    {
      properties: ['sortKey', 'id'],
      name: 'words_sent',
      where: { removedAt: null, usedCount: { $gt: 0 } },
    },
    {
      properties: ['sortKey', 'id'],
      name: 'words_needing_work',
      where: { removedAt: null, findings: { $ne: '' } },
    },
    { properties: ['spellingKey'], name: 'words_by_spelling', where: { removedAt: null } },
    { properties: ['checkedBy', 'id'], name: 'words_by_check', where: { removedAt: null } },
    { properties: ['theme', 'id'], name: 'words_by_theme', where: { theme: { $ne: '' } } },
    { properties: ['pin', 'id'], name: 'words_pinned', where: { pin: { $ne: '' } } },
    // Everything that decides whether the autopilot may draw a word: it reads the index alone. SQLite reads the columns
    // of the condition too, unless they are in it.
    {
      properties: ['level', 'sensitive', 'tags', 'id', 'usedCount', 'removedAt'],
      name: 'words_drawing',
      where: { removedAt: null, usedCount: 0 },
    },
  ],
});

/** An entry of the word library. */
export class Word extends WordSchema.class {}
WordSchema.setClass(Word);

/** The columns derived from a word's text, which must be written with it. */
export function derivedColumns(input: Pick<WordInput, 'word' | 'definition'>) {
  return {
    wordKey: wordKey(input.word),
    sortKey: sortKey(input.word),
    spellingKey: spellingKey(input.word),
    searchText: searchable(`${input.word}\n${input.definition}`),
    checkedBy: 0,
  };
}

/** Equal for spellings of the same word that differ only in case. */
export function wordKey(word: string): string {
  return searchable(word.trim()).slice(0, limits.wordLength);
}

export function searchable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Letters and digits, without case and accents. */
export function spellingKey(word: string): string {
  return withoutAccents(word.toLowerCase())
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, limits.wordLength);
}

function sortKey(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().slice(0, limits.wordLength);
}
