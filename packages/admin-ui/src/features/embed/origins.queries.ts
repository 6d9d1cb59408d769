import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OriginsView } from '@wordrise/core/contract';
import { useToasts } from '../../design/toast.tsx';
import { failure } from '../../kit/failure.ts';
import { endpointQuery, keyOf, useApi } from '../../kit/queries.ts';

/** Visitors may be refused at any time, so the list is fetched on every visit. */
export function useOrigins() {
  return useQuery({ ...endpointQuery(useApi(), 'listOrigins'), staleTime: 0 });
}

/** Allows a site or removes one; the answer is the new list. */
export function useChangeOrigins(onAllowed: () => void = () => {}) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const keep = (view: OriginsView) => client.setQueryData(keyOf('listOrigins'), view);
  const onError = (error: Error) => toasts.error(failure('The list was not changed', error));
  const allow = useMutation({
    mutationFn: (origin: string) => api.call('allowOrigin', { body: { origin } }),
    onSuccess(view, origin) {
      keep(view);
      toasts.success(`${shortName(origin)} may embed the form`);
      onAllowed();
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: (origin: string) => api.call('removeOrigin', { query: { origin } }),
    onSuccess(view, origin) {
      keep(view);
      toasts.success(`${shortName(origin)} was removed`);
    },
    onError,
  });
  return { allow, remove };
}

/** "blog.example" of `https://blog.example`; other schemes stay. */
export function shortName(origin: string): string {
  return origin.replace(/^https:\/\//, '');
}
