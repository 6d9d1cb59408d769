import { type LookupResult, lookupResult } from '@wordrise/core/contract';
import { z } from 'zod';
import { NetworkError } from '../../kit/api.ts';

/** The lookup broke off; the message is the server's. */
export class BrokenOffError extends Error {
  override readonly name = 'BrokenOffError';
}

/**
 * The results of a bulk lookup as they arrive, in batches of whatever came at once. Ends early when aborted.
 *
 * @throws BrokenOffError where the server says in the middle that it cannot go on
 * @throws NetworkError where the connection breaks
 */
export async function* readResults(response: Response, signal: AbortSignal): AsyncGenerator<LookupResult[]> {
  // A server or proxy that does not stream answers the whole list.
  if (!response.headers.get('Content-Type')?.includes('ndjson')) {
    yield z.array(lookupResult).parse(await response.json());
    return;
  }
  for await (const lines of readLines(response, signal)) {
    const results = lines.map((line) => lookupResult.parse(JSON.parse(line)));
    const end = results.find((result) => result.word === '' && !result.success);
    if (!end) {
      yield results;
      continue;
    }
    yield results.slice(0, results.indexOf(end));
    throw new BrokenOffError(end.success ? undefined : end.error);
  }
}

function connectionBroke(cause: unknown): never {
  throw new NetworkError('The connection broke.', { cause });
}

async function* readLines({ body }: Response, signal: AbortSignal): AsyncGenerator<string[]> {
  if (!body) return;
  // Not `for await` over the body: Safari's streams have no iterator.
  const reader = body.getReader();
  // Refused where the connection is gone already.
  const letGo = () => reader.cancel().catch(() => {});
  signal.addEventListener('abort', letGo, { once: true });
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(connectionBroke);
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      const whole = lines.filter((line) => line.trim() !== '');
      if (whole.length > 0) yield whole;
      if (done) return;
    }
  } finally {
    await letGo();
  }
}
