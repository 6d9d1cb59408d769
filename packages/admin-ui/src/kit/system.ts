import { useQuery } from '@tanstack/react-query';
import type { SystemView, TomorrowView } from '@wordrise/core/contract';
import { endpointQuery, useApi } from './queries.ts';

/** The running system; `undefined` until it is loaded. */
export function useSystem(): SystemView | undefined {
  return useQuery(endpointQuery(useApi(), 'system')).data;
}

/** Whether tomorrow's email will go out, and whether the provider works: asked once a minute, whatever page is open. */
export function useTomorrow(): TomorrowView | undefined {
  return useQuery({ ...endpointQuery(useApi(), 'tomorrow'), refetchInterval: 60_000 }).data;
}

/** The installation's time zone, used for every time in the admin area; the browser's until it is loaded. */
export function useTimeZone(): string {
  return useSystem()?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
