import { useQuery } from '@tanstack/react-query';
import type { WarmUpDay, WarmUpView } from '@wordrise/core/contract';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { fact, factLine } from '../../design/layout.css.ts';
import { Alert, Badge, ProgressBar } from '../../design/states.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { dayOf, formatDay, useNow } from '../../kit/dates.ts';
import { QueryError } from '../../kit/failure.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import * as styles from './warm-up.css.ts';

/** How many days are shown at first. */
const fewDays = 10;

/** The warm-up of a new domain as a calendar; nothing without one. */
export function WarmUpCard() {
  const query = useQuery({ ...endpointQuery(useApi(), 'warmUp'), staleTime: 0 });
  if (query.error) return <QueryError title="The warm-up could not be fetched" query={query} />;
  const view = query.data?.warmUp;
  if (!view) return null;
  return (
    <Card title="Warm-up" note="More readers each day, those who confirmed longest ago first">
      {view.isOver ? <Over days={view.days} /> : <Calendar view={view} />}
    </Card>
  );
}

function Over({ days }: { days: number }) {
  return (
    <Alert tone="good" title="The warm-up is over">
      It ended after {figure(days)} days, and everyone gets the emails. You can set it to off.
    </Alert>
  );
}

function Calendar({ view }: { view: WarmUpView }) {
  const today = dayOf(useNow(), useTimeZone());
  const [isWhole, setIsWhole] = useState(false);
  const { calendar, days, readers, taken, everyoneFrom, isRestSent } = view;
  const current = calendar[view.today - 1];
  const first = Math.max(0, Math.min(view.today - 2, calendar.length - fewDays));
  const shown = isWhole ? calendar : calendar.slice(first, first + fewDays);
  return (
    <div className={styles.warmUp}>
      <p className={factLine}>
        <strong className={fact}>
          Day {figure(view.today)} of {figure(days)}
        </strong>
        {current && (
          <span>
            {figure(taken)} of at most {figure(current.most)} emails today
          </span>
        )}
      </p>
      <ProgressBar
        label={isRestSent ? 'Readers through the first server' : 'Readers who get the emails'}
        done={current?.readers ?? readers}
        total={readers}
      />
      <p className={factLine}>
        {current && current.waiting > 0 && isRestSent ? (
          <span>
            The second mail server carries the rest until{' '}
            <strong className={fact}>{show(everyoneFrom)}</strong>, with the list as it is now.
          </span>
        ) : current && current.waiting > 0 ? (
          <span>
            Everyone gets the emails from <strong className={fact}>{show(everyoneFrom)}</strong>, with the
            list as it is now.
          </span>
        ) : (
          <span>All {figure(readers)} readers get the emails.</span>
        )}
      </p>
      <table className={styles.table}>
        <caption className={visuallyHidden}>Emails and readers of each day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">At most</th>
            <th scope="col">{isRestSent ? 'First server' : 'Get it'}</th>
            <th scope="col">{isRestSent ? 'Second' : 'Wait'}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <Day key={one.day} day={one} isToday={one.day === today} isPast={one.day < today} />
          ))}
        </tbody>
      </table>
      {calendar.length > shown.length || isWhole ? (
        <div>
          <Button size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show fewer days' : `Show all ${figure(calendar.length)} days`}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface DayProps {
  day: WarmUpDay;
  isToday: boolean;
  isPast: boolean;
}

function Day({ day: { day, most, readers, waiting }, isToday, isPast }: DayProps) {
  const share = readers + waiting === 0 ? 100 : (100 * readers) / (readers + waiting);
  return (
    <tr className={isToday ? styles.today : isPast ? styles.past : undefined}>
      <th scope="row" aria-current={isToday ? 'date' : undefined}>
        <span className={styles.name}>
          {show(day)} {isToday && <Badge tone="today">Today</Badge>}
        </span>
        <span className={styles.bar} style={{ width: `${share}%` }} />
      </th>
      <td>{figure(most)}</td>
      <td>{figure(readers)}</td>
      <td>{waiting === 0 ? '–' : figure(waiting)}</td>
    </tr>
  );
}

const show = (day: string) => formatDay(`${day}T12:00:00Z`, 'UTC');

const figure = (count: number) => count.toLocaleString('en-US');
