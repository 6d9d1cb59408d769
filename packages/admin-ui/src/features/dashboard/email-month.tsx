import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ButtonLink } from '../../design/button.tsx';
import { classNames } from '../../design/class-names.ts';
import * as calendar from '../../kit/calendar.css.ts';
import { Calendar, CalendarTable, DayWord, dayStyle, wordStyle } from '../../kit/calendar.tsx';
import { daysOf, shiftDay, shiftMonth, spanOf } from '../../kit/calendar-days.ts';
import { dayOf, formatCalendarDay, formatDay, formatTime, useNow } from '../../kit/dates.ts';
import type { CalendarEntry } from './calendar-entries.ts';
import * as styles from './dashboard.css.ts';
import { StatusBadge, statusName } from './recent-activity.tsx';

export interface EmailMonthProps {
  entries: CalendarEntry[];
  timeZone: string;
}

/** One month with its words, so that a day without one stands out; below it the chosen day in full. */
export function EmailMonth({ entries, timeZone }: EmailMonthProps) {
  const today = dayOf(useNow(), timeZone);
  const byDay = Map.groupBy(entries, ({ day }) => day);
  const emailsOf = (day: string) => byDay.get(day) ?? [];
  const { chosen, span, table, choose, turn, handleKeyDown } = useChosenDay(today, (day) => byDay.has(day));
  return (
    <div className={styles.month}>
      <Calendar span={span} onTurn={turn}>
        <CalendarTable
          ref={table}
          span={span}
          caption={`Words by day, ${span.title}`}
          onKeyDown={handleKeyDown}
          renderDay={(day) => (
            <DayButton
              day={day}
              emails={emailsOf(day)}
              isToday={day === today}
              isChosen={day === chosen}
              onChoose={() => choose(day)}
            />
          )}
        />
      </Calendar>
      <ChosenDay day={chosen} today={today} entries={emailsOf(chosen)} timeZone={timeZone} />
    </div>
  );
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The chosen day of the month and the ways to choose another one.
 *
 * @param hasEmails Whether a day has any email.
 */
function useChosenDay(today: string, hasEmails: (day: string) => boolean) {
  const [picked, choose] = useState<string>();
  const chosen = picked ?? today;
  const span = spanOf('month', chosen);

  const table = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key may have moved to another month, rendered only now
  useEffect(() => {
    if (byKey.current) table.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    byKey.current = false;
  }, [chosen]);

  return {
    chosen,
    span,
    table,
    choose,
    /** Turns to another month: to today, to its first day with an email, or to its first day. */
    turn(months: number) {
      const month = shiftMonth(chosen.slice(0, 7), months);
      const first = `${month}-01`;
      const filled = daysOf(spanOf('month', first)).find((day) => day.startsWith(month) && hasEmails(day));
      choose(today.startsWith(month) ? today : (filled ?? first));
    },
    /** One tab stop for the whole calendar; the arrow keys move from day to day. */
    handleKeyDown(event: KeyboardEvent) {
      const days = steps[event.key];
      if (days === undefined) return;
      event.preventDefault();
      byKey.current = true;
      choose(shiftDay(chosen, days));
    },
  };
}

interface DayButtonProps {
  day: string;
  emails: CalendarEntry[];
  isToday: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function DayButton({ day, emails, isToday, isChosen, onChoose }: DayButtonProps) {
  const words = emails.map((email) => `${email.word} (${statusName(email)})`).join(', ');
  return (
    <button
      type="button"
      className={classNames(dayStyle(emails), calendar.dayButton)}
      tabIndex={isChosen ? 0 : -1}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      // Starts with the visible text, for people who use voice control.
      aria-label={`${formatCalendarDay(day)} ${words || 'no email'}`}
      onClick={onChoose}
    >
      <span className={isToday ? calendar.today : calendar.number}>{Number(day.slice(8))}</span>{' '}
      {emails.map((email) => (
        <span key={email.id} className={wordStyle(email.status)}>
          <DayWord email={email} />
        </span>
      ))}
    </button>
  );
}

interface ChosenDayProps extends EmailMonthProps {
  day: string;
  today: string;
}

/** The chosen day of the month in full: no word is cut off. */
function ChosenDay({ day, today, entries, timeZone }: ChosenDayProps) {
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
              <StatusBadge {...entry} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
