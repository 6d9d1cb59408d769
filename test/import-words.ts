import type { WordInput } from '../packages/core/src/contract/words.ts';
import type { OpenDatabase } from '../packages/core/src/platform/database/open-database.ts';
import type { ImportInput } from '../packages/core/src/platform/import-files/read-rows.ts';
import { type ImportOptions, importWords } from '../packages/core/src/words/import/import-words.ts';
import { Word } from '../packages/core/src/words/word.ts';
import { aWord, csvFile } from './words.ts';

export const earlier = () => new Date('2026-01-01T07:00:00.123Z');
export const later = () => new Date('2026-07-01T07:00:00.456Z');

export function csv(...words: (string | Partial<WordInput>)[]): string {
  return csvFile(words.map((word) => aWord(typeof word === 'string' ? { word } : word)));
}

type Options = Partial<ImportOptions> & { now?: () => Date };

export function runImport(
  database: OpenDatabase,
  input: ImportInput,
  { now = later, ...options }: Options = {},
) {
  return importWords({ database, now }, input, { onConflict: 'skip', source: 'import', ...options });
}

/** All that is stored, in the order it was added. */
export function stored(db: OpenDatabase) {
  return db.em().find(Word, {}, { orderBy: { id: 'asc' } });
}

export function counts({ added, updated, skipped, refused }: Record<string, unknown>) {
  return { added, updated, skipped, refused };
}

export const many = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`);
