import { useState } from 'react';
import { dayOf } from '../../app/dates.ts';
import { Button } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import type { CalendarEntry } from './calendar-entries.ts';
import { monthName, monthOf, shiftMonth, weeksOf } from './month.ts';
import * as styles from './month-picture.css.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export interface MonthPictureProps {
  entries: CalendarEntry[];
  timeZone: string;
}

/** One month with its words, so that an empty morning is seen at a glance. */
export function MonthPicture({ entries, timeZone }: MonthPictureProps) {
  const today = dayOf(new Date(), timeZone);
  const [month, setMonth] = useState(() => monthOf(today));
  const byDay = Map.groupBy(entries, ({ day }) => day);

  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <Button
          variant="quiet"
          size="small"
          icon="chevron-left"
          iconOnly
          aria-label="Previous month"
          onClick={() => setMonth(shiftMonth(month, -1))}
        />
        <p className={styles.month} role="status">
          {monthName(month)}
        </p>
        <Button
          variant="quiet"
          size="small"
          icon="chevron-right"
          iconOnly
          aria-label="Next month"
          onClick={() => setMonth(shiftMonth(month, 1))}
        />
      </div>
      <table className={styles.table}>
        <caption className={visuallyHidden}>Words by day, {monthName(month)}</caption>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} className={styles.weekday} scope="col">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== undefined)}>
              {week.map((day, column) =>
                day === undefined ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the column is what tells empty cells apart
                  <td key={column} className={styles.day.empty} />
                ) : (
                  <Day key={day} day={day} today={day === today} entries={byDay.get(day) ?? []} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const lookOf = { sent: 'sent', failed: 'failed', scheduled: 'waiting', pending: 'waiting' } as const;

function Day({ day, today, entries }: { day: string; today: boolean; entries: CalendarEntry[] }) {
  const first = entries[0];
  return (
    <td
      className={classNames(
        today ? styles.day.today : styles.day.plain,
        first && styles.filled[lookOf[first.status]],
      )}
      aria-current={today ? 'date' : undefined}
      title={entries.length === 0 ? undefined : entries.map(({ word }) => word).join(', ')}
    >
      <span className={classNames(styles.number, first && styles.filledNumber)}>{Number(day.slice(8))}</span>
      {first && (
        <span className={styles.word}>
          {first.word}
          {entries.length > 1 && ` +${entries.length - 1}`}
        </span>
      )}
    </td>
  );
}
