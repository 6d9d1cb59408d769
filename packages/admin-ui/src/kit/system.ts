import { useQuery } from '@tanstack/react-query';
import type { SystemView } from '@wordrise/core/contract';
import { endpointQuery, useApi } from './queries.ts';

/** The running system; `undefined` until it is known. */
export function useSystem(): SystemView | undefined {
  return useQuery(endpointQuery(useApi(), 'system')).data;
}

/** The installation's time zone, in which every time of the admin area is shown; the browser's until it is known. */
export function useTimeZone(): string {
  return useSystem()?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
