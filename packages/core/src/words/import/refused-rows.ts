import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { wordFields } from '../../contract/word-fields.ts';
import { refusedCsv } from '../../platform/import-files/rows.ts';
import { type ImportInput, type ImportWordsDeps, importWords } from './import-words.ts';

/**
 * The rows of a CSV file that an import refuses, as CSV with the reasons, in constant memory. Writes nothing to the
 * library. Yields nothing until a row is refused or the file ends.
 *
 * @throws DomainError `import.unreadable`
 */
export async function* refusedRows(deps: ImportWordsDeps, input: ImportInput): AsyncGenerator<string> {
  const { header, row } = refusedCsv(wordFields);
  const lines = new PassThrough({ encoding: 'utf8' });
  const running = importWords(deps, input, {
    dryRun: true,
    onConflict: 'skip',
    source: 'import',
    format: 'csv',
    async onRefused(refused) {
      if (!lines.write(row(refused))) await once(lines, 'drain');
    },
  }).then(
    () => void lines.end(),
    (error) => void lines.destroy(error),
  );
  try {
    let start = header;
    for await (const line of lines) {
      yield `${start}${line}`;
      start = '';
    }
    if (start !== '') yield start;
  } finally {
    lines.destroy();
    await running;
  }
}
