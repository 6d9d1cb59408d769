import type { WordSource } from '../../contract/choices.ts';
import {
  type OptionalWordField,
  type WordField,
  wordFields,
  wordFieldTable,
} from '../../contract/word-fields.ts';
import type { WordInput } from '../../contract/words.ts';
import { DomainError } from '../../platform/errors.ts';
import { bare, type Columns, columnsOf, unusable } from '../../platform/import-files/rows.ts';
import { derivedColumns } from '../word.ts';

type Text = Record<WordField, string | null> & Pick<WordInput, 'word'>;

/** A row that passed every check, ready to be stored. An optional field that the file lacks is `null`. */
export interface WordRow extends Text, Omit<ReturnType<typeof derivedColumns>, 'checkedBy'> {
  /** Line of the file. */
  line: number;
}

/** @param values The fields that the file has. */
export function wordRow(input: WordInput, values: Partial<Record<WordField, string>>, line: number): WordRow {
  const row: WordRow = { ...input, ...derivedColumns(input), line };
  for (const field of optionalFields) if (values[field] === undefined) row[field] = null;
  return row;
}

const optionalFields = wordFields.filter(
  (field): field is OptionalWordField => !wordFieldTable[field].required,
);
const optionalColumns = new Set<string>(optionalFields.map((field) => wordFieldTable[field].column));

/** A text of a row for a new word. */
export const newText = (column: string, text: string) =>
  optionalColumns.has(column) ? `coalesce(${text}, '')` : text;

/** A text of a row for a word that exists: what the file lacks stays as it is. */
export const changedText = (column: string) =>
  optionalColumns.has(column) ? `coalesce(batch.${column}, there.${column})` : `batch.${column}`;

/** Columns written by people. */
export const writtenColumns = wordFields.map((field) => wordFieldTable[field].column);

/** Columns derived from those. */
const derived = {
  wordKey: 'word_key',
  sortKey: 'sort_key',
  spellingKey: 'spelling_key',
  searchText: 'search_text',
} as const;

/** The fields of a row, in the order of its columns. */
export const textFields = [...wordFields, ...(Object.keys(derived) as (keyof typeof derived)[])];
export const textColumns = [...writtenColumns, ...Object.values(derived)];

/** What became of the rows of a batch. */
export interface Counts {
  added: number;
  updated: number;
  skipped: number;
}

/** Where an import stores its rows: the library, or a temporary table in its place. */
export interface ImportTarget {
  /** Whether storing keeps another process busy, not this one. */
  isElsewhere: boolean;
  /**
   * Stores a batch as a whole or not at all. Each row is handled as if the rows before it were already stored. Iterates
   * the rows once; an error from them undoes the batch.
   *
   * @throws DomainError `import.conflict` if existing words should fail the import
   */
  write(rows: Iterable<WordRow>, createdAt: Date): Promise<Counts>;
  /**
   * Moves the staged rows into the library, as a whole or not at all.
   *
   * @throws DomainError `import.conflict`
   */
  finish(): Promise<void>;
  close(): Promise<void>;
}

export interface TargetOptions {
  onConflict: 'skip' | 'update' | 'fail';
  source: WordSource;
  /**
   * Writes to a temporary table instead of the library. Words of the library are copied into it when a row first needs
   * them. So the same statements give the same counts, and repeated rows in a file are found without holding them in
   * memory.
   */
  staged: boolean;
}

export function conflict({ word, line }: { word: string; line: number }, inLibrary: boolean): DomainError {
  const where = inLibrary ? 'is already in the library' : 'is in the file more than once';
  return new DomainError(
    'import.conflict',
    `“${word}” (line ${line}) ${where}. Nothing was imported. Remove the row, or choose to skip or update existing words.`,
  );
}

/** The rows in rounds without a repeated word; a word's rows stay in the order of the file. */
export function eachWordOnce(rows: readonly WordRow[]): WordRow[][] {
  const rounds: WordRow[][] = [];
  const times = new Map<string, number>();
  for (const row of rows) {
    const round = times.get(row.wordKey) ?? 0;
    times.set(row.wordKey, round + 1);
    rounds[round] ??= [];
    rounds[round].push(row);
  }
  return rounds;
}

const columns = columnsOf<WordField>(
  'word',
  wordFields.map((name) => ({ ...wordFieldTable[name], name })),
);

/** The columns of a file of words. */
export const wordColumns: Columns<WordField> = {
  ...columns,
  readHeader(names) {
    const given = names.map(bare);
    const hasThemes = ['title', 'introduction'].every((name) => given.includes(name));
    if (hasThemes && !names.map(columns.fieldNamed).includes('word')) {
      throw unusable('This looks like a file of themes. To import it: wordrise themes import FILE');
    }
    return columns.readHeader(names);
  },
};
