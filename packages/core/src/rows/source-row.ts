import { DomainError } from '../errors.ts';
import type { Columns } from './columns.ts';

/** One unchecked row of a file. */
export interface SourceRow<F extends string> {
  /** The line of the file that it starts on, from 1. */
  line: number;
  /** The text of each field in the file. */
  values: Partial<Record<F, string>>;
  /** Why the fields could not even be separated, in words for a person. */
  problem?: string;
}

/** What is known about a row whose fields cannot be separated. */
export function textAlone<F extends string>({ first }: Columns<F>, text: string): SourceRow<F>['values'] {
  const values: SourceRow<F>['values'] = {};
  values[first] = text;
  return values;
}

/** Far more than a row with every field at its longest, but small enough to hold a few in memory. */
export const maxRowBytes = 1_048_576;

export const tooLong = 'The row is longer than 1 MB';

/** @param line The line of the first wrong byte, if known. */
export function notUtf8(line?: number): DomainError {
  const what = line === undefined ? 'This file is not plain text in UTF-8.' : `Line ${line} is not in UTF-8.`;
  return new DomainError(
    'import.unreadable',
    `${what} Save the file as UTF-8 (spreadsheets call it “CSV UTF-8”) and import it again.`,
  );
}
