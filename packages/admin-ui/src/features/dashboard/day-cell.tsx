import { classNames } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { formatCalendarDay } from '../../kit/dates.ts';
import type { CalendarEntry } from './calendar-entries.ts';
import * as styles from './month-grid.css.ts';
import { statusName } from './status-badge.tsx';

const lookOf = { sent: 'sent', failed: 'failed', scheduled: 'waiting', pending: 'waiting' } as const;
const shapeOf = { sent: 'check', failed: 'close', waiting: 'clock' } as const;
/** Longer words get a smaller font. */
const fittingLetters = 9;

export interface DayCellProps {
  /** `YYYY-MM-DD` */
  day: string;
  today: boolean;
  chosen: boolean;
  entries: CalendarEntry[];
  onChoose: () => void;
}

/** One day of the month: its word if there is room, otherwise the shape of its status. */
export function DayCell({ day, today, chosen, entries, onChoose }: DayCellProps) {
  const first = entries[0];
  const look = first && lookOf[first.status];
  const words = entries.map(({ word, status }) => `${word} (${statusName(status)})`).join(', ');
  return (
    <button
      type="button"
      className={classNames(styles.day, look && styles.filled[look], chosen && styles.chosen)}
      tabIndex={chosen ? 0 : -1}
      aria-pressed={chosen}
      aria-current={today ? 'date' : undefined}
      // Starts with the visible text, for people who use voice control.
      aria-label={`${formatCalendarDay(day)} ${words || 'no email'}`}
      onClick={onChoose}
    >
      <span className={today ? styles.today : styles.number}>{Number(day.slice(8))}</span>{' '}
      {first && look && (
        <>
          <Icon name={shapeOf[look]} size={16} className={styles.shape[look]} />
          <span
            className={first.word.length > fittingLetters ? styles.longWord : styles.word}
            data-more={entries.length > 1 ? `+${entries.length - 1}` : undefined}
          >
            {first.word}
          </span>
        </>
      )}
    </button>
  );
}
