import { useMutation } from '@tanstack/react-query';
import { limits, messages, type OlderEmail, type WordInput, type WordView } from '@wordrise/core/contract';
import { useToasts } from '../../design/toast.tsx';
import { type Api, ApiError } from '../../kit/api.ts';
import { failure, formFailure } from '../../kit/failure.ts';
import type { ListParams } from '../../kit/paged-list.ts';
import { endpointQuery, useApi, useRefreshLists } from '../../kit/queries.ts';
import type { WordsParams } from './words-params.ts';

/** One page of the library. */
export function wordsQuery(api: Api, { page, search, letter, panel }: WordsParams) {
  const query = { page, limit: limits.wordPageSize, search, letter };
  return {
    ...endpointQuery(api, 'listWords', { query }),
    // Another tab may have changed the word, and saving here replaces all of it.
    refetchOnWindowFocus: panel?.startsWith('edit-') ? ('always' as const) : false,
  };
}

/** The findings for the words of one page. */
export function checksQuery(api: Api, { page, search, letter }: ListParams) {
  return endpointQuery(api, 'checkWords', { query: { page, limit: limits.wordPageSize, search, letter } });
}

export function useAddWord(onAdded: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (body: WordInput) => api.call('addWord', { body }),
    onSuccess() {
      toasts.success(messages.words.added);
      onAdded();
      return refresh();
    },
    onError: (error) => toasts.error(formFailure(messages.words.addFailed, error)),
  });
}

/** @param onEdited Called with the pending emails that still have the old text. */
export function useEditWord(id: number, onEdited: (older: OlderEmail[]) => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (body: WordInput) => api.call('editWord', { params: { id }, body }),
    onSuccess(saved) {
      toasts.success(messages.words.updated);
      onEdited(saved?.olderEmails ?? []);
      return refresh();
    },
    onError(error) {
      toasts.error(formFailure(messages.words.updateFailed, error));
      if (isGone(error)) refresh();
    },
  });
}

export function useRemoveWord(onSettled: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: ({ id }: WordView) => api.call('removeWord', { params: { id } }),
    onSuccess: (_answer, { word }) => {
      toasts.success(`“${word}” was removed`);
      onSettled();
      return refresh();
    },
    onError(error, { word }) {
      toasts.error(failure(`“${word}” was not removed`, error));
      onSettled();
      if (isGone(error)) refresh();
    },
  });
}

/** Someone else removed it: the list that still shows it is out of date. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'word.not_found';
}
