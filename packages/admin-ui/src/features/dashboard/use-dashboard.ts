import { useQuery } from '@tanstack/react-query';
import { limits, messages } from '@wordrise/core/contract';
import { useMemo } from 'react';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import { calendarEntries } from './calendar-entries.ts';

export function useDashboard() {
  const api = useApi();
  const timeZone = useTimeZone();
  const words = useQuery(endpointQuery(api, 'listWords', { query: { page: 1, limit: limits.wordPageSize } }));
  const stats = useQuery(endpointQuery(api, 'scheduleStats'));
  const schedule = useQuery(endpointQuery(api, 'listSchedule'));
  const overview = useQuery(endpointQuery(api, 'overview'));
  const tomorrow = useQuery(endpointQuery(api, 'tomorrow'));

  const entries = useMemo(
    () => schedule.data && calendarEntries(schedule.data, timeZone, new Date()),
    [schedule.data, timeZone],
  );
  const queries = [words, stats, schedule];
  return {
    words,
    stats,
    overview,
    tomorrow,
    list: {
      entries,
      timeZone,
      // One failed call is reported in the lists too: the remaining figures could be mistaken for the whole.
      error: queries.some((query) => query.error) ? `Error: ${messages.dashboard.failed}` : undefined,
      retrying: queries.some((query) => query.isFetching),
      onRetry() {
        for (const query of queries) if (query.error) query.refetch();
      },
    },
  };
}
