import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PrivacyEdit, PrivacyView } from '@wordrise/core/contract';
import { z } from 'zod';
import { useToasts } from '../../design/toast.tsx';
import { type Api, ApiError } from '../../kit/api.ts';
import { fieldErrorsOf, formFailure } from '../../kit/failure.ts';
import { usePersistedState } from '../../kit/persisted-state.ts';
import { endpointQuery, keyOf, useApi } from '../../kit/queries.ts';
import { useSettled } from '../../kit/settled.ts';

/** The text in use. Refetched when the tab gets the focus, since another tab may have saved. */
export const privacyQuery = (api: Api) => ({
  ...endpointQuery(api, 'getPrivacy'),
  refetchOnWindowFocus: 'always' as const,
});

const draftSchema = z.object({
  content: z.string(),
  /** The saved text when editing began, or a later one that was shown in the meantime. */
  replaces: z.string(),
});

/** The text being edited. Unsaved changes survive a new login. */
export function usePrivacyDraft(saved: PrivacyView) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [draft, setDraft] = usePersistedState('privacy', draftSchema);
  const onError = (error: Error) => {
    toasts.error(formFailure('The privacy page could not be saved', error));
    if (isChangedMeanwhile(error)) void client.invalidateQueries({ queryKey: keyOf('getPrivacy') });
  };
  const stored = (view: PrivacyView, message: string) => {
    client.setQueryData(keyOf('getPrivacy'), view);
    toasts.success(message);
  };
  const save = useMutation({
    mutationFn: (body: PrivacyEdit) => api.call('savePrivacy', { body }),
    onSuccess(view) {
      stored(view, 'The privacy page is saved.');
      // Keeps what was typed after sending.
      setDraft((now) =>
        now === undefined || now.content === view.content ? undefined : { ...now, replaces: view.content },
      );
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
    text: draft?.content ?? saved.content,
    isDirty: draft !== undefined,
    /** Another text was saved after editing began; it is `saved`. */
    isOvertaken: draft !== undefined && draft.replaces !== saved.content,
    change: (content: string) =>
      setDraft(
        content === saved.content ? undefined : { content, replaces: draft?.replaces ?? saved.content },
      ),
    discard: () => setDraft(undefined),
    save: (content: string) => save.mutate({ content, replaces: saved.content }),
    isSaving: save.isPending,
    errors: fieldErrorsOf(save.error),
    reset,
  };
}

function isChangedMeanwhile(error: Error): boolean {
  return error instanceof ApiError && error.code === 'privacy.changed';
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
