import { useQueries, useQuery } from '@tanstack/react-query';
import { type SystemView, type TomorrowView, timings } from '@wordrise/core/contract';
import { useEffect, useRef } from 'react';
import { dayOf, useNow } from './dates.ts';
import { endpointQuery, useApi, useRefreshLists } from './queries.ts';

/** The running system; `undefined` until it is loaded. */
export function useSystem(): SystemView | undefined {
  return useQuery(endpointQuery(useApi(), 'system')).data;
}

/**
 * Whether tomorrow's email will go out, and whether the provider works. Fetched once a minute on every page, and more often
 * while an email is being sent.
 */
export function useTomorrow(): TomorrowView | undefined {
  return useQuery({
    ...endpointQuery(useApi(), 'tomorrow'),
    refetchInterval: ({ state: { data } }) =>
      data?.email?.isDue ? timings.waitingSendPollMs : tomorrowPollMs,
  }).data;
}

const tomorrowPollMs = 60_000;

/**
 * Whether the name, the sandbox banner and the time zone around every page are loaded or have failed to load. A page
 * rendered earlier would jump when the banner arrives. The verdict is only requested: the email provider, which is asked
 * for it, may take many seconds.
 */
export function useIsSurroundingKnown(): boolean {
  const api = useApi();
  const names = ['config', 'system', 'tomorrow'] as const;
  const [config, system] = useQueries({ queries: names.map((name) => endpointQuery(api, name)) });
  return Boolean(config?.isFetched && system?.isFetched);
}

/** The installation's time zone, used for every time in the admin area; the browser's until it is loaded. */
export function useTimeZone(): string {
  return useSystem()?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Longer than browsers delay the timers of a hidden tab: the machine must have slept. */
const sleptMs = 5 * 60_000;

/** Refetches the lists of a tab that stays open: when a day begins, from the time of an email until it is sent, and
 * after the machine slept. Use it once, around every page. */
export function useRefreshStaleLists(): void {
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
