import { useQueries, useQuery } from '@tanstack/react-query';
import type { SystemView, TomorrowView } from '@wordrise/core/contract';
import { endpointQuery, useApi } from './queries.ts';

/** The running system; `undefined` until it is loaded. */
export function useSystem(): SystemView | undefined {
  return useQuery(endpointQuery(useApi(), 'system')).data;
}

/** Whether tomorrow's email will go out, and whether the provider works. Fetched once a minute on every page. */
export function useTomorrow(): TomorrowView | undefined {
  return useQuery({ ...endpointQuery(useApi(), 'tomorrow'), refetchInterval: 60_000 }).data;
}

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
