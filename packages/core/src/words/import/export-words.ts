import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { wordFields } from '../../contract/word-fields.ts';
import type { Reads } from '../../platform/database/reads.ts';
import type { ImportFormat } from '../../platform/import-files/read-rows.ts';
import { writtenColumns } from './word-row.ts';

/**
 * The library in alphabetical order, in chunks, in constant memory.
 *
 * Both formats contain the fields of each word and nothing else, so that an export can be imported, and exporting again
 * gives exactly the same bytes. For the same reason, a field that begins with `=`, `+`, `-` or `@` stays unchanged,
 * although a spreadsheet may treat it as a formula: only the admin writes words, and a dictionary has entries such as
 * "-ism".
 */
export async function* exportWords(
  { database }: { database: Reads },
  format: ImportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield asCsv([[...wordFields]]);
  for await (const words of pages(database)) {
    yield format === 'csv' ? asCsv(words) : words.map(asJsonLine).join('');
  }
}

/** Line breaks of either kind are quoted: a parser may treat each of them as the end of a row. */
function asCsv(rows: string[][]): string {
  return stringify(rows, { quoted_match: /[\r\n]/ });
}

function asJsonLine(values: string[]): string {
  const entries = wordFields.map((field, index) => [field, values[index]]);
  return `${JSON.stringify(Object.fromEntries(entries))}\n`;
}

const columns = sql.join(writtenColumns.map((column) => sql.ref(column)));

/**
 * Words as lists of their fields. Each page begins after the last word of the previous one, so that no word appears
 * twice.
 */
async function* pages(database: Reads): AsyncGenerator<string[][]> {
  let last: { sort_key: string; id: number } = { sort_key: '', id: 0 };
  for (;;) {
    const rows: (Record<string, unknown> & typeof last)[] = await database.read(
      sql<Record<string, unknown> & typeof last>`select id, sort_key, ${columns} from words
        where removed_at is null and (sort_key, id) > (${last.sort_key}, ${last.id})
        order by sort_key, id limit 500`,
    );
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map((row) => writtenColumns.map((column) => String(row[column])));
    last = end;
  }
}
