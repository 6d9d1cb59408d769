import { isDomainError } from '../../errors.ts';
import { type ProviderReaders, ProviderRefused, type SubscribeResult } from '../mail-provider.ts';
import { NotFound, type ServerFault } from './failures.ts';
import { addressKey, findContacts, isAmbiguous } from './find-contacts.ts';
import { type FolderFor, inGroups } from './folder.ts';
import { listMembers } from './list-members.ts';
import { isId } from './shapes.ts';
import { subscribeBatch, subscriptions } from './subscribe-batch.ts';

/**
 * Contacts or subscriptions in one call. iContact documents no maximum; its staff asked a client to send at most 500.
 */
const largestBatch = 500;
/** Readers that iContact may fail on before we consider it down. */
const faultsTolerated = 5;

export function createContacts(folderFor: FolderFor, listId: string): ProviderReaders {
  let batchSize = largestBatch;

  return {
    async subscribe(readers, options) {
      const results = new Map<number, SubscribeResult>();
      const faults: ServerFault[] = [];
      const batch = {
        folder: folderFor(options),
        listId,
        results,
        onFault(fault: ServerFault) {
          faults.push(fault);
          if (faults.length > faultsTolerated) throw fault;
        },
        onTooLarge(accepted: number) {
          batchSize = Math.min(batchSize, accepted);
        },
      };
      try {
        for (const group of inGroups(readers, batchSize)) await subscribeBatch(batch, group);
        if (results.size === 0 && faults[0]) throw faults[0];
      } catch (error) {
        // Settled readers are in the answer. The caller tries the rest again.
        if (results.size === 0 || !isDomainError(error)) throw error;
      }
      return readers.flatMap(({ id }) => results.get(id) ?? []);
    },

    async find(email, options) {
      if (isAmbiguous(email)) return undefined;
      const contact = (await findContacts(folderFor(options), [email], () => {})).get(addressKey(email));
      if (contact instanceof Error) throw contact;
      return contact?.contactId;
    },

    members: (options) => listMembers(folderFor, listId, options),

    async unsubscribe(contactId, options) {
      const folder = folderFor(options);
      if (!isId(contactId)) return;
      const id = `${listId}_${contactId}`;
      try {
        const merged = await folder.merge(subscriptions, id, { status: 'unsubscribed' });
        if (merged?.status === 'unsubscribed') return;
      } catch (error) {
        if (!(error instanceof NotFound)) throw error;
      }
      const now = await folder.read(subscriptions, id);
      if (!now || now.status === 'unsubscribed') return;
      throw new ProviderRefused('item', 'iContact did not take the reader off the list. Do it in iContact.');
    },
  };
}
