import type { CallOptions, ListMember } from '../mail-provider.ts';
import { contacts } from './find-contacts.ts';
import type { FolderFor } from './folder.ts';
import { subscriptions } from './subscribe-batch.ts';

const pageSize = 500;

/**
 * Everybody who is or was on the list, in pages. Subscriptions are read first, because they show who is on the list.
 */
export async function* listMembers(
  folderFor: FolderFor,
  listId: string,
  options?: CallOptions,
): AsyncGenerator<ListMember[]> {
  const folder = folderFor(options);
  const byContact = new Map<string, string>();
  for await (const page of folder.pages(subscriptions, { listId }, pageSize)) {
    // The filter may have been ignored.
    for (const { contactId, status, ...one } of page)
      if (one.listId === listId) byContact.set(contactId, status);
  }
  for await (const page of folder.pages(contacts, { status: 'total' }, pageSize)) {
    yield page.flatMap(({ contactId, email, firstName, status }) => {
      const subscription = byContact.get(contactId);
      if (subscription === undefined) return [];
      return [{ subscriberId: contactId, email, firstName, state: stateOf(subscription, status) }];
    });
  }
}

function stateOf(subscription: string, contact: string): ListMember['state'] {
  if (contact === 'bounced') return 'bounced';
  if (subscription === 'unsubscribed' || contact === 'donotcontact' || contact === 'deleted') return 'left';
  return subscription === 'normal' && contact === 'normal' ? 'on' : 'unconfirmed';
}
