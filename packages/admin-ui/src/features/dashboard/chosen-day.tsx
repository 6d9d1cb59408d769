import { ButtonLink } from '../../design/button.tsx';
import { formatDay, formatTime } from '../../kit/dates.ts';
import type { CalendarEntry } from './calendar-entries.ts';
import * as styles from './month-grid.css.ts';
import { StatusBadge } from './status-badge.tsx';

export interface ChosenDayProps {
  /** `YYYY-MM-DD` */
  day: string;
  today: string;
  entries: CalendarEntry[];
  timeZone: string;
}

/** The chosen day of the month in full: no word is cut off. */
export function ChosenDay({ day, today, entries, timeZone }: ChosenDayProps) {
  const name = formatDay(`${day}T00:00:00Z`, 'UTC');
  return (
    <section className={styles.detail} aria-label={`Chosen day, ${name}`}>
      {entries.length === 0 ? (
        <div className={styles.detailRow}>
          <p className={styles.detailNone}>
            <span className={styles.detailDay}>{name}</span>
            {day < today ? 'No email went out.' : 'Nothing is scheduled.'}
          </p>
          {day >= today && (
            <ButtonLink to={`/admin/schedule?new=${day}`} size="small">
              Choose a word
            </ButtonLink>
          )}
        </div>
      ) : (
        <ul className={styles.detailList}>
          {entries.map((entry) => (
            <li key={entry.id} className={styles.detailRow}>
              <p className={styles.detailText}>
                <span className={styles.detailDay}>
                  {name}, {formatTime(entry.scheduledDate, timeZone)}
                </span>
                <span className={styles.detailWord}>{entry.word}</span>
              </p>
              <StatusBadge status={entry.status} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
