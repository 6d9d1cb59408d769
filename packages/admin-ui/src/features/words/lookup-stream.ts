import { type LookupResult, lookupResult } from '@wordrise/core/contract';
import { z } from 'zod';
import { NetworkError } from '../../kit/api.ts';

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
