import { useQuery } from '@tanstack/react-query';
import { describeNotYet, type Overview } from '@wordrise/core/contract';
import { ButtonLink } from '../design/button.tsx';
import { EmptyState } from '../design/states.tsx';
import { visuallyHidden } from '../design/visually-hidden.css.ts';
import { formatCalendarDay } from './dates.ts';
import { counted, figure } from './figures.ts';
import { endpointQuery, useApi } from './queries.ts';
import * as styles from './readers-summary.css.ts';

/** The number of readers on the list, who else signed up, and those of the last 30 days as a chart. */
export function ReadersSummary({ byStatus, perDay }: Overview['readers']) {
  const { subscribed } = byStatus;
  const warmUp = useQuery(endpointQuery(useApi(), 'warmUp')).data?.warmUp;
  const today = warmUp?.calendar[warmUp.today - 1];
  const left = byStatus.unsubscribed + byStatus.bounced + byStatus.complained;
  const others = [describeNotYet(byStatus), left > 0 && `${figure(left)} who left or bounced`];
  const notCounted = others.filter(Boolean).join(', ');
  const lately = perDay.reduce((sum, { count }) => sum + count, 0);
  const first = perDay[0];
  const last = perDay.at(-1);
  return (
    <>
      <p className={styles.head}>
        <span className={styles.total}>{figure(subscribed)}</span>
        <span className={styles.note}>
          {subscribed === 1 ? 'reader' : 'readers'} on the list
          {today &&
            today.waiting > 0 &&
            !warmUp.isRestSent &&
            `, of whom ${figure(today.readers)} get the emails of today: the others wait for the warm-up`}
          {notCounted && `; not counted: ${notCounted}`}. {figure(lately)}{' '}
          {lately === 1 ? 'new reader' : 'new readers'} in the last {perDay.length} days.
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

/** In place of readers: the two ways to get some. */
export function NobodyYet() {
  return (
    <EmptyState
      title="Nobody has signed up yet"
      action={
        <>
          <ButtonLink to="/admin/readers/import" icon="plus">
            Add readers
          </ButtonLink>
          <ButtonLink to="/admin/embed" icon="code">
            Put the form on your site
          </ButtonLink>
        </>
      }
    >
      Readers sign up on the front page or on any page where you embed the form. You can also add people who
      asked for the emails elsewhere.
    </EmptyState>
  );
}

type Days = Overview['readers']['perDay'];

/** One bar per day. The best day has a label, the others show their figure on hover. A hidden table has all of it
 * for screen readers. */
function SignupsChart({ perDay }: { perDay: Days }) {
  const most = Math.max(1, ...perDay.map(({ count }) => count));
  const peak = perDay.findLastIndex(({ count }) => count === most);
  const step = 100 / perDay.length;

  return (
    <div>
      <div className={styles.plot} aria-hidden="true">
        {peak >= 0 && <PeakLabel at={(peak + 0.5) * step} count={most} day={perDay[peak]?.day ?? ''} />}
        <svg className={styles.svg} aria-hidden="true">
          {perDay.map(({ day, count }, index) => {
            // A day without new readers is drawn too, as a line at the bottom.
            const height = count === 0 ? 1.5 : Math.max(3, (count / most) * 100);
            return (
              <rect
                key={day}
                className={
                  count === 0 ? styles.nothing : index === perDay.length - 1 ? styles.today : styles.bar
                }
                x={`${(index + 0.14) * step}%`}
                y={`${100 - height}%`}
                width={`${0.72 * step}%`}
                height={`${height}%`}
                rx="2"
              >
                <title>{`${formatCalendarDay(day)}: ${newReaders(count)}`}</title>
              </rect>
            );
          })}
        </svg>
      </div>
      <div className={visuallyHidden}>
        <table>
          <caption>New readers per day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">New readers</th>
            </tr>
          </thead>
          <tbody>
            {perDay.map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{formatCalendarDay(day)}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Stays inside the plot: at the left end it extends to the right, at the right end to the left. */
function PeakLabel({ at, count, day }: { at: number; count: number; day: string }) {
  return (
    <span className={styles.peak} style={{ left: `${at}%`, transform: `translateX(-${at}%)` }}>
      {newReaders(count)} on {formatCalendarDay(day)}
    </span>
  );
}

/** Those who were imported are among them. */
function newReaders(count: number): string {
  return counted(count, 'new reader');
}
