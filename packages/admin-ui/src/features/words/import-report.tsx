import type { ImportReport } from '@wordrise/core/contract';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import * as styles from './upload.css.ts';
import { small } from './words.css.ts';

export interface ImportCountsProps {
  report: ImportReport;
  /** The import has not run yet. */
  future?: boolean;
}

export function ImportCounts({ report, future = false }: ImportCountsProps) {
  const counts = [
    { count: report.added, label: future ? 'to be added' : 'added', tone: 'good' },
    { count: report.updated, label: future ? 'to be changed' : 'changed', tone: 'today' },
    { count: report.skipped, label: 'skipped', tone: 'none' },
    { count: report.refused, label: 'refused', tone: 'bad' },
  ] as const;
  return (
    <>
      <ul className={styles.counts} aria-label="What the file does">
        {counts.map(({ count, label, tone }) => (
          <li key={label} className={styles.count[count === 0 ? 'none' : tone]}>
            <span className={styles.countFigure}>{count.toLocaleString('en-US')}</span> {label}
          </li>
        ))}
      </ul>
      {future && report.added + report.updated === 0 && (
        <p className={small} role="status">
          There is nothing to import: {reasonForNothing(report)}.
        </p>
      )}
    </>
  );
}

function reasonForNothing({ skipped, refused }: ImportReport): string {
  if (skipped + refused === 0) return 'the file has no rows';
  if (refused === 0) return 'every word of the file is already in the library';
  return skipped === 0 ? 'every row was refused' : 'every row is skipped or refused';
}

export function RefusedRows({ report: { refused, errors } }: { report: ImportReport }) {
  if (errors.length === 0) return null;
  const more = refused - errors.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={styles.refused} aria-label="Refused rows" tabIndex={0}>
      <table className={styles.refusedTable}>
        <caption className={visuallyHidden}>Refused rows, by line of the file</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Word</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ line, word, message }) => (
            <tr key={`${line} ${message}`}>
              <td className={styles.lineNumber}>{line}</td>
              <td className={styles.refusedWord}>{word || '–'}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <p className={styles.refusedMore}>
          and {more.toLocaleString('en-US')} more rows. The command line writes all of them to a file:{' '}
          <code>wordrise words import FILE --errors refused.csv</code>
        </p>
      )}
    </section>
  );
}
