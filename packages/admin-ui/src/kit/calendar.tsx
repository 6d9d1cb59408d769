import type { CalendarDayView, ScheduleStatus } from '@wordrise/core/contract';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { IconButton } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { visuallyHidden } from '../design/visually-hidden.css.ts';
import * as styles from './calendar.css.ts';
import { type CalendarSpan, daysOf, weekdayOf } from './calendar-days.ts';

/** One day with its emails: what every calendar shows of a day that `calendarDays` answers. */
export interface CalendarDay {
  day: string;
  emails: readonly Pick<CalendarDayView['emails'][number], 'id' | 'word' | 'status' | 'scheduledDate'>[];
}

const toneOf = { sent: 'sent', failed: 'failed', scheduled: 'waiting', pending: 'waiting' } as const;
const shapeOf = { sent: 'check', failed: 'close', waiting: 'clock' } as const;
/** Longer words get a smaller font. */
const fittingLetters = 9;

/** How a day looks. */
export function dayStyle([first]: CalendarDay['emails']): string {
  return styles.day[first ? toneOf[first.status] : 'empty'];
}

/** How the element around a `DayWord` looks. */
export function wordStyle(status: ScheduleStatus): string {
  return styles.word[toneOf[status]];
}

/** A word on its day: its text if there is room, otherwise the shape of its status. */
export function DayWord({ email: { word, status } }: { email: CalendarDay['emails'][number] }) {
  return (
    <>
      <Icon name={shapeOf[toneOf[status]]} size={16} className={styles.shape} />
      <span className={styles.text} dir="auto" data-long={word.length > fittingLetters || undefined}>
        {word}
      </span>
    </>
  );
}

interface CalendarProps {
  span: CalendarSpan;
  onTurn: (by: -1 | 1) => void;
  children: ReactNode;
}

/** Two weeks or a month of days, with buttons to the one before and after. The days are a list or a table. */
export function Calendar({ span, onTurn, children }: CalendarProps) {
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <IconButton
          icon="chevron-left"
          label={`Previous ${spanNames[span.view]}`}
          onClick={() => onTurn(-1)}
        />
        <p className={styles.title} aria-live="polite">
          {span.title}
        </p>
        <IconButton icon="chevron-right" label={`Next ${spanNames[span.view]}`} onClick={() => onTurn(1)} />
      </div>
      {children}
    </div>
  );
}

const spanNames = { fortnight: 'two weeks', month: 'month' } as const;

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

interface CalendarListProps {
  span: CalendarSpan;
  label: string;
  children: ReactNode;
}

/** The days as a list, for working on each of them. */
export function CalendarList({ span, label, children }: CalendarListProps) {
  const first = weekdayOf(span.from);
  return (
    <>
      <div className={styles.weekdays} aria-hidden="true">
        {[...weekdays.slice(first), ...weekdays.slice(0, first)].map((weekday) => (
          <span key={weekday}>{weekday}</span>
        ))}
      </div>
      <ul className={styles.grid} aria-label={label}>
        {children}
      </ul>
    </>
  );
}

interface CalendarTableProps {
  span: CalendarSpan;
  caption: string;
  ref: Ref<HTMLTableElement>;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Draws a day of the month; those of the months before and after stay empty. */
  renderDay: (day: string) => ReactNode;
}

/** The days as a table, for reading them. */
export function CalendarTable({ span, caption, ref, onKeyDown, renderDay }: CalendarTableProps) {
  const days = daysOf(span);
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <table ref={ref} className={styles.table} onKeyDown={onKeyDown}>
      <caption className={visuallyHidden}>{caption}</caption>
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
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} className={styles.cell}>
                {day.startsWith(span.month ?? '') && renderDay(day)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
