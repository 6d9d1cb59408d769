import { stringify } from 'csv-stringify/sync';

export interface RefusedRow<Column extends string> {
  line: number;
  message: string;
  values: Partial<Record<Column, string>>;
}

/**
 * Refused rows as CSV that can be fixed and imported: all fields, the line, and a column with the reason.
 *
 * @returns the header line, and a function that returns the line of a row
 */
export function refusedCsv<Column extends string>(fields: readonly Column[]) {
  // Anything that an importer may treat as the end of a field is quoted.
  const lineOf = (values: readonly unknown[]) =>
    stringify([[...values]], { quoted_match: /[;\t\r\n]|^\s|\s$/ });
  return {
    header: lineOf([...fields, 'line', 'error']),
    row: ({ line, message, values }: RefusedRow<Column>) =>
      lineOf([...fields.map((field) => values[field]), line, message]),
  };
}
