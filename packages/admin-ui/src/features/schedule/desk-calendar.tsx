import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconButton } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ViewSwitch } from '../../design/view-switch.tsx';
import { dayOf } from '../../kit/dates.ts';
import { useNow } from '../../kit/now.ts';
import { useApi } from '../../kit/queries.ts';
import * as styles from './desk.css.ts';
import { DeskDay } from './desk-day.tsx';
import { type DeskView, spanOf } from './desk-span.ts';
import { autopilotQuery, calendarQuery } from './mornings.queries.ts';
import { useCarry } from './use-carry.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Whether the calendar of this week and the autopilot below it are loaded or have failed to load. */
export function useIsDeskKnown(timeZone: string): boolean {
  const api = useApi();
  const { from, days } = spanOf('week', dayOf(useNow(), timeZone), 0);
  const week = useQuery(calendarQuery(api, { from, days }));
  return useQuery(autopilotQuery(api)).isFetched && week.isFetched;
}

/**
 * A week or a month of mornings: words are moved by dragging, with clicks or with the keyboard, and gaps filled with a
 * click.
 */
export function DeskCalendar({ timeZone }: { timeZone: string }) {
  const [view, setView] = useState<DeskView>('week');
  const [offset, setOffset] = useState(0);
  const today = dayOf(useNow(), timeZone);
  const span = spanOf(view, today, offset);
  const { data } = useQuery({
    ...calendarQuery(useApi(), { from: span.from, days: span.days }),
    placeholderData: keepPreviousData,
  });
  const carry = useCarry(data?.days ?? [], timeZone);
  if (!data) return null;

  function show(next: DeskView) {
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
      <div className={styles.head}>
        <IconButton icon="chevron-left" label={`Previous ${view}`} onClick={() => setOffset(offset - 1)} />
        <p className={styles.title}>{span.title}</p>
        <IconButton icon="chevron-right" label={`Next ${view}`} onClick={() => setOffset(offset + 1)} />
      </div>
      <div className={styles.weekdays[view]} aria-hidden="true">
        {weekdays.map((weekday) => (
          <span key={weekday}>{weekday}</span>
        ))}
      </div>
      <ul className={styles.grid[view]} aria-label={`Mornings, ${span.title}`}>
        {data.days.map((day) => (
          <DeskDay
            key={day.day}
            day={day}
            isToday={day.day === today}
            isOutside={span.month !== undefined && !day.day.startsWith(span.month)}
            carry={carry}
          />
        ))}
      </ul>
      <p className={styles.status} role="status">
        {carry.status}
      </p>
    </Card>
  );
}
