import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { type RefusedRow, refusedCsv } from '@wordrise/core';
import { writeToFile } from './write-to.ts';

/**
 * Refused rows in a form that can be fixed and imported: all fields, and a column with the reason.
 * The file gets its name at the end, so it may be the same file that is being imported.
 */
export function createRefusedFile<Column extends string>(file: string, columns: readonly Column[]) {
  const rows = new PassThrough({ objectMode: true });
  let written: Promise<number> | undefined;

  function write(): Promise<number> {
    const isJson = /\.(jsonl|ndjson)$/i.test(file);
    const writing = writeToFile(file, isJson ? jsonLines(rows) : csvLines(rows, columns));
    // `add` and `finish` report it.
    writing.catch(() => {});
    return writing;
  }

  return {
    async add(row: RefusedRow<Column>): Promise<void> {
      written ??= write();
      const hasRoom = rows.write(row);
      if (!hasRoom) await Promise.race([once(rows, 'drain'), written]);
    },
    /** Without refused rows there is no file. */
    async finish(): Promise<void> {
      rows.end();
      await written;
    },
  };
}

async function* csvLines<Column extends string>(
  rows: AsyncIterable<RefusedRow<Column>>,
  columns: readonly Column[],
): AsyncGenerator<string> {
  const csv = refusedCsv(columns);
  yield csv.header;
  for await (const row of rows) yield csv.row(row);
}

async function* jsonLines(rows: AsyncIterable<RefusedRow<string>>): AsyncGenerator<string> {
  for await (const { line, message, values } of rows) {
    yield `${JSON.stringify({ ...values, line, error: message })}\n`;
  }
}
