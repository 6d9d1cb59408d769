import { isDomainError } from '../errors.ts';
import type { MailProvider, ProviderReaders } from '../mail/mail-provider.ts';
import type { StepContext, StepEnd } from './pass-event.ts';
import { isOutage, outcomeOf, readerPolicy } from './policy.ts';
import type { LeavingReader, ReaderQueue } from './reader-queue.ts';

export interface TakeOffDeps {
  readers: ReaderQueue;
  provider: () => Promise<MailProvider>;
}

const step = 'signups';

/** Takes a reader off the provider's list, if they are on it. Safe to repeat. */
export async function takeOff(
  provider: ProviderReaders,
  { email, subscriberId }: LeavingReader,
  signal?: AbortSignal,
): Promise<void> {
  const id = subscriberId ?? (await provider.find(email, { signal }));
  if (id !== undefined) await provider.unsubscribe(id, { signal });
}

/** Takes readers off the provider's list who were removed while a process may have been subscribing them. */
export async function takeOffRemoved(deps: TakeOffDeps, context: StepContext): Promise<StepEnd> {
  const limit = readerPolicy.batchSize;
  for (let after = 0; ; ) {
    const leaving = await deps.readers.leaving({ after, limit });
    for (const reader of leaving) {
      if (context.signal?.aborted) return undefined;
      try {
        await takeOff((await deps.provider()).readers, reader, context.signal);
        await deps.readers.hasLeft(reader.id);
      } catch (error) {
        if (!isDomainError(error)) throw error;
        context.onEvent({ step, outcome: outcomeOf(error), message: error.message });
        if (isOutage(error)) return 'away';
      }
      after = reader.id;
    }
    if (leaving.length < limit) return undefined;
  }
}
