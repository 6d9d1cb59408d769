import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryFunction,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query';
import { type AnswerOf, type EndpointName, endpoints } from '@wordrise/core/contract';
import { createContext, useCallback, useContext } from 'react';
import { type Api, ApiError, type CallOptions } from './api.ts';

const ApiContext = createContext<Api | undefined>(undefined);
export const ApiProvider = ApiContext;

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi needs an ApiProvider above it');
  return api;
}

/** First part of an endpoint's query keys: `invalidateQueries({ queryKey: keyOf('listWords') })` matches every page
 * and search of it. */
export function keyOf(name: EndpointName): [string] {
  return [endpoints[name].path];
}

/** What `useQuery` needs to fetch an endpoint. A plain object, so that a feature can spread it and add options. */
export interface EndpointQuery<N extends EndpointName> {
  queryKey: QueryKey;
  queryFn: QueryFunction<AnswerOf<N>>;
}

/** A query on a GET endpoint: `useQuery(endpointQuery(api, 'listWords', { query: { page } }))`. */
export function endpointQuery<N extends EndpointName>(
  api: Api,
  name: N,
  options: Pick<CallOptions<N>, 'params' | 'query'> = {},
): EndpointQuery<N> {
  const { params, query } = options;
  return {
    queryKey: [...keyOf(name), ...(params || query ? [{ params, query }] : [])],
    queryFn: ({ signal }) => api.call(name, { ...options, signal }),
  };
}

/**
 * A page of readers. On a large list, what is known soon is shown until the rest of it is read and counted; the query
 * is fetching until then.
 */
export function readersQuery(
  api: Api,
  query: NonNullable<CallOptions<'listSignups'>['query']>,
): EndpointQuery<'listSignups'> {
  const whole = endpointQuery(api, 'listSignups', { query });
  return {
    queryKey: whole.queryKey,
    async queryFn({ signal, client, queryKey }) {
      const soon = await api.call('listSignups', { query: { ...query, allowPartial: 'true' }, signal });
      if (!soon.isPartial) return soon;
      // Whatever is shown already is better: the same list before a change, or the previous one if nothing is found yet.
      const isFirst = client.getQueryData(queryKey) === undefined;
      if (isFirst && soon.readers.length > 0) client.setQueryData(queryKey, soon);
      return api.call('listSignups', { query, signal });
    },
  };
}

export function currentUserQuery(api: Api): EndpointQuery<'currentUser'> {
  return endpointQuery(api, 'currentUser');
}

/** A login that was refused says nothing about a session. */
const loginRefusals: unknown[] = ['auth.invalid_credentials', 'auth.code_required'];

/** The specification's generic behavior: no retries, no refetch on focus, data never goes stale; without a `queryFn`
 * the key's parts joined by '/' are fetched. */
export function createQueryClient(api: Api): QueryClient {
  // A session that ended in the middle of work shows at the next call. The session guard watches this key.
  function noticeEndOfSession(error: unknown) {
    if (error instanceof ApiError && error.status === 401 && !loginRefusals.includes(error.code)) {
      client.setQueryData(keyOf('currentUser'), null);
    }
  }

  const client = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEndOfSession }),
    mutationCache: new MutationCache({ onError: noticeEndOfSession }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => api.get(queryKey.join('/'), signal),
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

const changingLists = [
  'listWords',
  'countWords',
  'countStarters',
  'getWord',
  'listUnusedWords',
  'listSchedule',
  'listProviderSends',
  'listOffTime',
  'getEmailContent',
  'scheduleStats',
  'calendarDays',
  'getAutopilot',
  'overview',
  'tomorrow',
] as const satisfies EndpointName[];

/** Call it after any change: words, unused words, schedule lists and stats are fetched again where shown. */
export function useRefreshLists(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(changingLists.map((name) => client.invalidateQueries({ queryKey: keyOf(name) })));
  }, [client]);
}
