import { IconButton } from '../../design/button.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { dayOf } from '../../kit/dates.ts';
import { useNow } from '../../kit/now.ts';
import type { CalendarEntry } from './calendar-entries.ts';
import { ChosenDay } from './chosen-day.tsx';
import { DayCell } from './day-cell.tsx';
import { monthName, weeksOf } from './month.ts';
import * as styles from './month-grid.css.ts';
import { useChosenDay } from './use-chosen-day.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export interface MonthGridProps {
  entries: CalendarEntry[];
  timeZone: string;
}

/** One month with its words, so that a morning without one stands out; below it the chosen day in full. */
export function MonthGrid({ entries, timeZone }: MonthGridProps) {
  const today = dayOf(useNow(), timeZone);
  const byDay = Map.groupBy(entries, ({ day }) => day);
  const { chosen, month, table, choose, turn, handleKeyDown } = useChosenDay(today, (day) => byDay.has(day));

  return (
    <div className={styles.frame}>
      <MonthHead month={month} onTurn={turn} />
      <table ref={table} className={styles.table} onKeyDown={handleKeyDown}>
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
              {week.map((day, column) => (
                <td key={day ?? column} className={styles.cell}>
                  {day !== undefined && (
                    <DayCell
                      day={day}
                      today={day === today}
                      chosen={day === chosen}
                      entries={byDay.get(day) ?? []}
                      onChoose={() => choose(day)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ChosenDay day={chosen} today={today} entries={byDay.get(chosen) ?? []} timeZone={timeZone} />
    </div>
  );
}

/** @param props.onTurn Called with the number of months to go forward or back. */
function MonthHead({ month, onTurn }: { month: string; onTurn: (months: number) => void }) {
  return (
    <div className={styles.head}>
      <IconButton icon="chevron-left" label="Previous month" onClick={() => onTurn(-1)} />
      <p className={styles.month} role="status">
        {monthName(month)}
      </p>
      <IconButton icon="chevron-right" label="Next month" onClick={() => onTurn(1)} />
    </div>
  );
}
