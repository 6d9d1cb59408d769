import { type WordField, wordFields, wordFieldTable } from '../../contract/word-fields.ts';
import { columnsOf } from '../../rows/columns.ts';

/** The columns of a file of words. */
export const wordColumns = columnsOf<WordField>(
  'word',
  wordFields.map((name) => ({ ...wordFieldTable[name], name })),
);
