import { confirmationPolicy } from '../delivery/policy.ts';
import { testToken } from '../mail/mailing-list.ts';
import { Confirmation } from './confirmation.ts';
import { noteReport } from './note-report.ts';
import { Registration } from './registration.ts';
import { Suppression } from './suppression.ts';
import type { Suppressions } from './suppressions.ts';
import { type UndoDeps, type Undone, undoUnsubscribe } from './undo-unsubscribe.ts';

export interface LinksDeps extends UndoDeps {
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
  canConfirm(token: string): Promise<boolean>;
  /** Puts a reader on the list, regardless of what happened before. @returns `false` if the link has been used or expired */
  confirm(token: string): Promise<boolean>;
}

export function readerLinks(deps: LinksDeps): ReaderLinks {
  const { database, now, suppressions } = deps;
  const isOnList = async (mailToken: string) => {
    const status = { $in: ['subscribed', 'waiting'] as const };
    return (await database.em().count(Registration, { mailToken, status })) > 0;
  };
  const valid = (token: string) => {
    const sentAt = { $gt: new Date(now().getTime() - confirmationPolicy.validMs) };
    return database.em().findOne(Confirmation, { token, sentAt });
  };
  return {
    isTest: (token) => token === testToken,
    isOnList,
    async unsubscribe(mailToken) {
      const reader = await database.em().findOne(Registration, { mailToken }, { fields: ['id'] });
      if (reader) await noteReport({ database, now }, reader.id, { kind: 'unsubscribe' });
    },
    undoUnsubscribe: (mailToken) => undoUnsubscribe(deps, mailToken),
    canConfirm: async (token) => (await valid(token)) !== null,
    async confirm(token) {
      const found = await valid(token);
      if (!found) return false;
      const confirmed = {
        ...{ status: 'waiting' as const, statusAt: now(), confirmedAt: now(), reason: null },
        ...{ softBounces: 0, softBouncedOn: null },
      };
      const hash = await suppressions.hashOf(found.email);
      return database.em().transactional(async (em) => {
        if ((await em.nativeDelete(Confirmation, { token })) === 0) return false;
        await em.nativeDelete(Suppression, { hash });
        return (await em.nativeUpdate(Registration, { email: found.email }, confirmed)) > 0;
      });
    },
  };
}
