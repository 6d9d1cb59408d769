import { useMutation } from '@tanstack/react-query';
import type { CalendarDayView } from '@wordrise/core/contract';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useToasts } from '../../design/toast.tsx';
import { shiftDay } from '../../kit/calendar-days.ts';
import { formatCalendarDay, formatTime } from '../../kit/dates.ts';
import { failure } from '../../kit/failure.tsx';
import { useApi, useRefreshLists } from '../../kit/queries.ts';
import { useUndo } from '../../kit/undo.ts';

type Email = CalendarDayView['emails'][number];

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export type DragWord = ReturnType<typeof useDragWord>;

/**
 * Moves a word to another morning by dragging, with clicks or taps, or with keys. If that morning has a word, the two
 * swap places.
 */
export function useDragWord(days: readonly CalendarDayView[], timeZone: string) {
  const [dragged, setDragged] = useState<{ email: Email; from: string; target: string }>();
  const moved = useRef<number>(undefined);
  const move = useMoveToDay(timeZone, (id) => {
    moved.current = id;
  });

  function canDrop(day: string): boolean {
    const found = days.find((each) => each.day === day);
    return found !== undefined && found.state !== 'past' && !move.isPending;
  }

  function aim(day: string) {
    if (dragged && dragged.target !== day) setDragged({ ...dragged, target: day });
  }

  function drop(day: string) {
    if (dragged && day !== dragged.from && canDrop(day)) {
      move.mutate({ email: dragged.email, from: dragged.from, to: day, other: movableOn(days, day) });
    }
    setDragged(undefined);
  }

  const pickUp = (email: Email, from: string) => setDragged({ email, from, target: from });
  return {
    /** The email that is being moved. */
    id: dragged?.email.id,
    /** The email that was dropped last. */
    moved,
    target: dragged?.target,
    status: move.isPending ? 'Moving...' : describe(dragged, days),
    canDrop,
    /** Whether a click on that morning drops the word there. */
    isDropOn: (day: string) => dragged !== undefined && day !== dragged.from && canDrop(day),
    aim,
    drop,
    pickUp,
    letGo: () => setDragged(undefined),
    /** Picks a word up, or drops it where the arrow keys moved it. */
    press: (email: Email, from: string) => (dragged ? drop(dragged.target) : pickUp(email, from)),
    handleKeyDown(event: KeyboardEvent) {
      if (!dragged) return;
      if (event.key === 'Escape') setDragged(undefined);
      const step = steps[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = shiftDay(dragged.target, step);
      if (canDrop(next)) aim(next);
    },
  };
}

function movableOn(days: readonly CalendarDayView[], day: string): Email | undefined {
  const emails = days.find((each) => each.day === day)?.emails ?? [];
  return emails.find(({ status }) => status === 'scheduled' || status === 'pending');
}

function describe(
  dragged: { email: Email; from: string; target: string } | undefined,
  days: readonly CalendarDayView[],
): string {
  if (!dragged) return '';
  const { email, from, target } = dragged;
  if (target === from) {
    return `Moving “${email.word}”. Select a morning, or use the arrow keys and Enter. Escape stops.`;
  }
  const other = movableOn(days, target);
  const swap = other ? `, and “${other.word}” to ${formatCalendarDay(from)}` : '';
  return `“${email.word}” to ${formatCalendarDay(target)}${swap}`;
}

interface Move {
  email: Email;
  from: string;
  to: string;
  /** The email that it swaps places with. */
  other: Email | undefined;
}

/**
 * An email moved to a free morning keeps its time of day; two that swap places swap their times.
 *
 * @param onMove Called with the email that is about to be on another day.
 */
function useMoveToDay(timeZone: string, onMove: (id: number) => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const undo = useUndo();
  const move = ({ id, scheduledDate }: Email, day: string): Promise<unknown> =>
    api.call('moveEmail', {
      params: { id },
      body: { scheduledDate: `${day}T${formatTime(scheduledDate, timeZone)}` },
    });
  const exchange = ({ id }: Email, other: Email): Promise<unknown> =>
    api.call('exchangeEmails', { params: { id }, body: { with: other.id } });
  return useMutation({
    mutationFn({ email, to, other }: Move) {
      onMove(email.id);
      return other ? exchange(email, other) : move(email, to);
    },
    onSuccess(_answer, { email, to, other, from }) {
      const swapped = other && `“${other.word}” goes out on ${formatCalendarDay(from)}.`;
      toasts.success({
        title: `“${email.word}” goes out on ${formatCalendarDay(to)}`,
        description: swapped,
        action: undo(
          () => {
            onMove(email.id);
            return other ? exchange(email, other) : move(email, from);
          },
          `“${email.word}” goes out on ${formatCalendarDay(from)} again`,
        ),
      });
    },
    onError: (error) => toasts.error(failure('The word was not moved', error)),
    onSettled: refresh,
  });
}
