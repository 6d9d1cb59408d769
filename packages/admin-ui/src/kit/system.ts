import { useQueries, useQuery } from '@tanstack/react-query';
import type { SystemView, TomorrowView } from '@wordrise/core/contract';
import { useEffect, useState } from 'react';
import { endpointQuery, useApi } from './queries.ts';

/** The running system; `undefined` until it is loaded. */
export function useSystem(): SystemView | undefined {
  return useQuery(endpointQuery(useApi(), 'system')).data;
}

/** Whether tomorrow's email will go out, and whether the provider works. Fetched once a minute on every page. */
export function useTomorrow(): TomorrowView | undefined {
  return useQuery({ ...endpointQuery(useApi(), 'tomorrow'), refetchInterval: 60_000 }).data;
}

/** How long a page waits for the verdict: the email provider, which is asked for it, may take many seconds. */
const verdictWaitMs = 1000;

/**
 * Whether the name, the banners and the time zone around every page are loaded or have failed to load. A page rendered
 * earlier would jump when a banner arrives.
 */
export function useIsSurroundingKnown(): boolean {
  const api = useApi();
  const names = ['config', 'system', 'tomorrow'] as const;
  const [config, system, tomorrow] = useQueries({ queries: names.map((name) => endpointQuery(api, name)) });
  const [isVerdictLate, setVerdictLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVerdictLate(true), verdictWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return Boolean(config?.isFetched && system?.isFetched && (tomorrow?.isFetched || isVerdictLate));
}

/** The installation's time zone, used for every time in the admin area; the browser's until it is loaded. */
export function useTimeZone(): string {
  return useSystem()?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
