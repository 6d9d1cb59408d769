import type { EntityManager } from '@mikro-orm/sql';
import type { ProviderEntry } from '../contract/schedule.ts';
import { isDomainError } from '../errors.ts';
import { keptFromLists } from '../limits/daily-budgets.ts';
import type { MailProvider, ProviderSend } from '../mail/mail-provider.ts';
import { ScheduledEmail } from './scheduled-email.ts';

export interface ProviderSendsDeps {
  forkEm: () => EntityManager;
  now: () => Date;
  provider: MailProvider;
  /** Calls to the provider that are left today. */
  callsLeft?: () => Promise<number>;
}

export interface ProviderSends {
  entries: ProviderEntry[];
  /** Why the list is from our own records alone, where the provider did not answer. */
  unreachable: string | undefined;
}

/** Answered from memory for so long: all tabs together cost the provider a few calls a minute. */
const freshMs = 20_000;
/** As far back as the list goes; the provider keeps every send for ever. */
const mostSends = 1000;
/** After a failure the provider is left alone for a while. */
const restMs = 15_000;

/** The provider's sends through a short cache that every caller of this process shares. */
export function createProviderSends(deps: ProviderSendsDeps) {
  const { forkEm, now } = deps;
  let cached: { at: number; sends: Promise<CachedSends> } | undefined;

  function sends(): Promise<CachedSends> {
    const at = now().getTime();
    if (!cached || at - cached.at > freshMs) cached = { at, sends: fetchSends(deps) };
    const mine = cached;
    return mine.sends.then(
      (value) => {
        // A failure is kept for a shorter time than an answer.
        if (value.unreachable && cached === mine) mine.at = Math.min(mine.at, at - freshMs + restMs);
        return value;
      },
      (error) => {
        if (cached === mine) cached = undefined;
        throw error;
      },
    );
  }

  return {
    async list(): Promise<ProviderSends> {
      const { sends: known, names, unreachable } = await sends();
      const em = forkEm();
      const ids = known.map(({ sendId }) => sendId);
      const ours = await em.find(
        ScheduledEmail,
        { $or: [{ sendId: { $in: ids } }, { status: { $in: ['pending', 'scheduled'] } }] },
        { orderBy: { scheduledDate: 'asc', id: 'asc' } },
      );
      const bySendId = new Map(ours.filter(({ sendId }) => sendId).map((email) => [email.sendId, email]));
      const atProvider = known.map((send) => presentSend(send, bySendId.get(send.sendId), names));
      const seen = new Set(ids);
      const missing = ours.filter(
        ({ sendId, status }) =>
          (status === 'pending' || status === 'scheduled') && !(sendId && seen.has(sendId)),
      );
      const failed = await em.find(
        ScheduledEmail,
        { status: 'failed' },
        { orderBy: { id: 'desc' }, limit: 20 },
      );
      const local = [...missing, ...failed.filter(({ sendId }) => !(sendId && seen.has(sendId)))];
      return { entries: [...atProvider, ...local.map(presentLocal)], unreachable };
    },
    /** The next caller asks the provider; after every change. */
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

async function fetchSends({ forkEm, provider, callsLeft }: ProviderSendsDeps): Promise<CachedSends> {
  const sends: ProviderSend[] = [];
  if (callsLeft && (await callsLeft()) <= keptFromLists) {
    return { sends, names: new Map(), unreachable: 'The rest of today’s calls is kept for the emails.' };
  }
  try {
    const scheduled = { status: 'scheduled' as const, sendId: { $ne: null } };
    const ours = await forkEm().find(ScheduledEmail, scheduled, { fields: ['sendId'] });
    const unseen = new Set(ours.map(({ sendId }) => sendId));
    for await (const page of provider.listSends()) {
      sends.push(...page);
      for (const { sendId } of page) unseen.delete(sendId);
      // Each page is a call, and this list is asked for all day: what went out long ago is left there.
      const isAllThatWaits = unseen.size === 0 && page.at(-1)?.status !== 'pending';
      if (isAllThatWaits || sends.length >= mostSends) break;
    }
    const waiting = sends.filter(({ status }) => status === 'pending').map(({ messageId }) => messageId);
    return { sends, names: await provider.messageNames(waiting), unreachable: undefined };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { sends: [], names: new Map(), unreachable: error.message };
  }
}

function presentSend(
  send: ProviderSend,
  email: ScheduledEmail | undefined,
  names: Map<string, string>,
): ProviderEntry {
  return {
    id: email?.id ?? null,
    sendId: send.sendId,
    messageId: send.messageId,
    messageName: email?.messageName ?? names.get(send.messageId) ?? null,
    scheduledTime: (send.scheduledTime ?? email?.scheduledDate)?.toISOString() ?? null,
    recipientCount: send.recipientCount,
    status: send.status,
    reason: email?.reason ?? null,
  };
}

/** An entry that the provider does not have, or that it could not be asked about. */
function presentLocal(email: ScheduledEmail): ProviderEntry {
  return {
    id: email.id,
    sendId: email.sendId ?? null,
    messageId: email.icontactMessageId ?? null,
    messageName: email.messageName,
    scheduledTime: email.scheduledDate.toISOString(),
    recipientCount: null,
    status: email.status === 'failed' ? 'failed' : 'pending',
    reason: email.reason ?? null,
  };
}
