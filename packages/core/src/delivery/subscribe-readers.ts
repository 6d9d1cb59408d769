import { LockMode } from '@mikro-orm/core';
import type { OpenDatabase } from '../database/open-database.ts';
import { isDomainError } from '../errors.ts';
import { keptFromSignups } from '../limits/daily-budgets.ts';
import { type MailProvider, ProviderRefused } from '../mail/mail-provider.ts';
import { Registration } from '../readers/registration.ts';
import type { PassEvent } from './pass-event.ts';

export interface HandOverSignupsDeps {
  database: OpenDatabase;
  provider: MailProvider;
  now: () => Date;
  onEvent: (event: PassEvent) => void;
  /** Calls to the provider that are left today. */
  callsLeft?: () => Promise<number>;
  batchSize?: number;
}

/** Of a pass; more signups than fit in it must not hold up the emails. */
const longestMs = 2 * 60_000;

/** Longer than a batch can take; after a crash others wait it out. */
const leaseMs = 5 * 60_000;

/**
 * Hands waiting signups to the email provider, batch by batch, until none waits, the provider
 * cannot take more now, or time or the day's calls are needed for the emails. Two at once share the
 * work. Repeating it is safe: the provider knows a reader again by the address.
 */
export async function handOverSignups(deps: HandOverSignupsDeps): Promise<void> {
  const { now, onEvent, callsLeft = async () => Number.POSITIVE_INFINITY } = deps;
  const until = now().getTime() + longestMs;
  for (;;) {
    if (now().getTime() > until) return leaveTheRest(deps, 'The next pass goes on with them.');
    if ((await callsLeft()) <= keptFromSignups) {
      return leaveTheRest(deps, 'The rest of today’s calls to the email provider is kept for the emails.');
    }
    const batch = await claim(deps);
    if (batch.length === 0) return;
    try {
      const unsettled = await handOverBatch(deps, batch);
      if (unsettled.length === 0) continue;
      await release(deps, unsettled);
      const message = `${unsettled.length} of ${batch.length} signups wait for the next pass`;
      onEvent({ step: 'signups', outcome: 'waiting', count: unsettled.length, message });
      return;
    } catch (error) {
      await release(deps, batch);
      if (!isDomainError(error)) throw error;
      const forGood = error instanceof ProviderRefused;
      onEvent({ step: 'signups', outcome: forGood ? 'failed' : 'waiting', message: error.message });
      return;
    }
  }
}

async function leaveTheRest({ database, onEvent }: HandOverSignupsDeps, why: string): Promise<void> {
  const count = await database.em().count(Registration, { handover: 'waiting' });
  if (count === 0) return;
  const message = `${count === 1 ? '1 signup waits' : `${count} signups wait`}. ${why}`;
  onEvent({ step: 'signups', outcome: 'waiting', count, message });
}

/** @returns those that the provider came to no decision about */
async function handOverBatch(
  { database, provider, onEvent }: HandOverSignupsDeps,
  batch: Registration[],
): Promise<Registration[]> {
  const readers = batch.map(({ id, email, firstName }) => ({ id, email, firstName }));
  const results = await provider.subscribe(readers);
  const em = database.em();
  await em.transactional(async (tx) => {
    for (const result of results) {
      const change =
        result.outcome === 'subscribed'
          ? { handover: 'subscribed' as const, contactId: result.contactId, handoverReason: null }
          : { handover: 'refused' as const, handoverReason: result.reason };
      await tx.nativeUpdate(Registration, { id: result.id }, { ...change, leaseUntil: null });
    }
  });
  const subscribed = results.filter(({ outcome }) => outcome === 'subscribed').length;
  if (subscribed > 0) {
    const readersNow = subscribed === 1 ? '1 new reader' : `${subscribed} new readers`;
    onEvent({ step: 'signups', outcome: 'done', count: subscribed, message: `${readersNow} on the list` });
  }
  for (const result of results) {
    if (result.outcome !== 'refused') continue;
    const message = `Signup ${result.id} was refused: ${result.reason}`;
    onEvent({ step: 'signups', outcome: 'failed', id: result.id, message });
  }
  const settled = new Set(results.map(({ id }) => id));
  return batch.filter(({ id }) => !settled.has(id));
}

async function claim({ database, now, batchSize = 50 }: HandOverSignupsDeps): Promise<Registration[]> {
  const em = database.em();
  const leaseUntil = new Date(now().getTime() + leaseMs);
  const free = { handover: 'waiting' as const, $or: [{ leaseUntil: null }, { leaseUntil: { $lt: now() } }] };
  return em.transactional(async (tx) => {
    const found = await tx.find(Registration, free, {
      orderBy: { id: 'asc' },
      limit: batchSize,
      // PostgreSQL: what another is claiming is passed over. SQLite has one writer at a time anyway.
      ...(database.kind === 'postgresql' ? { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE } : {}),
    });
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await tx.nativeUpdate(Registration, { id: { $in: ids } }, { leaseUntil });
    return found;
  });
}

async function release({ database }: HandOverSignupsDeps, batch: Registration[]): Promise<void> {
  const ids = batch.map(({ id }) => id);
  await database
    .em()
    .nativeUpdate(Registration, { id: { $in: ids }, handover: 'waiting' }, { leaseUntil: null });
}
