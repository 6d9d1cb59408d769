import type { CalendarDayView } from '@wordrise/core/contract';
import { classNames } from '../../design/class-names.ts';
import { formatDay } from '../../kit/dates.ts';
import * as styles from './desk.css.ts';
import { useFillDay } from './mornings.queries.ts';
import type { Carry } from './use-carry.ts';

export interface DeskDayProps {
  day: CalendarDayView;
  isToday: boolean;
  /** In a month other than the one shown. */
  isOutside: boolean;
  carry: Carry;
}

/** One morning: its words, "No word", or why it has none. A word can be dropped on it. */
export function DeskDay({ day: view, isToday, isOutside, carry }: DeskDayProps) {
  const { day, emails, state } = view;
  const name = formatDay(`${day}T00:00:00Z`, 'UTC');
  const canDrop = carry.canDrop(day);
  const isDrop = carry.isDropOn(day);
  return (
    <li
      className={classNames(styles.day, isOutside && styles.outside, carry.target === day && styles.target)}
      aria-current={isToday ? 'date' : undefined}
      onDragOver={(event) => {
        if (!canDrop) return;
        event.preventDefault();
        carry.aim(day);
      }}
      onDrop={(event) => {
        event.preventDefault();
        carry.drop(day);
      }}
      // The button of the carried word keeps the focus: without it, the word is let go.
      onMouseDown={(event) => isDrop && event.preventDefault()}
      onClickCapture={(event) => {
        if (!isDrop) return;
        event.stopPropagation();
        carry.drop(day);
      }}
    >
      <p className={isToday ? styles.today : styles.number}>
        <span className={styles.weekday}>{name.slice(0, 3)} </span>
        {Number(day.slice(8))}
      </p>
      {emails.map((email) => {
        const isMovable = (email.status === 'scheduled' || email.status === 'pending') && state !== 'past';
        if (!isMovable) {
          return (
            <p key={email.id} className={email.status === 'failed' ? styles.failed : styles.sent}>
              {email.word}
              {email.status === 'failed' && ' (failed)'}
            </p>
          );
        }
        return (
          <button
            key={email.id}
            type="button"
            draggable
            className={styles.word}
            title={email.definition}
            aria-label={`${name}, ${email.word}. Move`}
            aria-pressed={carry.carriedId === email.id}
            onDragStart={() => carry.pickUp(email, day)}
            onDragEnd={carry.letGo}
            onClick={() => carry.press(email, day)}
            onKeyDown={carry.handleKeyDown}
            onBlur={carry.letGo}
          >
            {email.word}
          </button>
        );
      })}
      {emails.length === 0 && <NoWord view={view} name={name} />}
    </li>
  );
}

function NoWord({ view: { day, state }, name }: { view: CalendarDayView; name: string }) {
  const fill = useFillDay();
  if (state === 'past' || state === 'day_off') return null;
  if (state === 'skipped') return <p className={styles.skipped}>Skipped</p>;
  return (
    <button
      type="button"
      className={styles.gap}
      aria-label={`${name}: no word. Fill it`}
      aria-disabled={fill.isPending}
      onClick={() => !fill.isPending && fill.mutate(day)}
    >
      {fill.isPending ? 'Filling...' : 'No word'}
    </button>
  );
}
