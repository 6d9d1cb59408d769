import type { Overview, TomorrowView } from '@wordrise/core/contract';
import { useId } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../design/badge.tsx';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Loading, Skeleton } from '../../design/skeleton.tsx';
import { formatDay, formatShort, formatUntil, withZone } from '../../kit/dates.ts';
import { useNow } from '../../kit/now.ts';
import * as styles from './next-email.css.ts';

export interface NextEmailProps {
  overview: Overview | undefined;
  /** The verdict on it; left out until it is known. */
  tomorrow: TomorrowView | undefined;
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** The next email, when it goes out and whether it will, or a warning that tomorrow has none. */
export function NextEmail({ overview, tomorrow, failed, retrying, onRetry }: NextEmailProps) {
  const id = useId();
  return (
    <section className={styles.next} aria-labelledby={id}>
      <div className={styles.nextHead}>
        <h2 className={styles.nextLabel} id={id}>
          Next email
        </h2>
        {tomorrow?.email && <Verdict {...tomorrow} />}
      </div>
      {overview ? (
        <Next overview={overview} tomorrow={tomorrow} />
      ) : failed ? (
        <div className={styles.nextFailed}>
          <p>The next email could not be fetched. Sending is not affected.</p>
          <Button size="small" icon="refresh" busy={retrying} onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : (
        <Loading label="Loading the next email">
          <div className={styles.nextBody}>
            <Skeleton width="min(60%, 18rem)" height="4rem" />
            <Skeleton width="min(40%, 9rem)" height="1.5rem" />
            <Skeleton width="min(90%, 34rem)" height="1.5rem" />
          </div>
        </Loading>
      )}
    </section>
  );
}

function Verdict({ verdict }: TomorrowView) {
  return verdict === 'ready' ? <Badge tone="good">Ready</Badge> : <Badge tone="bad">At risk</Badge>;
}

interface NextProps {
  overview: Overview;
  tomorrow: TomorrowView | undefined;
}

function Next({ overview: { next, tomorrow, timezone }, tomorrow: judged }: NextProps) {
  const now = useNow();
  const email = judged?.email?.id === next?.id ? judged?.email : undefined;
  const gap = gapOf(tomorrow, judged);
  const isResting = judged?.isRestDayTomorrow && !judged.isToday;
  return (
    <>
      {next ? (
        <div className={styles.nextBody}>
          <p className={styles.nextWord}>{next.word}</p>
          {email && <p className={styles.nextSound}>{email.phoneticPronunciation}</p>}
          {email && <p className={styles.nextMeaning}>{email.definition}</p>}
        </div>
      ) : (
        <p className={styles.nextNone}>{gap ?? 'Nothing is scheduled.'}</p>
      )}
      {email && judged && judged.reasons.length > 0 && <Reasons reasons={judged.reasons} />}
      <div className={styles.nextFoot}>
        <p>
          {isResting && 'No email tomorrow: it is a rest day. '}
          {next &&
            `${isResting ? 'The next one goes' : 'Goes'} out ${withZone(formatShort(next.scheduledDate, timezone), timezone)}`}
          {email && `, ${formatUntil(email.scheduledDate, now)}, to ${readers(judged?.readers ?? 0)}`}
          {next && '.'}
          {next && gap && ` ${gap}`}
          {!next && 'Readers get no word until you schedule one.'}
          {judged?.failed && (
            <>
              {' '}
              <Link to="/admin/schedule">{`The email with “${judged.failed.word}” failed.`}</Link>
            </>
          )}
        </p>
        <div className={styles.nextActions}>
          <ButtonLink to="/admin/schedule?fill=7" size="small" icon="sunrise">
            Fill the next 7 mornings
          </ButtonLink>
          {gap && (
            <ButtonLink to="/admin/schedule" size="small" variant="primary" icon="plus">
              Choose a word
            </ButtonLink>
          )}
        </div>
      </div>
    </>
  );
}

/** The morning that has no word, if tomorrow or the next day after rest days has none. */
function gapOf(hasTomorrow: boolean, judged: TomorrowView | undefined): string | undefined {
  if (hasTomorrow) return undefined;
  if (!judged?.isRestDayTomorrow) return 'Nothing is scheduled for tomorrow.';
  if (judged.email) return undefined;
  const day = judged.isToday ? 'today' : formatDay(`${judged.day}T12:00:00.000Z`, 'UTC');
  return `Nothing is scheduled for ${day}.`;
}

function Reasons({ reasons }: Pick<TomorrowView, 'reasons'>) {
  return (
    <ul className={styles.reasons} aria-label="What puts it at risk">
      {reasons.map(({ code, message, fix }) => (
        <li key={code}>
          {message} <span className={styles.fix}>{fix}</span>
        </li>
      ))}
    </ul>
  );
}

function readers(count: number): string {
  return count === 1 ? '1 reader' : `${count.toLocaleString('en-US')} readers`;
}
