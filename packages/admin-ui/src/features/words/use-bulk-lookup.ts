import { useMutation } from '@tanstack/react-query';
import { bulkLookupInput, type LookupResult, lookupResult, messages } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useToasts } from '../../design/toast.tsx';
import { NetworkError } from '../../kit/api.ts';
import { failure } from '../../kit/failure.tsx';
import { useApi, useRefreshLists } from '../../kit/queries.ts';
import { useCloseWarning, usePersistedState } from '../../kit/unsaved-work.tsx';
import {
  afterSaving,
  begin,
  type Review,
  type ReviewItem,
  receive,
  review as reviewSchema,
  savable,
} from './review.ts';

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

interface Progress {
  done: number;
  total: number;
}

/** Looks words up in the dictionary, one call for all of them.
 *
 * @param onResults Called for each batch that arrives, with the words still to come.
 */
function useLookup(onResults: (results: LookupResult[], remaining: string[]) => void) {
  const api = useApi();
  const toasts = useToasts();
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const lookup = useMutation({
    async mutationFn(words: string[]) {
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      let done = 0;
      let found = 0;
      try {
        const response = await api.open('lookUpWords', {
          body: { words },
          accept: 'application/x-ndjson',
          signal,
        });
        for await (const results of streamResults(response, signal)) {
          done += results.length;
          found += results.filter(({ success }) => success).length;
          onResults(results, words.slice(done));
          setProgress({ done, total: words.length });
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      if (done < words.length && !signal.aborted) {
        throw new LookupInterruptedError(`The answer ended after ${done} of ${words.length} words.`);
      }
      return { done, found };
    },
    onMutate: (words) => setProgress({ done: 0, total: words.length }),
    onSuccess({ done, found }, words) {
      if (done < words.length) return;
      const title = messages.words.processed(done);
      if (found === done) toasts.success(title);
      else if (found > 0) toasts.warn({ title, description: `${found} found, ${done - found} not found.` });
      else toasts.warn({ title, description: 'None was found. The list says why.' });
    },
    onError(error) {
      const { title, description } = failure(messages.words.processFailed, error);
      const reason = error instanceof LookupInterruptedError ? error.message : description;
      toasts.error({ title, description: reason });
    },
  });

  const { isPending } = lookup;
  return {
    start: lookup.mutate,
    stop: () => running.current?.abort(),
    processing: isPending,
    progress: isPending ? progress : undefined,
    /** Progress of a lookup that was stopped or interrupted. */
    interrupted: !isPending && progress && progress.done < progress.total ? progress : undefined,
    clear: () => setProgress(undefined),
  };
}

/** The lookup ended before the last word; the message says why. */
export class LookupInterruptedError extends Error {
  override readonly name = 'LookupInterruptedError';
}

/**
 * Yields the results of a bulk lookup as they arrive, in batches. Ends early when aborted.
 *
 * @throws LookupInterruptedError if the server reports that it cannot continue
 * @throws NetworkError if the connection breaks
 */
export async function* streamResults(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<LookupResult[]> {
  // A server or proxy that does not stream answers with the whole list.
  if (!response.headers.get('Content-Type')?.includes('ndjson')) {
    yield z.array(lookupResult).parse(await response.json());
    return;
  }
  for await (const lines of streamLines(response, signal)) {
    const results = lines.map((line) => lookupResult.parse(JSON.parse(line)));
    const end = results.find((result) => result.word === '' && !result.success);
    if (!end) {
      yield results;
      continue;
    }
    yield results.slice(0, results.indexOf(end));
    throw new LookupInterruptedError(end.success ? undefined : end.error);
  }
}

function connectionBroke(cause: unknown): never {
  throw new NetworkError('The connection broke.', { cause });
}

async function* streamLines({ body }: Response, signal: AbortSignal): AsyncGenerator<string[]> {
  if (!body) return;
  // Not `for await` over the body: Safari's streams have no iterator.
  const reader = body.getReader();
  // Rejects if the connection is already closed.
  const cancel = () => reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(connectionBroke);
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      const complete = lines.filter((line) => line.trim() !== '');
      if (complete.length > 0) yield complete;
      if (done) return;
    }
  } finally {
    await cancel();
  }
}

/** One word per line, or several with commas or semicolons between them. Blanks are ignored, and so are repetitions. */
export function readEnteredWords(text: string): string[] {
  const words = text
    .split(/[\r\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [...new Set(words)];
}

/** The first validation error for a list of words, with the word it is about. */
function checkEnteredWords(words: string[]): string | undefined {
  const issue = bulkLookupInput.safeParse({ words }).error?.issues[0];
  if (!issue) return undefined;
  const word = words[Number(issue.path[1])];
  return word === undefined ? issue.message : `“${word.slice(0, 20)}…”: ${issue.message}`;
}
