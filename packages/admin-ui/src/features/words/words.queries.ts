import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { limits, messages, type WordInput, type WordView } from '@wordrise/core/contract';
import { type ToastMessage, useToasts } from '../../design/toast.tsx';
import { type Api, ApiError, hasFieldErrors, NetworkError } from '../../kit/api.ts';
import { endpointQuery, useApi, useRefreshLists } from '../../kit/queries.ts';
import type { WordsPlace } from './words-place.ts';

/** One page of the library. While the next one is fetched, the last one stays. */
export function wordsQuery(api: Api, { page, search, letter }: Omit<WordsPlace, 'panel'>) {
  return {
    ...endpointQuery(api, 'listWords', { query: { page, limit: limits.wordPageSize, search, letter } }),
    placeholderData: keepPreviousData,
  };
}

/** What failed, with the server's reason, or with what to do where there was none. */
export function failure(title: string, error: unknown): ToastMessage {
  return { title, description: reasonOf(error) };
}

export function reasonOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.serverMessage;
  if (error instanceof NetworkError) {
    return 'The server could not be reached. Check the connection and try again.';
  }
  return 'The server’s answer could not be read. Please try again.';
}

/** The same for a form, which says the reason at its fields where it belongs to one. */
function formFailure(title: string, error: unknown): ToastMessage {
  return hasFieldErrors(error) ? { title } : failure(title, error);
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

export function useEditWord(id: number, onEdited: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (body: WordInput) => api.call('editWord', { params: { id }, body }),
    onSuccess() {
      toasts.success(messages.words.updated);
      onEdited();
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

/** Somebody else removed it: the list that still shows it is old. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'word.not_found';
}
