import { useMutation } from '@tanstack/react-query';
import { type LookupResult, messages } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { useToasts } from '../../design/toast.tsx';
import { failure } from '../../kit/failure.ts';
import { useApi } from '../../kit/queries.ts';
import { LookupInterruptedError, streamResults } from './lookup-stream.ts';

export interface Progress {
  done: number;
  total: number;
}

/** Looks words up in the dictionary, one call for all of them.
 *
 * @param onResults Called for each batch that arrives, with the words still to come.
 */
export function useLookup(onResults: (results: LookupResult[], remaining: string[]) => void) {
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
      try {
        const response = await api.open('lookUpWords', {
          body: { words },
          accept: 'application/x-ndjson',
          signal,
        });
        for await (const results of streamResults(response, signal)) {
          done += results.length;
          onResults(results, words.slice(done));
          setProgress({ done, total: words.length });
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      if (done < words.length && !signal.aborted) {
        throw new LookupInterruptedError(`The answer ended after ${done} of ${words.length} words.`);
      }
      return done;
    },
    onMutate: (words) => setProgress({ done: 0, total: words.length }),
    onSuccess(done, words) {
      if (done === words.length) toasts.success(messages.words.processed(done));
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
