import { useQuery } from '@tanstack/react-query';
import type { SystemView } from '@wordrise/core/contract';
import { endpointQuery, useApi } from './queries.ts';

/** The running system; `undefined` until it is loaded. */
export function useSystem(): SystemView | undefined {
  return useQuery(endpointQuery(useApi(), 'system')).data;
}

/** The installation's time zone, used for every time in the admin area; the browser's until it is loaded. */
export function useTimeZone(): string {
  return useSystem()?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
