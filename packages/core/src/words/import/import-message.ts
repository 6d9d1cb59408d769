import type { ImportReport } from '../../contract/words.ts';

type Counts = Pick<ImportReport, 'added' | 'updated' | 'skipped' | 'refused'>;

/** The result of an import in a sentence or two. */
export function importMessage(
  { added, updated, skipped, refused }: Counts,
  { dryRun, stopped }: { dryRun: boolean; stopped: boolean },
): string {
  const parts = [`${dryRun ? 'Would add' : 'Added'} ${counted(added, 'word')}`];
  if (updated > 0) parts.push(`${dryRun ? 'update' : 'updated'} ${inFigures(updated)}`);
  if (skipped > 0) parts.push(`${dryRun ? 'skip' : 'skipped'} ${inFigures(skipped)}`);
  const beginning = stopped ? 'Stopped before the end of the file. ' : '';
  const verb = dryRun ? 'would be' : refused === 1 ? 'was' : 'were';
  const end = refused > 0 ? `; ${counted(refused, 'row')} ${verb} refused.` : '.';
  return `${beginning}${parts.join(', ')}${end}`;
}

function counted(count: number, noun: string): string {
  return `${inFigures(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function inFigures(count: number): string {
  return count.toLocaleString('en-US');
}
