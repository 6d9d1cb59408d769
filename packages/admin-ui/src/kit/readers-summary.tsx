import type { Overview } from '@wordrise/core/contract';
import { formatCalendarDay } from './dates.ts';
import * as styles from './readers-summary.css.ts';
import { SignupsChart } from './signups-chart.tsx';

/** The number of readers, and the signups of the last 30 days as a chart. */
export function ReadersSummary({ total, perDay }: Overview['readers']) {
  const lately = perDay.reduce((sum, { count }) => sum + count, 0);
  const first = perDay[0];
  const last = perDay.at(-1);
  return (
    <>
      <p className={styles.head}>
        <span className={styles.total}>{total.toLocaleString('en-US')}</span>
        <span className={styles.note}>
          {total === 1 ? 'reader' : 'readers'}, {lately.toLocaleString('en-US')} of them new in the last{' '}
          {perDay.length} days
        </span>
      </p>
      <SignupsChart perDay={perDay} />
      {first && last && (
        <p className={styles.axis} aria-hidden="true">
          <span>{formatCalendarDay(first.day)}</span>
          <span>{formatCalendarDay(last.day)}</span>
        </p>
      )}
    </>
  );
}
