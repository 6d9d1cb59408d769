import { useEffect, useRef } from 'react';
import { dayOf } from './dates.ts';
import { useNow } from './now.ts';
import { useRefreshLists } from './queries.ts';
import { useTimeZone, useTomorrow } from './system.ts';

/** Longer than browsers delay the timers of a hidden tab: the machine must have slept. */
const sleptMs = 5 * 60_000;

/** Refetches the lists of a tab that stays open: when a day begins, from the time of an email until it is sent, and
 * after the machine slept. Use it once, around every page. */
export function useStayTrue(): void {
  const now = useNow().getTime();
  const day = dayOf(new Date(now), useTimeZone());
  const next = useTomorrow()?.email;
  const isDue = next ? Date.parse(next.scheduledDate) <= now : false;
  const refresh = useRefreshLists();
  const last = useRef({ now, day });

  useEffect(() => {
    const { current: before } = last;
    last.current = { now, day };
    if (now === before.now) return;
    if (isDue || day !== before.day || now - before.now > sleptMs) refresh();
  }, [now, day, isDue, refresh]);
}
