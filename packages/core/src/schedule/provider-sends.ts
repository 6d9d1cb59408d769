import type { ProviderEntry as MarkedEntry } from '../contract/schedule.ts';
import type { MailProvider, ProviderSend } from '../mail/mail-provider.ts';
import { dailyCalls, listPolicy } from '../mail/policy.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { isDomainError } from '../platform/errors.ts';
import type { OwnTimes } from './email-time.ts';
import { ScheduledEmail } from './scheduled-email.ts';

/** An entry before it is known whether its text is older. */
type ProviderEntry = Omit<MarkedEntry, 'hasOlderText' | 'isElsewhere'>;

export interface ProviderSendsDeps extends OwnTimes {
  database: OpenDatabase;
  now: () => Date;
  provider: () => Promise<MailProvider>;
  /** Calls to the provider that are left today. */
  callsLeft: () => Promise<number>;
}

export interface ProviderSendList {
  entries: ProviderEntry[];
  /** Why the list comes from our own records alone; `undefined` if the provider answered. */
  unreachable: string | undefined;
}

/** The provider's sends through a short cache that every caller of this process shares. */
export function createProviderSends(deps: ProviderSendsDeps) {
  const { database, now } = deps;
  let cached: { at: number; sends: Promise<CachedSends> } | undefined;

  function sends(): Promise<CachedSends> {
    const at = now().getTime();
    if (!cached || at - cached.at > listPolicy.freshMs) cached = { at, sends: fetchSends(deps) };
    const mine = cached;
    return mine.sends.then(
      (value) => {
        // A failure is cached for a shorter time than an answer.
        const oldest = at - listPolicy.freshMs + listPolicy.restMs;
        if (value.unreachable && cached === mine) mine.at = Math.min(mine.at, oldest);
        return value;
      },
      (error) => {
        if (cached === mine) cached = undefined;
        throw error;
      },
    );
  }

  return {
    async list(): Promise<ProviderSendList> {
      const { sends: known, names, unreachable } = await sends();
      const ids = new Set(known.map(({ sendId }) => sendId));
      const ours = await findOurs(database, [...ids]);
      const bySendId = new Map(ours.map((email) => [email.sendId, email]));
      const replaced = new Set(ours.map((email) => email.replaced?.sendId));
      // A send that is about to be canceled there is listed as the one that replaces it.
      const current = known.filter(({ sendId }) => !replaced.has(sendId));
      const atProvider = current.map((send) => {
        const email = bySendId.get(send.sendId);
        // A send from here says when its first reader is due, and readers may have times of their own.
        const at = deps.ownTimes && email ? email.scheduledDate : send.scheduledTime;
        return presentSend({ ...send, scheduledTime: at }, email, names);
      });
      const failed = await findFailed(database);
      const local = [...ours.filter(isWaiting), ...failed].filter(
        ({ sendId }) => !sendId || !ids.has(sendId),
      );
      return { entries: [...atProvider, ...local.map(presentLocal)], unreachable };
    },
    /** Call this after a change: the next caller then asks the provider. */
    forget(): void {
      cached = undefined;
    },
  };
}

interface CachedSends {
  sends: ProviderSend[];
  names: Map<string, string>;
  unreachable: string | undefined;
}

async function fetchSends(deps: ProviderSendsDeps): Promise<CachedSends> {
  const local = (unreachable: string) => ({ sends: [], names: new Map(), unreachable });
  if ((await deps.callsLeft()) <= dailyCalls.keptFromList) {
    return local('The rest of today’s calls is kept for the emails.');
  }
  try {
    const provider = await deps.provider();
    const sends = await readSends(deps, provider);
    return { sends, names: await readNames(deps, provider, sends), unreachable: undefined };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return local(error.message);
  }
}

/** The newest sends, up to the last one that has not been sent yet. */
async function readSends({ database }: ProviderSendsDeps, provider: MailProvider): Promise<ProviderSend[]> {
  const scheduled = { status: 'scheduled' as const, sendId: { $ne: null } };
  const ours = await database
    .em()
    .find(ScheduledEmail, scheduled, { ...soonestFirst, fields: ['sendId'], limit: listPolicy.mostSends });
  const unseen = new Set(ours.map(({ sendId }) => sendId));
  const sends: ProviderSend[] = [];
  let pages = 0;
  for await (const page of provider.sends.list()) {
    pages += 1;
    sends.push(...page);
    for (const { sendId } of page) unseen.delete(sendId);
    // Each page costs a call and the list is refreshed all day, so old sends are not read.
    const isComplete = unseen.size === 0 && page.at(-1)?.status !== 'pending';
    if (isComplete || sends.length >= listPolicy.mostSends || pages >= listPolicy.mostPages) break;
  }
  return sends;
}

/** The names of waiting sends that are not ours. The names of ours are known here. */
async function readNames(
  { database }: ProviderSendsDeps,
  provider: MailProvider,
  sends: readonly ProviderSend[],
): Promise<Map<string, string>> {
  const waiting = sends.filter(({ status }) => status === 'pending');
  const isOurs = { sendId: { $in: waiting.map(({ sendId }) => sendId) } };
  const ours = await database.em().find(ScheduledEmail, isOurs, { fields: ['sendId'] });
  const ids = new Set(ours.map(({ sendId }) => sendId));
  const others = waiting.filter(({ sendId }) => !ids.has(sendId));
  return provider.sends.messageNames(others.map(({ messageId }) => messageId));
}

const soonestFirst = { orderBy: { firstAt: 'asc' as const, id: 'asc' as const } };

/** Our emails with these sends, and the waiting emails that are due soonest. */
async function findOurs(database: OpenDatabase, sendIds: string[]): Promise<ScheduledEmail[]> {
  const em = database.em();
  const known = await em.find(ScheduledEmail, { sendId: { $in: sendIds } }, soonestFirst);
  const waiting = {
    status: { $in: ['pending', 'scheduled'] as const },
    $or: [{ sendId: null }, { sendId: { $nin: sendIds } }],
  };
  const limit = listPolicy.mostSends;
  return [...known, ...(await em.find(ScheduledEmail, waiting, { ...soonestFirst, limit }))];
}

function findFailed(database: OpenDatabase): Promise<ScheduledEmail[]> {
  return database.em().find(ScheduledEmail, { status: 'failed' }, { orderBy: { id: 'desc' }, limit: 20 });
}

function isWaiting({ status }: ScheduledEmail): boolean {
  return status === 'pending' || status === 'scheduled';
}

function presentSend(
  send: ProviderSend,
  email: ScheduledEmail | undefined,
  names: Map<string, string>,
): ProviderEntry {
  return {
    id: email?.id ?? null,
    wordId: email?.word.id ?? null,
    sendId: send.sendId,
    messageId: send.messageId,
    messageName: email?.messageName ?? names.get(send.messageId) ?? null,
    scheduledTime: (send.scheduledTime ?? email?.scheduledDate)?.toISOString() ?? null,
    recipientCount: send.recipientCount,
    status: send.status,
    reason: email?.reason ?? null,
  };
}

/** An email that the provider does not have, or that it could not be asked about. */
function presentLocal(email: ScheduledEmail): ProviderEntry {
  return {
    id: email.id,
    wordId: email.word.id,
    sendId: email.sendId ?? null,
    messageId: email.messageId ?? null,
    messageName: email.messageName,
    scheduledTime: email.scheduledDate.toISOString(),
    recipientCount: null,
    status: email.status === 'failed' ? 'failed' : 'pending',
    reason: email.reason ?? null,
  };
}
