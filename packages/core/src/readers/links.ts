import { joinedHere, type MailProvider, type Reader, type SubscribeResult } from '../mail/mail-provider.ts';
import { testToken } from '../mail/mailing-list.ts';
import { confirmationPolicy, readerPolicy } from '../mail/policy.ts';
import { leaseEnd } from '../platform/database/lease.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { isDomainError } from '../platform/errors.ts';
import { noteReport } from './bounces/note-report.ts';
import { settleReaders } from './list-sync/claim-readers.ts';
import { Confirmation, Registration, Suppression } from './reader-tables.ts';
import type { Suppressions } from './suppressions.ts';

interface LinksDeps extends UndoDeps {
  suppressions: Suppressions;
}

/** What readers can do with the links in their emails. A token identifies the reader, and nothing else is required. */
export interface ReaderLinks {
  /** Whether a link is from a test email and so identifies nobody. */
  isTest(token: string): boolean;
  isOnList(token: string): Promise<boolean>;
  /** Safe to repeat. */
  unsubscribe(token: string): Promise<void>;
  /** Puts back a reader who unsubscribed by mistake, if the provider that keeps the list allows it. */
  undoUnsubscribe(token: string): Promise<Undone>;
  /** What the link in a confirmation email leads to; `undefined` if it is unknown or has expired. */
  signup(token: string): Promise<LinkedSignup | undefined>;
  /**
   * Puts a reader on the list, regardless of what happened before the link was sent. A used link changes nothing: it
   * only says what became of the signup.
   */
  confirm(token: string): Promise<LinkedSignup | undefined>;
}

export type LinkedSignup =
  | { state: 'unconfirmed' }
  /** On the list. @param timezone Their own, if they have one. */
  | { state: 'confirmed'; timezone: string | undefined }
  /** Left since then. @param mailToken With it they may come back. */
  | { state: 'left'; mailToken: string };

/** All tokens have this form: anything else in a link was never ours. */
export const isToken = (text: string) => /^[0-9a-f]{32}$/.test(text);

export function readerLinks(deps: LinksDeps): ReaderLinks {
  const { database, now, suppressions } = deps;
  const isOnList = async (mailToken: string) => {
    if (!isToken(mailToken)) return false;
    const status = { $in: ['subscribed', 'waiting'] as const };
    return (await database.em().count(Registration, { mailToken, status })) > 0;
  };
  const valid = async (token: string) => {
    if (!isToken(token)) return null;
    const sentAt = { $gt: new Date(now().getTime() - confirmationPolicy.validMs) };
    return database.em().findOne(Confirmation, { token, sentAt });
  };
  const signup = async (token: string): Promise<LinkedSignup | undefined> => {
    const found = await valid(token);
    if (!found?.isUsed()) return found ? { state: 'unconfirmed' } : undefined;
    const reader = await database.em().findOne(Registration, { email: found.email });
    if (reader?.status === 'subscribed' || reader?.status === 'waiting')
      return { state: 'confirmed', timezone: reader.timezone ?? undefined };
    return reader?.status === 'unsubscribed' && reader.mailToken
      ? { state: 'left', mailToken: reader.mailToken }
      : undefined;
  };
  return {
    isTest: (token) => token === testToken,
    isOnList,
    async unsubscribe(mailToken) {
      if (!isToken(mailToken)) return;
      const reader = await database.em().findOne(Registration, { mailToken }, { fields: ['id'] });
      if (reader) await noteReport({ database, now }, reader.id, { kind: 'unsubscribe' });
    },
    undoUnsubscribe: async (mailToken) => (isToken(mailToken) ? undoUnsubscribe(deps, mailToken) : 'unknown'),
    signup,
    async confirm(token) {
      const found = await valid(token);
      if (!found || found.isUsed()) return signup(token);
      const { email } = found;
      const confirmed = {
        status: 'waiting' as const,
        statusAt: now(),
        confirmedAt: now(),
        reason: null,
        softBounces: 0,
        softBouncedOn: null,
      };
      const hashes = await suppressions.hashesOf(email);
      await database.em().transactional(async (em) => {
        const unused = { token, emails: { $gt: 0 } };
        if ((await em.nativeUpdate(Confirmation, unused, { emails: 0, dueAt: null })) === 0) return;
        await em.nativeDelete(Suppression, { hash: { $in: hashes } });
        await em.nativeUpdate(Registration, { email }, confirmed);
      });
      return signup(token);
    },
  };
}

interface UndoDeps {
  database: OpenDatabase;
  now: () => Date;
  /** Whether the list is kept here, not at the email provider. */
  ownsList: boolean;
  provider: () => Promise<Pick<MailProvider, 'readers'>>;
}

export type Undone =
  /** On the list, here and at the provider. */
  | 'back'
  /** The provider does not take back anyone who has left its list, except through its own forms. */
  | 'refused'
  /** The provider has not answered, or was asked a moment ago. */
  | 'later'
  /** The token belongs to nobody, or to someone who did not unsubscribe and is not on the list. */
  | 'unknown';

/** Puts back a reader who unsubscribed by mistake. If that fails, they stay unsubscribed. */
async function undoUnsubscribe(deps: UndoDeps, mailToken: string): Promise<Undone> {
  const { database, ownsList, now } = deps;
  const unsubscribed = { mailToken, status: 'unsubscribed' as const };
  // Once a provider that keeps the list knows of the unsubscribe, the subscriber id is cleared.
  const unnoticed = ownsList ? unsubscribed : { ...unsubscribed, subscriberId: { $ne: null } };
  const back = { status: 'subscribed', statusAt: now() } as const;
  await database
    .em()
    .nativeUpdate(Registration, unnoticed, ownsList ? { ...back, subscriberId: joinedHere } : back);
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
  await settleReaders(deps, [reader], [result]);
  if (result.outcome === 'subscribed') return 'back';
  const refused = { id, status: 'refused' as const };
  await deps.database.em().nativeUpdate(Registration, refused, { status: 'unsubscribed' });
  return 'refused';
}

/** Anyone with the link can click the button again and again. @returns whether the provider was not asked recently */
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
