import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { stringify } from 'csv-stringify';
import { writeToFile } from './write-to.ts';

interface RefusedRow<Column extends string> {
  line: number;
  message: string;
  values: Partial<Record<Column, string>>;
}

/**
 * Refused rows in a form that can be fixed and imported: all fields, and a column with the reason.
 * The file gets its name at the end, so that it may be the very file that is being imported.
 */
export function createRefusedFile<Column extends string>(file: string, columns: readonly Column[]) {
  const rows = new PassThrough({ objectMode: true });
  let written: Promise<number> | undefined;

  function write(): Promise<number> {
    const isJson = /\.(jsonl|ndjson)$/i.test(file);
    const writing = writeToFile(file, isJson ? jsonLines(rows) : rows.pipe(toCsv(columns)));
    // `add` and `finish` report it.
    writing.catch(() => {});
    return writing;
  }

  return {
    async add({ line, message, values }: RefusedRow<Column>): Promise<void> {
      written ??= write();
      const hasRoom = rows.write({ ...values, line, error: message });
      if (!hasRoom) await Promise.race([once(rows, 'drain'), written]);
    },
    /** Without refused rows there is no file. */
    async finish(): Promise<void> {
      rows.end();
      await written;
    },
  };
}

/** Anything that an importer may take for the end of a field is quoted. */
function toCsv(fields: readonly string[]) {
  const columns = [...fields, 'line', 'error'];
  return stringify({ header: true, columns, quoted_match: /[;\t\r\n]|^\s|\s$/ }).setEncoding('utf8');
}

async function* jsonLines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}
