import { useMutation } from '@tanstack/react-query';
import { messages } from '@wordrise/core/contract';
import { useState } from 'react';
import { useToasts } from '../../design/toast.tsx';
import { failure } from '../../kit/failure.ts';
import { usePersistedState } from '../../kit/persisted-state.ts';
import { useApi, useRefreshLists } from '../../kit/queries.ts';
import { useCloseWarning } from '../../kit/unsaved-work.tsx';
import { checkEnteredWords, readEnteredWords } from './entered-words.ts';
import {
  afterSaving,
  begin,
  type Review,
  type ReviewItem,
  receive,
  review as reviewSchema,
  savable,
} from './review.ts';
import { useLookup } from './use-lookup.ts';

const empty: Review = { text: '', items: [] };
const isEmpty = ({ text, items }: Review) => text === '' && items.length === 0;

/** Looks up a list of words, holds the results for review, and saves what is ready. The list and the results
 * persist until they are saved: a lookup may have used up part of a small daily quota. */
export function useBulkLookup({ onAllSaved }: { onAllSaved: () => void }) {
  const toasts = useToasts();
  const [stored, setStored] = usePersistedState('words.dictionary', reviewSchema);
  useCloseWarning(stored !== undefined);
  const review = stored ?? empty;
  /** What is wrong with the list. */
  const [problem, setProblem] = useState<string>();
  const {
    start,
    clear: clearProgress,
    ...lookup
  } = useLookup((results, remaining) => setStored((now = empty) => receive(now, results, remaining)));
  const save = useSaveLookedUp((saved) => {
    let left = empty;
    setStored((now = empty) => {
      left = afterSaving(now, saved);
      return isEmpty(left) ? undefined : left;
    });
    if (isEmpty(left)) onAllSaved();
  });

  return {
    ...review,
    ...lookup,
    saving: save.isPending,
    problem,
    setText(text: string) {
      setProblem(undefined);
      setStored(({ items } = empty) => (isEmpty({ text, items }) ? undefined : { text, items }));
    },
    /** Returns whether there was anything to process. */
    process(): boolean {
      const words = readEnteredWords(review.text);
      if (words.length === 0) {
        toasts.error({ title: messages.words.noneEnteredTitle, description: messages.words.noneEntered });
        return false;
      }
      const found = checkEnteredWords(words);
      setProblem(found);
      if (found !== undefined) return false;
      setStored(begin({ ...review, text: words.join('\n') }));
      start(words);
      return true;
    },
    change(key: number, changes: Partial<ReviewItem>) {
      setStored((now = empty) => ({
        ...now,
        items: now.items.map((item) => (item.key === key ? { ...item, ...changes } : item)),
      }));
    },
    save() {
      const ready = savable(review.items);
      if (ready.chosen.length > 0) save.mutate(ready);
      else toasts.error({ title: messages.words.noneToSaveTitle, description: messages.words.noneToSave });
    },
    clear() {
      setStored(undefined);
      clearProgress();
      setProblem(undefined);
    },
  };
}

export type BulkLookup = ReturnType<typeof useBulkLookup>;

function useSaveLookedUp(onSaved: (saved: ReviewItem[]) => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: ({ wordData }: ReturnType<typeof savable>) =>
      api.call('saveLookedUpWords', { body: { wordData } }),
    onSuccess({ message }, { chosen }) {
      toasts.success(message);
      onSaved(chosen);
      return refresh();
    },
    onError: (error) => toasts.error(failure(messages.words.saveFailed, error)),
  });
}
