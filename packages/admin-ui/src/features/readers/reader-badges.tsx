import type { ReaderView } from '@wordrise/core/contract';
import { Badge } from '../../design/states.tsx';
import { formatCalendarDay } from '../../kit/dates.ts';
import * as styles from './readers.css.ts';
import { stateNames, stateTones } from './readers.queries.ts';

type ReaderBadgesProps = Pick<ReaderView, 'status' | 'isPaused' | 'preferences'>;

/** The state of a reader, and on the list also what keeps the daily email from them. */
export function ReaderBadges({ status, isPaused, preferences: { pausedUntil, cadence } }: ReaderBadgesProps) {
  const isOnList = status === 'subscribed';
  return (
    <span className={styles.badges}>
      {isOnList && isPaused && pausedUntil !== null && (
        <Badge icon="clock">Paused until {formatCalendarDay(pausedUntil)}</Badge>
      )}
      {isOnList && cadence === 'weekly' && <Badge icon="calendar">Weekly</Badge>}
      <Badge tone={stateTones[status]}>{stateNames[status]}</Badge>
    </span>
  );
}
