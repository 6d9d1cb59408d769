import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;
/** Events of a tab that becomes visible again or whose machine wakes up: timers stop until then. */
const returns = [
  [document, 'visibilitychange'],
  [window, 'focus'],
  [window, 'pageshow'],
] as const;

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  function tick() {
    clearTimeout(timer);
    timer = setTimeout(tick, minuteMs - (Date.now() % minuteMs));
    onChange();
  }
  tick();
  for (const [target, type] of returns) target.addEventListener(type, tick);
  return () => {
    clearTimeout(timer);
    for (const [target, type] of returns) target.removeEventListener(type, tick);
  };
}

const currentMinute = () => Date.now() - (Date.now() % minuteMs);

/** The time to the minute. Rerenders every minute, and when the tab becomes visible again. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, currentMinute));
}
