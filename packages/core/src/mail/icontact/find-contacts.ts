import { ProviderRefused } from '../mail-provider.ts';
import { ServerFault } from './failures.ts';
import type { IcontactFolder, Resource } from './folder.ts';
import { type Contact, contactShape } from './shapes.ts';

export const contacts: Resource<Contact> = {
  many: 'contacts',
  one: 'contact',
  shape: contactShape,
  id: ({ contactId }) => contactId,
};

const pageSize = 50;
/** Characters of addresses in one query; servers commonly accept URLs of up to 8,000 characters. */
const longestQuery = 4000;

/** By `addressKey`: the contact, `undefined` if there is none, or the reason why iContact did not answer. */
export type FoundContacts = Map<string, Contact | undefined | ServerFault | ProviderRefused>;

export function addressKey(email: string): string {
  return email.trim().toLowerCase();
}

/** iContact would treat an asterisk as a wildcard, and a comma as the end of an address. */
export function isAmbiguous(email: string): boolean {
  return /[*,]/.test(email);
}

/**
 * Looks up several addresses with one call. If that fails, looks up each separately: one record can be the cause.
 *
 * @param onFault Called for each address that iContact fails on; may throw.
 */
export async function findContacts(
  folder: IcontactFolder,
  emails: readonly string[],
  onFault: (fault: ServerFault) => void,
): Promise<FoundContacts> {
  const found: FoundContacts = new Map();
  for (const some of inQueries(emails)) {
    const error = await findSome(folder, some, found);
    if (!error) continue;
    for (const email of some) {
      const failure = some.length === 1 ? error : await findSome(folder, [email], found);
      if (!failure) continue;
      found.set(addressKey(email), failure);
      if (failure instanceof ServerFault) onFault(failure);
    }
  }
  return found;
}

async function findSome(
  folder: IcontactFolder,
  emails: readonly string[],
  found: FoundContacts,
): Promise<ServerFault | ProviderRefused | undefined> {
  const missing = new Set(emails.map(addressKey));
  try {
    // Without `status=total`, contacts that are on no list yet are left out.
    for await (const page of folder.pages(contacts, { status: 'total', email: emails.join(',') }, pageSize)) {
      // The filter may have been ignored.
      for (const contact of page.filter(({ status }) => status !== 'deleted')) {
        const key = addressKey(contact.email);
        if (missing.delete(key)) found.set(key, contact);
      }
      if (missing.size === 0) break;
    }
    return undefined;
  } catch (error) {
    if (error instanceof ServerFault) return error;
    if (error instanceof ProviderRefused && error.scope === 'item') return error;
    throw error;
  }
}

function inQueries(emails: readonly string[]): string[][] {
  const queries: string[][] = [];
  let length = longestQuery;
  for (const email of emails) {
    length += email.length + 1;
    if (length > longestQuery) {
      queries.push([]);
      length = email.length;
    }
    queries.at(-1)?.push(email);
  }
  return queries;
}
