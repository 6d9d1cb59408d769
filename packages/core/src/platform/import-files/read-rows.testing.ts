import { requiredFields, type WordField } from '../../contract/word-fields.ts';
import { wordColumns } from '../../words/import/word-row.ts';
import { isDomainError } from '../errors.ts';
import { type ImportFormat, type ImportInput, readRows } from './read-rows.ts';
import type { SourceRow } from './rows.ts';

/** The columns that a file must have. */
export const header = requiredFields.join(',');

/** A row of eight fields that begin with `word`. */
export const row = (word: string) => `${word},p,n,d,e,e1,e2,t`;

export async function read(
  input: ImportInput,
  options: { format?: ImportFormat; pieceBytes?: number } = {},
): Promise<SourceRow<WordField>[]> {
  const rows: SourceRow<WordField>[] = [];
  for await (const some of readRows(input, { ...options, fields: wordColumns })) rows.push(...some);
  return rows;
}

export async function problemOf(input: ImportInput, pieceBytes?: number): Promise<string> {
  const error = await read(input, pieceBytes ? { pieceBytes } : {}).catch((thrown: unknown) => thrown);
  if (!isDomainError(error, 'import.unreadable')) throw new Error('It was read.', { cause: error });
  return error.message;
}

export const asWritten = (rows: SourceRow<WordField>[]) =>
  rows.map(({ line, values }) => [line, values.word]);
export const problems = (rows: SourceRow<WordField>[]) => rows.map(({ line, problem }) => [line, problem]);
