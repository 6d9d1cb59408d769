import { keepPreviousData, useMutation } from '@tanstack/react-query';
import {
  endpoints,
  limits,
  messages,
  type WordCounts,
  type WordInput,
  type WordLevel,
  type WordPreviewInput,
  type WordSource,
  type WordState,
  type WordView,
  wordLevels,
  wordStates,
} from '@wordrise/core/contract';
import { useSearchParams } from 'react-router';
import { useToasts } from '../../design/toast.tsx';
import { type Api, ApiError } from '../../kit/api.ts';
import { failure, formFailure } from '../../kit/failure.tsx';
import { figure } from '../../kit/figures.ts';
import type { ListParams } from '../../kit/paged-list.ts';
import { endpointQuery, useApi, useRefreshLists } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import { useUndo } from '../../kit/undo.ts';
import { describeUpdate, type EmailsUpdate, updateEmails } from '../../kit/update-emails.tsx';

/** One page of the library. */
export function wordsQuery(api: Api, { page, search, letter, state, level, panel }: WordsParams) {
  const narrowed = { ...(state && { state }), ...(level && { level }) };
  const query = { page, limit: limits.wordPageSize, search, letter, ...narrowed };
  return {
    ...endpointQuery(api, 'listWords', { query }),
    // Another tab may have changed the word, and saving here replaces all of it.
    refetchOnWindowFocus: panel?.startsWith('edit-') ? ('always' as const) : false,
  };
}

/** While words of a file are still being checked, their number is asked for again and again. */
const askAgainMs = 2000;

/** How many words are in each state. */
export function countsQuery(api: Api) {
  return {
    ...endpointQuery(api, 'countWords'),
    refetchInterval: ({ state: { data } }: { state: { data?: WordCounts | undefined } }) =>
      data && data.unchecked > 0 ? askAgainMs : (false as const),
  };
}

/** The email of a word as it is being written, and what the check finds in it. */
export function previewQuery(api: Api, draft: WordPreviewInput | undefined) {
  return {
    queryKey: [endpoints.previewWord.path, draft],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call('previewWord', { body: draft ?? { word: '' }, signal }),
    enabled: draft !== undefined,
    placeholderData: keepPreviousData,
  };
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

export interface WordEditRequest {
  input: WordInput;
  /** The text that was edited. */
  replaces: WordInput;
}

/**
 * Saves a word and gives the emails that wait with its old text the new one. Undoing it does both again, with the old text.
 *
 * @param onEditConflict Called instead if someone else has changed the word since, with what it says now.
 */
export function useEditWord(
  id: number,
  onEdited: () => void,
  onEditConflict: (now: WordInput, request: WordEditRequest) => void,
) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const timeZone = useTimeZone();
  const undo = useUndo();
  async function save({ input, replaces }: WordEditRequest): Promise<EmailsUpdate> {
    const saved = await api.call('editWord', { params: { id }, body: { ...input, replaces } });
    return updateEmails(api, saved.olderEmails ?? []);
  }
  return useMutation({
    mutationFn: save,
    onSuccess(update, { input, replaces }) {
      const message = {
        title: messages.words.updated,
        description: describeUpdate(update, timeZone),
        action: undo(async () => {
          const { failure } = await save({ input: replaces, replaces: input });
          if (failure) throw failure;
        }, `“${replaces.word}” has its old text again`),
      };
      if (update.failure || update.waits) toasts.warn(message);
      else toasts.success(message);
      onEdited();
      return refresh();
    },
    onError(error, request) {
      const now = nowSaying(error, request);
      if (now) {
        onEditConflict(now, request);
        return refresh();
      }
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

/** The word's current text, from the answer that refuses to replace another one. */
function nowSaying(error: unknown, { replaces }: WordEditRequest): WordInput | undefined {
  if (!(error instanceof ApiError && error.code === 'word.changed')) return undefined;
  const changed = Object.entries(error.fields).map(([field, texts]) => [field, texts?.[0] ?? '']);
  return { ...replaces, ...Object.fromEntries(changed) };
}

/** Someone else removed it: the list that still shows it is out of date. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'word.not_found';
}

/** The panel open beside the list, at most one. `edit` carries the word's id. */
export type Panel = 'add' | 'dictionary' | 'upload' | `edit-${number}`;

export interface WordsParams extends ListParams {
  /** `undefined` for all words. */
  state: WordState | undefined;
  /** `undefined` for all words. */
  level: WordLevel | undefined;
  panel: Panel | undefined;
}

const panels = /^(add|dictionary|upload|edit-[1-9]\d{0,14})$/;

/** Reads the page's search parameters; invalid ones count as missing. */
export function readParams(params: URLSearchParams): WordsParams {
  const page = Number(params.get('page') ?? 1);
  const letter = params.get('letter')?.toLowerCase() ?? '';
  const panel = params.get('panel') ?? '';
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    search: (params.get('search') ?? '').trim().slice(0, 200),
    letter: /^[a-z]$/.test(letter) ? letter : '',
    state: wordStates.find((state) => state === params.get('state')),
    level: wordLevels.find((level) => level === params.get('level')),
    panel: panels.test(panel) ? (panel as Panel) : undefined,
  };
}

/** Leaves out the defaults. */
export function writeParams({ page, search, letter, state, level, panel }: WordsParams): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (letter !== '') params.set('letter', letter);
  if (state) params.set('state', state);
  if (level) params.set('level', level);
  if (page > 1) params.set('page', String(page));
  if (panel) params.set('panel', panel);
  return params;
}

/** The state of the list lives in the URL: a reload, a bookmark, the back button and signing in again restore it. */
export function useWordsParams() {
  const [searchParams, setSearchParams] = useSearchParams();
  const params = readParams(searchParams);

  /** `replace` for changes that the back button should skip, such as each pause in typing. */
  function change(changes: Partial<WordsParams>, { replace = false }: { replace?: boolean } = {}) {
    setSearchParams(writeParams({ ...params, ...changes }), { replace, preventScrollReset: true });
  }
  return { params, change };
}

export const sourceNames: Record<WordSource, string> = {
  admin: 'Added manually',
  import: 'From a file',
  starter: 'Starter word',
  'merriam-webster': 'Merriam-Webster',
  wordnet: 'WordNet',
};

export function findingsText(count: number): string {
  return count === 1 ? '1 problem' : `${count} problems`;
}

/** What the filters call the levels of words. */
export const levelNames: Record<WordLevel, string> = {
  everyday: 'Everyday',
  reader: 'Reader’s',
  rare: 'Rare',
};

/** What the filters call the states of words. */
export const stateNames: Record<WordState, string> = {
  unused: 'Unused',
  waiting: 'Waiting',
  sent: 'Sent',
  work: 'Needs work',
};

export function usedText(usedCount: number): string {
  if (usedCount === 0) return 'Not sent yet';
  return usedCount === 1 ? 'Sent once' : `Sent ${figure(usedCount)} times`;
}
