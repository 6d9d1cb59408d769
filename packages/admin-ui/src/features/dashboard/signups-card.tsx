import type { Overview } from '@wordrise/core/contract';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { Loading, Skeleton } from '../../design/skeleton.tsx';
import { formatCalendarDay } from '../../kit/dates.ts';
import * as styles from './signups-card.css.ts';
import { SignupsChart } from './signups-chart.tsx';

export interface SignupsCardProps {
  readers: Overview['readers'] | undefined;
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** The number of readers, and the signups of the last 30 days. */
export function SignupsCard({ readers, failed, retrying, onRetry }: SignupsCardProps) {
  return (
    <Card title="Readers">
      {readers ? (
        <Readers readers={readers} />
      ) : failed ? (
        <ErrorState title="The readers could not be counted" onRetry={onRetry} retrying={retrying}>
          Signing up still works.
        </ErrorState>
      ) : (
        <Loading label="Loading readers">
          <Skeleton height="11rem" />
        </Loading>
      )}
    </Card>
  );
}

function NobodyYet() {
  return (
    <EmptyState
      icon="people"
      title="Nobody has signed up yet"
      action={
        <ButtonLink to="/admin/embed" icon="code">
          Put the form on your site
        </ButtonLink>
      }
    >
      Readers sign up on the front page or on any page where you embed the form.
    </EmptyState>
  );
}

function Readers({ readers: { total, perDay } }: { readers: Overview['readers'] }) {
  if (total === 0) return <NobodyYet />;
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
