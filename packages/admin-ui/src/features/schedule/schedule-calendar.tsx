import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CalendarDayView } from '@wordrise/core/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Card } from '../../design/card.tsx';
import { classNames } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { ViewSwitch } from '../../design/list-tools.tsx';
import * as calendar from '../../kit/calendar.css.ts';
import { Calendar, CalendarList, DayWord, dayStyle, wordStyle } from '../../kit/calendar.tsx';
import { type CalendarView, spanOf } from '../../kit/calendar-days.ts';
import { dayOf, formatDay, useNow } from '../../kit/dates.ts';
import { useApi } from '../../kit/queries.ts';
import * as styles from './schedule.css.ts';
import { autopilotQuery, calendarQuery, useFillDay } from './schedule.queries.ts';
import { type DragWord, useDragWord } from './use-drag-word.ts';

/** Whether the calendar of these two weeks and the autopilot above it are loaded or have failed to load. */
export function useIsCalendarKnown(timeZone: string): boolean {
  const api = useApi();
  const { from, days } = spanOf('fortnight', dayOf(useNow(), timeZone));
  const calendar = useQuery(calendarQuery(api, { from, days }));
  return useQuery(autopilotQuery(api)).isFetched && calendar.isFetched;
}

/**
 * Two weeks or a month: words are moved by dragging, with clicks or with the keyboard, and empty days filled with a click.
 */
export function ScheduleCalendar({ timeZone }: { timeZone: string }) {
  const [view, setView] = useState<CalendarView>('fortnight');
  const [offset, setOffset] = useState(0);
  const today = dayOf(useNow(), timeZone);
  const span = spanOf(view, today, offset);
  const { data } = useQuery({
    ...calendarQuery(useApi(), { from: span.from, days: span.days }),
    placeholderData: keepPreviousData,
  });
  const drag = useDragWord(data?.days ?? [], timeZone);
  const card = useFocusMoved(drag.moved);
  if (!data) return null;

  function show(next: CalendarView) {
    setView(next);
    setOffset(0);
  }

  return (
    <Card
      title="Calendar"
      note="Drag a word to another morning, or select it and then the morning. By keyboard: Enter, arrow keys, Enter."
      actions={
        <ViewSwitch
          label="View"
          views={{ fortnight: '2 weeks', month: 'Month' }}
          value={view}
          onChange={show}
        />
      }
    >
      <div ref={card}>
        <Calendar span={span} onTurn={(by) => setOffset(offset + by)}>
          <CalendarList span={span} label={`Mornings, ${span.title}`}>
            {data.days.map((day) => (
              <Day
                key={day.day}
                day={day}
                isToday={day.day === today}
                isOutside={span.month !== undefined && !day.day.startsWith(span.month)}
                drag={drag}
              />
            ))}
          </CalendarList>
        </Calendar>
      </div>
      <p className={styles.dragStatus} role="status">
        {drag.status}
      </p>
    </Card>
  );
}

/**
 * A word on another day is another button: the focus follows it there, instead of being lost with the old one.
 *
 * @param moved The email that was moved last.
 */
function useFocusMoved(moved: RefObject<number | undefined>) {
  const card = useRef<HTMLDivElement>(null);
  // After each render: the word moves when the days are fetched again.
  useEffect(() => {
    // The title has it if the button is gone already.
    const isLost = document.activeElement === document.body || document.activeElement?.matches('h1');
    if (moved.current === undefined || !isLost) return;
    const button = card.current?.querySelector<HTMLElement>(`[data-email="${moved.current}"]`);
    if (!button) return;
    moved.current = undefined;
    button.focus();
  });
  return card;
}

interface DayProps {
  day: CalendarDayView;
  isToday: boolean;
  /** In a month other than the one shown. */
  isOutside: boolean;
  drag: DragWord;
}

/** One day: its words, "No word", "Left empty", or why it has none. A word can be dropped on it. */
function Day({ day: view, isToday, isOutside, drag }: DayProps) {
  const { day, emails, state } = view;
  const name = formatDay(`${day}T00:00:00Z`, 'UTC');
  const canDrop = drag.canDrop(day);
  const isDrop = drag.isDropOn(day);
  return (
    <li
      className={classNames(
        dayStyle(emails),
        isOutside && calendar.outside,
        drag.target === day && calendar.target,
      )}
      aria-current={isToday ? 'date' : undefined}
      onDragOver={(event) => {
        if (!canDrop) return;
        event.preventDefault();
        drag.aim(day);
      }}
      onDrop={(event) => {
        event.preventDefault();
        drag.drop(day);
      }}
      // The button of the picked-up word keeps the focus: without it, the word is let go.
      onMouseDown={(event) => isDrop && event.preventDefault()}
      onClickCapture={(event) => {
        if (!isDrop) return;
        event.stopPropagation();
        drag.drop(day);
      }}
    >
      <p className={isToday ? calendar.today : calendar.number}>
        <span className={calendar.weekdayName}>{name.slice(0, 3)} </span>
        {Number(day.slice(8))}
      </p>
      {emails.map((email) => {
        const isMovable = (email.status === 'scheduled' || email.status === 'pending') && state !== 'past';
        if (!isMovable) {
          return (
            <p key={email.id} className={wordStyle(email.status)}>
              <DayWord email={email} />
              {email.status === 'failed' && <span className={calendar.text}> (failed)</span>}
            </p>
          );
        }
        return (
          <button
            key={email.id}
            type="button"
            draggable
            data-email={email.id}
            className={classNames(wordStyle(email.status), calendar.movable)}
            title={email.definition}
            aria-label={`${name}, ${email.word}. Move`}
            aria-pressed={drag.id === email.id}
            onDragStart={() => drag.pickUp(email, day)}
            onDragEnd={drag.letGo}
            onClick={() => drag.press(email, day)}
            onKeyDown={drag.handleKeyDown}
            onBlur={drag.letGo}
          >
            <DayWord email={email} />
          </button>
        );
      })}
      {emails.length === 0 && <EmptyDay view={view} name={name} />}
    </li>
  );
}

function EmptyDay({ view: { day, state, isLeftFree }, name }: { view: CalendarDayView; name: string }) {
  const fill = useFillDay();
  if (state === 'past' || state === 'day_off') return null;
  if (state === 'skipped') {
    return (
      <p className={calendar.skipped}>
        <Icon name="close" size={16} className={calendar.shape} />
        <span className={calendar.text}>Skipped</span>
      </p>
    );
  }
  return (
    <button
      type="button"
      className={calendar.empty}
      title={isLeftFree ? 'Its email was removed or moved, so the autopilot leaves it empty' : undefined}
      aria-label={`${name}: ${isLeftFree ? 'left empty' : 'no word'}. Fill it`}
      aria-disabled={fill.isPending}
      onClick={() => !fill.isPending && fill.mutate(day)}
    >
      <Icon name="plus" size={16} className={calendar.shape} />
      <span className={calendar.text}>
        {fill.isPending ? 'Filling...' : isLeftFree ? 'Left empty' : 'No word'}
      </span>
    </button>
  );
}
