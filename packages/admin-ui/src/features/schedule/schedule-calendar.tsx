import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CalendarDayView } from '@wordrise/core/contract';
import { useState } from 'react';
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

/** Whether the calendar of this week and the autopilot below it are loaded or have failed to load. */
export function useIsCalendarKnown(timeZone: string): boolean {
  const api = useApi();
  const { from, days } = spanOf('week', dayOf(useNow(), timeZone));
  const week = useQuery(calendarQuery(api, { from, days }));
  return useQuery(autopilotQuery(api)).isFetched && week.isFetched;
}

/**
 * A week or a month: words are moved by dragging, with clicks or with the keyboard, and empty days filled with a click.
 */
export function ScheduleCalendar({ timeZone }: { timeZone: string }) {
  const [view, setView] = useState<CalendarView>('week');
  const [offset, setOffset] = useState(0);
  const today = dayOf(useNow(), timeZone);
  const span = spanOf(view, today, offset);
  const { data } = useQuery({
    ...calendarQuery(useApi(), { from: span.from, days: span.days }),
    placeholderData: keepPreviousData,
  });
  const drag = useDragWord(data?.days ?? [], timeZone);
  if (!data) return null;

  function show(next: CalendarView) {
    setView(next);
    setOffset(0);
  }

  return (
    <Card
      title="Calendar"
      note="To move a word, drag it, or select it and then the morning. On a keyboard: Enter and the arrow keys."
      actions={
        <ViewSwitch label="View" views={{ week: 'Week', month: 'Month' }} value={view} onChange={show} />
      }
    >
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
      <p className={styles.dragStatus} role="status">
        {drag.status}
      </p>
    </Card>
  );
}

interface DayProps {
  day: CalendarDayView;
  isToday: boolean;
  /** In a month other than the one shown. */
  isOutside: boolean;
  drag: DragWord;
}

/** One day: its words, "No word", or why it has none. A word can be dropped on it. */
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

function EmptyDay({ view: { day, state }, name }: { view: CalendarDayView; name: string }) {
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
      aria-label={`${name}: no word. Fill it`}
      aria-disabled={fill.isPending}
      onClick={() => !fill.isPending && fill.mutate(day)}
    >
      <Icon name="plus" size={16} className={calendar.shape} />
      <span className={calendar.text}>{fill.isPending ? 'Filling...' : 'No word'}</span>
    </button>
  );
}
