import { useMutation } from '@tanstack/react-query';
import { messages } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { useToasts } from '../../design/toast.tsx';
import { usePersistedState } from '../../kit/persisted-state.ts';
import { useApi, useRefreshLists } from '../../kit/queries.ts';
import { BrokenOffError, readResults } from './read-results.ts';
import {
  afterSaving,
  begin,
  type Review,
  type ReviewItem,
  receive,
  review as reviewSchema,
  savable,
} from './review.ts';
import { checkWordList, readWordList } from './word-list.ts';
import { failure } from './words.queries.ts';

const nothing: Review = { text: '', items: [] };
const isEmpty = ({ text, items }: Review) => text === '' && items.length === 0;

export interface Progress {
  done: number;
  total: number;
}

/** Looks a list of words up, holds the results for review, and saves what is ready. The list and the results are
 * kept until saved: a lookup may have cost queries of a day's few. */
export function useBulkLookup({ onAllSaved }: { onAllSaved: () => void }) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const [kept, keep] = usePersistedState('words.dictionary', reviewSchema);
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const review = kept ?? nothing;
  useEffect(() => () => running.current?.abort(), []);

  const lookUp = useMutation({
    async mutationFn(words: string[]) {
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      let done = 0;
      try {
        const response = await api.open('lookUpWords', {
          body: { words },
          accept: 'application/x-ndjson',
          signal,
        });
        for await (const results of readResults(response, signal)) {
          done += results.length;
          keep((now = nothing) => receive(now, results, words.slice(done)));
          setProgress({ done, total: words.length });
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      if (done < words.length && !signal.aborted) {
        throw new BrokenOffError(`The answer ended after ${done} of ${words.length} words.`);
      }
      return done;
    },
    onSuccess(done, words) {
      if (done === words.length) toasts.success(messages.words.processed(done));
    },
    onError(error) {
      const told = failure(messages.words.processFailed, error);
      toasts.error(error instanceof BrokenOffError ? { ...told, description: error.message } : told);
    },
  });

  const save = useMutation({
    mutationFn: ({ wordData }: ReturnType<typeof savable>) =>
      api.call('saveLookedUpWords', { body: { wordData } }),
    onSuccess({ message }, { chosen }) {
      toasts.success(message);
      let left = nothing;
      keep((now = nothing) => {
        left = afterSaving(now, chosen);
        return isEmpty(left) ? undefined : left;
      });
      if (isEmpty(left)) onAllSaved();
      return refresh();
    },
    onError: (error) => toasts.error(failure(messages.words.saveFailed, error)),
  });

  return {
    ...review,
    progress: lookUp.isPending ? progress : undefined,
    processing: lookUp.isPending,
    /** Stopped or broken off; what is still to be looked up is in the text. */
    interrupted:
      !lookUp.isPending && progress !== undefined && progress.done < progress.total ? progress : undefined,
    saving: save.isPending,
    /** What is wrong with the list. */
    problem,
    setText(text: string) {
      setProblem(undefined);
      keep(({ items } = nothing) => (isEmpty({ text, items }) ? undefined : { text, items }));
    },
    /** Whether there was anything to process. */
    process(): boolean {
      const words = readWordList(review.text);
      if (words.length === 0) {
        toasts.error({ title: messages.words.noneEnteredTitle, description: messages.words.noneEntered });
        return false;
      }
      const found = checkWordList(words);
      setProblem(found);
      if (found !== undefined) return false;
      keep(begin({ ...review, text: words.join('\n') }));
      setProgress({ done: 0, total: words.length });
      lookUp.mutate(words);
      return true;
    },
    stop: () => running.current?.abort(),
    change(key: number, changes: Partial<ReviewItem>) {
      keep((now = nothing) => ({
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
      keep(undefined);
      setProgress(undefined);
      setProblem(undefined);
    },
  };
}
