import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { monthOf, shiftDay, shiftMonth, weeksOf } from './month.ts';

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The chosen day of the calendar and the ways to choose another one. Days are `YYYY-MM-DD`.
 *
 * @param hasEntries Whether a day has any email.
 */
export function useChosenDay(today: string, hasEntries: (day: string) => boolean) {
  const [picked, choose] = useState<string>();
  const chosen = picked ?? today;
  const month = monthOf(chosen);

  const table = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key may have moved to another month, rendered only now
  useEffect(() => {
    if (byKey.current) table.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    byKey.current = false;
  }, [chosen]);

  return {
    chosen,
    month,
    table,
    choose,
    /** Turns to another month: to today, to its first day with an email, or to its first day. */
    turn(months: number) {
      const next = shiftMonth(month, months);
      const filled = weeksOf(next)
        .flat()
        .find((day) => day !== undefined && hasEntries(day));
      choose(next === monthOf(today) ? today : (filled ?? `${next}-01`));
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
