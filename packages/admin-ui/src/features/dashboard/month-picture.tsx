import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { dayOf, formatCalendarDay } from '../../kit/dates.ts';
import type { CalendarEntry } from './calendar-entries.ts';
import { monthName, monthOf, shiftDay, shiftMonth, weeksOf } from './month.ts';
import { MonthDay } from './month-day.tsx';
import * as styles from './month-picture.css.ts';
import { statusName } from './status-badge.tsx';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export interface MonthPictureProps {
  entries: CalendarEntry[];
  timeZone: string;
}

/** One month with its words, so that an empty morning is seen at a glance; below it the chosen day in full. */
export function MonthPicture({ entries, timeZone }: MonthPictureProps) {
  const today = dayOf(new Date(), timeZone);
  const [picked, pick] = useState<string>();
  const chosen = picked ?? today;
  const month = monthOf(chosen);
  const byDay = Map.groupBy(entries, ({ day }) => day);

  const table = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key may have led to another month, drawn only now
  useEffect(() => {
    if (byKey.current) table.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    byKey.current = false;
  }, [chosen]);

  /** One stop for Tab; the arrows go from day to day, as in any calendar. */
  function handleKeyDown(event: KeyboardEvent) {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    byKey.current = true;
    pick(shiftDay(chosen, by));
  }

  function turn(by: number) {
    const next = shiftMonth(month, by);
    const days = weeksOf(next).flat();
    const filled = days.find((day) => day !== undefined && byDay.has(day));
    pick(next === monthOf(today) ? today : (filled ?? `${next}-01`));
  }

  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <Button
          variant="quiet"
          size="small"
          icon="chevron-left"
          iconOnly
          aria-label="Previous month"
          onClick={() => turn(-1)}
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
          onClick={() => turn(1)}
        />
      </div>
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
                    <Day
                      day={day}
                      today={day === today}
                      chosen={day === chosen}
                      entries={byDay.get(day) ?? []}
                      onChoose={() => pick(day)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <MonthDay day={chosen} today={today} entries={byDay.get(chosen) ?? []} timeZone={timeZone} />
    </div>
  );
}

/** As high as the month and the chosen day below it. */
export function LoadingMonth() {
  return (
    <div className={styles.frame}>
      <Skeleton height="25rem" />
    </div>
  );
}

const lookOf = { sent: 'sent', failed: 'failed', scheduled: 'waiting', pending: 'waiting' } as const;
const shapeOf = { sent: 'check', failed: 'close', waiting: 'clock' } as const;
/** As many letters as fit beside each other in the usual size. */
const roomFor = 9;

interface DayProps {
  day: string;
  today: boolean;
  chosen: boolean;
  entries: CalendarEntry[];
  onChoose: () => void;
}

/** A word where there is room for one, else the shape of its state. */
function Day({ day, today, chosen, entries, onChoose }: DayProps) {
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
      // What is seen comes first in it, in the same order, for those who speak to their screen.
      aria-label={`${formatCalendarDay(day)} ${words || 'no email'}`}
      onClick={onChoose}
    >
      <span className={today ? styles.today : styles.number}>{Number(day.slice(8))}</span>{' '}
      {first && look && (
        <>
          <Icon name={shapeOf[look]} size={16} className={styles.shape[look]} />
          <span
            className={first.word.length > roomFor ? styles.longWord : styles.word}
            data-more={entries.length > 1 ? `+${entries.length - 1}` : undefined}
          >
            {first.word}
          </span>
        </>
      )}
    </button>
  );
}
