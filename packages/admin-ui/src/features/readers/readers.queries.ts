import { useMutation, useQueryClient } from '@tanstack/react-query';
import { limits, type ReaderView } from '@wordrise/core/contract';
import { useToasts } from '../../design/toast.tsx';
import type { Api } from '../../kit/api.ts';
import { failure } from '../../kit/failure.ts';
import { endpointQuery, keyOf, useApi } from '../../kit/queries.ts';

export interface ReadersParams {
  /** From 1. */
  page: number;
  search: string;
  state: ReaderView['status'] | undefined;
}

/** Readers come and go at any time, so the list is fetched on every visit. */
export function readersQuery(api: Api, { page, search, state }: ReadersParams) {
  const query = { page, search, state, limit: limits.readerPageSize };
  return { ...endpointQuery(api, 'listSignups', { query }), staleTime: 0 };
}

/** One reader that another page links to. */
export function linkedReaderQuery(api: Api, id: number | undefined) {
  const query = { page: 1, limit: 1, ...(id !== undefined && { id }) };
  return { ...endpointQuery(api, 'listSignups', { query }), staleTime: 0, enabled: id !== undefined };
}

export function personQuery(api: Api, email: string) {
  return { ...endpointQuery(api, 'describePerson', { params: { email } }), staleTime: 0, gcTime: 0 };
}

export function useRemoveReader(onSettled: () => void) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (email: string) => api.call('removePerson', { params: { email } }),
    onSuccess: (_answer, email) => toasts.success(`${email} was removed`),
    onError: (error, email) => toasts.error(failure(`${email} was not removed`, error)),
    onSettled() {
      onSettled();
      const lists = ['listSignups', 'overview', 'tomorrow'] as const;
      return Promise.all(lists.map((name) => client.invalidateQueries({ queryKey: keyOf(name) })));
    },
  });
}
