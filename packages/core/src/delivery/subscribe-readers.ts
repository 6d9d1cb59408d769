import { isDomainError } from '../errors.ts';
import {
  type MailProvider,
  ProviderUnreachable,
  type Reader,
  type SubscribeResult,
} from '../mail/mail-provider.ts';
import type { StepContext, StepEnd } from './pass-event.ts';
import { callPolicy, dailyCalls, isOutage, outcomeOf, readerPolicy } from './policy.ts';
import type { ReaderQueue } from './reader-queue.ts';

export interface SubscribeDeps {
  now: () => Date;
  readers: ReaderQueue;
  provider: () => Promise<MailProvider>;
  /** Calls to the provider that are left today. */
  callsLeft: () => Promise<number>;
}

const step = 'signups';

/**
 * Subscribes waiting readers at the provider, batch by batch. It ends when none is waiting, when the provider accepts
 * no more now, or when the remaining time or calls of the day are needed for emails. Processes that run it at the same
 * time share the work. It is safe to repeat: the provider recognizes a reader by the address.
 */
export async function subscribeReaders(deps: SubscribeDeps, context: StepContext): Promise<StepEnd> {
  const until = deps.now().getTime() + readerPolicy.longestMs;
  while (!context.signal?.aborted) {
    if (deps.now().getTime() > until) {
      await deferRemaining(deps, context, 'The next pass continues with them.');
      return undefined;
    }
    if ((await deps.callsLeft()) <= dailyCalls.keptFromReaders) {
      const why = 'The rest of today’s calls to the email provider is kept for the emails.';
      await deferRemaining(deps, context, why);
      return undefined;
    }
    const batch = await deps.readers.claim({ limit: readerPolicy.batchSize });
    if (batch.length === 0) return undefined;
    const end = await subscribeBatch(deps, context, batch);
    if (end !== 'settled') return end === 'away' ? end : undefined;
  }
  return undefined;
}

async function deferRemaining(
  { readers }: SubscribeDeps,
  { onEvent }: StepContext,
  why: string,
): Promise<void> {
  const count = await readers.countWaiting();
  if (count === 0) return;
  const message = `${count === 1 ? '1 new reader is' : `${count} new readers are`} waiting. ${why}`;
  onEvent({ step, outcome: 'waiting', count, message });
}

/** @returns `settled` if the provider decided on all of them, so that it can take more */
async function subscribeBatch(
  { readers, provider, now }: SubscribeDeps,
  context: StepContext,
  batch: readonly Reader[],
): Promise<'settled' | 'left' | 'away'> {
  const unsettled = new Set(batch.map(({ id }) => id));
  try {
    const options = { signal: context.signal, beforeChange: whileLeased(now) };
    const results = await (await provider()).readers.subscribe(batch, options);
    await readers.settle(batch, results);
    for (const { id } of results) unsettled.delete(id);
    report(context, results);
    if (unsettled.size === 0) return 'settled';
    const message = `${unsettled.size} of ${batch.length} new readers are left for the next pass`;
    context.onEvent({ step, outcome: 'waiting', count: unsettled.size, message });
    return 'left';
  } catch (error) {
    if (!isDomainError(error)) throw error;
    context.onEvent({ step, outcome: outcomeOf(error), message: error.message });
    return isOutage(error) ? 'away' : 'left';
  } finally {
    if (unsettled.size > 0) await readers.release([...unsettled]);
  }
}

/** Stops before the lease ends: after that, removed readers are taken off the provider's list. */
function whileLeased(now: () => Date): () => Promise<void> {
  const until = now().getTime() + readerPolicy.leaseMs - callPolicy.timeoutMs;
  return async () => {
    if (now().getTime() < until) return;
    const text = 'The new readers took too long. The next pass continues with them.';
    throw new ProviderUnreachable(text, { mayHaveHappened: false });
  };
}

function report({ onEvent }: StepContext, results: readonly SubscribeResult[]): void {
  const count = results.filter(({ outcome }) => outcome === 'subscribed').length;
  if (count > 0) {
    const message = `${count === 1 ? '1 new reader' : `${count} new readers`} on the list`;
    onEvent({ step, outcome: 'done', count, message });
  }
  for (const result of results) {
    if (result.outcome !== 'refused') continue;
    const message = `Reader ${result.id} was refused: ${result.reason}`;
    onEvent({ step, outcome: 'failed', id: result.id, message });
  }
}
