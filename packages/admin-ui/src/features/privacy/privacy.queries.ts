import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PrivacyInput, PrivacyView } from '@wordrise/core/contract';
import { z } from 'zod';
import { useToasts } from '../../design/toast.tsx';
import { formFailure } from '../../kit/failure.ts';
import { usePersistedState } from '../../kit/persisted-state.ts';
import { keyOf, useApi } from '../../kit/queries.ts';
import { useSettled } from '../../kit/settled.ts';

/** The text being edited. Unsaved changes survive another page and a new login. */
export function usePrivacyDraft(saved: PrivacyView) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [draft, setDraft] = usePersistedState('privacy', z.string());
  const onError = (error: Error) => toasts.error(formFailure('The privacy page could not be saved', error));
  const stored = (view: PrivacyView, message: string) => {
    client.setQueryData(keyOf('getPrivacy'), view);
    toasts.success(message);
  };
  const save = useMutation({
    mutationFn: (body: PrivacyInput) => api.call('savePrivacy', { body }),
    onSuccess(view) {
      stored(view, 'The privacy page is saved.');
      // What was typed since it was sent stays.
      setDraft((now) => (now === view.content ? undefined : now));
    },
    onError,
  });
  const reset = useMutation({
    mutationFn: () => api.call('resetPrivacy'),
    onSuccess(view) {
      stored(view, 'The privacy page shows the default text.');
      setDraft(undefined);
    },
    onError,
  });
  return {
    text: draft ?? saved.content,
    isDirty: draft !== undefined,
    change: (next: string) => setDraft(next === saved.content ? undefined : next),
    discard: () => setDraft(undefined),
    save,
    reset,
  };
}

/** The text as the page would show it, once typing pauses. */
export function usePreview(content: string) {
  const api = useApi();
  const settled = useSettled(content);
  return useQuery({
    queryKey: [...keyOf('previewPrivacy'), settled],
    queryFn: ({ signal }) => api.call('previewPrivacy', { body: { content: settled }, signal }),
    placeholderData: keepPreviousData,
    enabled: settled.trim() !== '',
    gcTime: 0,
  });
}
