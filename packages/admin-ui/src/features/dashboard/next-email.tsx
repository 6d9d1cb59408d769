import type { Overview } from '@wordrise/core/contract';
import { useId } from 'react';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Loading, Skeleton } from '../../design/skeleton.tsx';
import { formatShort, withZone } from '../../kit/dates.ts';
import * as styles from './dashboard.css.ts';

export interface NextEmailProps {
  overview: Overview | undefined;
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** The next email and when it goes out, or a warning that tomorrow has none. */
export function NextEmail({ overview, failed, retrying, onRetry }: NextEmailProps) {
  const id = useId();
  return (
    <section className={styles.next} aria-labelledby={id}>
      <h2 className={styles.tileLabel} id={id}>
        <Icon name="sunrise" size={18} className={styles.tileIcon} />
        Next email
      </h2>
      {overview ? (
        <Next overview={overview} />
      ) : failed ? (
        <div className={styles.nextFoot}>
          <p>The next email could not be fetched. Sending is not affected.</p>
          <Button size="small" icon="refresh" busy={retrying} onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : (
        <Loading label="Loading the next email">
          <Skeleton width="60%" height="2.5rem" />
        </Loading>
      )}
    </section>
  );
}

function Next({ overview: { next, tomorrow, timezone } }: { overview: Overview }) {
  return (
    <>
      {next ? (
        <p className={styles.nextWord}>{next.word}</p>
      ) : (
        <p className={styles.nextNone}>Nothing is scheduled for tomorrow.</p>
      )}
      <div className={styles.nextFoot}>
        <p>
          {next && `Goes out ${withZone(formatShort(next.scheduledDate, timezone), timezone)}.`}
          {next && !tomorrow && ' Nothing is scheduled for tomorrow.'}
          {!next && 'Readers get no word until you schedule one.'}
        </p>
        {!tomorrow && (
          <ButtonLink to="/admin/schedule" size="small" variant="primary" icon="plus">
            Choose a word
          </ButtonLink>
        )}
      </div>
    </>
  );
}
