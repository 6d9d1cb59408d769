import {
  joinedHere,
  type MailProvider,
  type ProviderReaders,
  ProviderUnreachable,
  type Reader,
  type SubscribeResult,
} from '../../mail/mail-provider.ts';
import { keptFailure, type StepContext, type StepEnd } from '../../mail/pass-event.ts';
import { callPolicy, dailyCalls, isOutage, outcomeOf, readerPolicy } from '../../mail/policy.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { isDomainError } from '../../platform/errors.ts';
import {
  claimReaders,
  countWaiting,
  findLeaving,
  type LeavingReader,
  markLeft,
  releaseReaders,
  settleReaders,
} from './claim-readers.ts';

export interface SubscribeDeps {
  database: OpenDatabase;
  now: () => Date;
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
    const batch = await claimReaders(deps, readerPolicy.batchSize);
    if (batch.length === 0) return undefined;
    const end = await subscribeBatch(deps, context, batch);
    if (end !== 'settled') return end === 'away' ? end : undefined;
  }
  return undefined;
}

async function deferRemaining(
  { database }: SubscribeDeps,
  { onEvent }: StepContext,
  why: string,
): Promise<void> {
  const count = await countWaiting(database);
  if (count === 0) return;
  const message = `${count === 1 ? '1 new reader is' : `${count} new readers are`} waiting. ${why}`;
  onEvent({ step, outcome: 'waiting', count, message });
}

/** @returns `settled` if the provider decided on all of them, so that it can take more */
async function subscribeBatch(
  { database, provider, now }: SubscribeDeps,
  context: StepContext,
  batch: readonly Reader[],
): Promise<'settled' | 'left' | 'away'> {
  const unsettled = new Set(batch.map(({ id }) => id));
  try {
    const options = { signal: context.signal, beforeChange: whileLeased(now) };
    const results = await (await provider()).readers.subscribe(batch, options);
    await settleReaders({ database, now }, batch, results);
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
    if (unsettled.size > 0) await releaseReaders(database, [...unsettled]);
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
    onEvent({ step, ...keptFailure, id: result.id, message });
  }
}

/** Takes a reader off the provider's list, if they are on it. Safe to repeat. */
export async function takeOff(
  provider: ProviderReaders,
  { email, subscriberId }: LeavingReader,
  signal?: AbortSignal,
): Promise<void> {
  const known = subscriberId === joinedHere ? null : subscriberId;
  const id = known ?? (await provider.find(email, { signal }));
  if (id !== undefined) await provider.unsubscribe(id, { signal });
}

export interface TakeOffDeps {
  database: OpenDatabase;
  now: () => Date;
  provider: () => Promise<MailProvider>;
  /** Called with an address after its last row was deleted. */
  eraseTraces: (email: string) => Promise<void>;
}

/** Takes readers off the provider's list who were removed while a process may have been subscribing them. */
export async function takeOffRemoved(deps: TakeOffDeps, context: StepContext): Promise<StepEnd> {
  const limit = readerPolicy.batchSize;
  for (let after = 0; ; ) {
    const leaving = await findLeaving(deps, { after, limit });
    for (const reader of leaving) {
      if (context.signal?.aborted) return undefined;
      try {
        await takeOff((await deps.provider()).readers, reader, context.signal);
        const email = await markLeft(deps, reader.id);
        if (email !== undefined) await deps.eraseTraces(email);
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
