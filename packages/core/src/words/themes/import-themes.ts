import type { ConflictPolicy } from '../../contract/choices.ts';
import { themeInput } from '../../contract/themes.ts';
import type { IgnoredColumn, ImportError, ImportReport } from '../../contract/words.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { type ImportFormat, type ImportInput, readRows } from '../../platform/import-files/read-rows.ts';
import { columnsOf } from '../../platform/import-files/rows.ts';
import { counted } from '../import/import-words.ts';
import { Theme } from './theme.ts';
import { listThemes, type themeFields } from './themes.ts';

export interface ImportThemesOptions {
  format?: ImportFormat | undefined;
  /** What to do with a theme that has another introduction. One without an introduction gets that of the file. */
  onConflict: Exclude<ConflictPolicy, 'fail'>;
  /** Gives the same report and writes nothing. */
  dryRun?: boolean | undefined;
}

/** A statement has a limited number of parameters. */
const rowsAtOnce = 500;

type ThemeColumn = (typeof themeFields)[number];
const columns = columnsOf<ThemeColumn>('title', [
  { name: 'title', aliases: ['theme'], required: true },
  { name: 'introduction', required: false },
]);

/**
 * Adds the themes of a file, CSV with a header row or JSON lines. The whole file or, if the process ends, none of it.
 *
 * @throws DomainError `import.unreadable`
 */
export async function importThemes(
  deps: { database: OpenDatabase },
  input: ImportInput,
  { format, onConflict, dryRun = false }: ImportThemesOptions,
): Promise<ImportReport> {
  const { themes } = await listThemes(deps);
  const known = new Map(themes.map(({ title, introduction }) => [title, introduction]));
  const changes = new Map<string, string>();
  const counts = { added: 0, updated: 0, skipped: 0 };
  const errors: ImportError[] = [];
  const ignoredColumns: IgnoredColumn[] = [];
  const onIgnored = (column: IgnoredColumn) => ignoredColumns.push(column);
  for await (const rows of readRows(input, { fields: columns, format, onIgnored })) {
    for (const { line, values, problem } of rows) {
      const checked = problem === undefined ? themeInput.safeParse(values) : undefined;
      if (!checked?.success) {
        const message = problem ?? checked?.error.issues.map((issue) => issue.message).join('; ') ?? '';
        errors.push({ line, word: (values.title ?? '').slice(0, 100), message });
        continue;
      }
      const { title, introduction } = checked.data;
      const before = known.get(title);
      const isChange =
        values.introduction !== undefined &&
        introduction !== before &&
        (onConflict === 'update' || before === '');
      if (before !== undefined && !isChange) {
        counts.skipped += 1;
        continue;
      }
      counts[before === undefined ? 'added' : 'updated'] += 1;
      known.set(title, introduction);
      changes.set(title, introduction);
    }
  }
  const rows = [...changes].map(([title, introduction]) => ({ title, introduction }));
  if (!dryRun && rows.length > 0) {
    await deps.database.em().transactional(async (em) => {
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        await em.upsertMany(Theme, rows.slice(at, at + rowsAtOnce), { onConflictFields: ['title'] });
      }
    });
  }
  const message = reportMessage(counts, errors.length, dryRun);
  return { message, ...counts, refused: errors.length, errors, ignoredColumns };
}

function reportMessage(
  { added, updated, skipped }: Pick<ImportReport, 'added' | 'updated' | 'skipped'>,
  refused: number,
  dryRun: boolean,
): string {
  const parts = [`${dryRun ? 'Would add' : 'Added'} ${counted(added, 'theme')}`];
  if (updated > 0) parts.push(`${dryRun ? 'update' : 'updated'} ${updated}`);
  if (skipped > 0) parts.push(`${dryRun ? 'skip' : 'skipped'} ${skipped}`);
  const end =
    refused > 0
      ? `; ${counted(refused, 'row')} ${dryRun ? 'would be' : refused === 1 ? 'was' : 'were'} refused.`
      : '.';
  return parts.join(', ') + end;
}
