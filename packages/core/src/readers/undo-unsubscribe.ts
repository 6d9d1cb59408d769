import type { OpenDatabase } from '../database/open-database.ts';
import { leaseEnd } from '../delivery/lease.ts';
import { readerPolicy } from '../delivery/policy.ts';
import { isDomainError } from '../errors.ts';
import type { MailProvider, Reader, SubscribeResult } from '../mail/mail-provider.ts';
import { noteReport } from './note-report.ts';
import { settle } from './reader-queue.ts';
import { Registration } from './registration.ts';

export interface UndoDeps {
  database: OpenDatabase;
  now: () => Date;
  /** Whether the list is kept here, not at the email provider. */
  ownsList: boolean;
  provider: () => Promise<Pick<MailProvider, 'readers'>>;
}

export type Undone =
  /** On the list, here and at the provider. */
  | 'back'
  /** The provider does not take back anybody who has left its list, except through its own forms. */
  | 'refused'
  /** The provider has not answered, or was asked a moment ago. */
  | 'later'
  /** The token belongs to nobody, or to somebody who did not unsubscribe and is not on the list. */
  | 'unknown';

/** Puts back a reader who unsubscribed by mistake. If that fails, they stay unsubscribed. */
export async function undoUnsubscribe(deps: UndoDeps, mailToken: string): Promise<Undone> {
  const { database, ownsList, now } = deps;
  const unsubscribed = { mailToken, status: 'unsubscribed' as const };
  // Once a provider that keeps the list knows of the unsubscribe, the subscriber id is cleared.
  const unnoticed = ownsList ? unsubscribed : { ...unsubscribed, subscriberId: { $ne: null } };
  await database.em().nativeUpdate(Registration, unnoticed, { status: 'subscribed', statusAt: now() });
  const reader = await database.em().findOne(Registration, { mailToken });
  if (reader?.status === 'subscribed' || reader?.status === 'waiting') return 'back';
  return reader?.status === 'unsubscribed' && !ownsList ? askProvider(deps, reader) : 'unknown';
}

async function askProvider(deps: UndoDeps, { id, email, firstName, reason }: Registration): Promise<Undone> {
  if (!(await claim(deps, id))) return reason ? 'refused' : 'later';
  const reader = { id, email, firstName };
  const result = await subscribe(deps, reader);
  if (!result) {
    // The provider may still have added the reader: the next passes take them off.
    await noteReport(deps, id, { kind: 'unsubscribe' });
    return 'later';
  }
  await settle(deps, [reader], [result]);
  if (result.outcome === 'subscribed') return 'back';
  const refused = { id, status: 'refused' as const };
  await deps.database.em().nativeUpdate(Registration, refused, { status: 'unsubscribed' });
  return 'refused';
}

/** Anybody with the link can click the button again and again. @returns whether the provider was not asked recently */
async function claim({ database, now }: UndoDeps, id: number): Promise<boolean> {
  const at = await database.sharedTime(now());
  const { leaseMs, askedAgainAfterMs } = readerPolicy;
  const lately = { $gt: new Date(at.getTime() - askedAgainAfterMs), $lte: at };
  const claimed = await database
    .em()
    .nativeUpdate(
      Registration,
      { id, status: 'unsubscribed', $or: [{ attemptedAt: null }, { $not: { attemptedAt: lately } }] },
      { status: 'waiting', attemptedAt: at, leaseUntil: leaseEnd(at, leaseMs) },
    );
  return claimed > 0;
}

async function subscribe({ provider }: UndoDeps, reader: Reader): Promise<SubscribeResult | undefined> {
  try {
    return (await (await provider()).readers.subscribe([reader]))[0];
  } catch (error) {
    if (isDomainError(error)) return undefined;
    throw error;
  }
}
