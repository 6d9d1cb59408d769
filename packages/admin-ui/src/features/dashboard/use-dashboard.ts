import { useQuery } from '@tanstack/react-query';
import { type AnswerOf, limits, messages } from '@wordrise/core/contract';
import { useMemo } from 'react';
import { useNow } from '../../kit/now.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import { calendarEntries } from './calendar-entries.ts';
import type { EntryListProps } from './recent-activity.tsx';

/** What the dashboard needs of a query. */
interface Part<T> {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface Dashboard {
  words: Part<AnswerOf<'listWords'>>;
  stats: Part<AnswerOf<'scheduleStats'>>;
  overview: Part<AnswerOf<'overview'>>;
  tomorrow: Part<AnswerOf<'tomorrow'>>;
  list: EntryListProps;
}

/** Everything on the dashboard but its first steps. */
export function useDashboard(): Dashboard & { isReady: boolean } {
  const api = useApi();
  const timeZone = useTimeZone();
  const minute = useNow().getTime();
  const words = useQuery(endpointQuery(api, 'listWords', { query: { page: 1, limit: limits.wordPageSize } }));
  const stats = useQuery(endpointQuery(api, 'scheduleStats'));
  const schedule = useQuery(endpointQuery(api, 'listSchedule'));
  const overview = useQuery(endpointQuery(api, 'overview'));
  const tomorrow = useQuery(endpointQuery(api, 'tomorrow'));

  const entries = useMemo(
    () => schedule.data && calendarEntries(schedule.data, timeZone, new Date(minute)),
    [schedule.data, timeZone, minute],
  );
  const queries = [words, stats, schedule];
  return {
    isReady: [...queries, overview, tomorrow].every(({ isFetched }) => isFetched),
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

const loading: Part<never> = { data: undefined, error: null, isFetching: true, refetch: () => {} };

/** The dashboard while it is being loaded. */
export const nothingYet: Dashboard = {
  ...{ words: loading, stats: loading, overview: loading, tomorrow: loading },
  list: { entries: undefined, timeZone: 'UTC', error: undefined, retrying: false, onRetry: () => {} },
};
