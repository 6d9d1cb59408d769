import { isDomainError } from '../../errors.ts';
import {
  type ProviderReaders,
  ProviderRefused,
  type Reader,
  type SubscribeResult,
} from '../mail-provider.ts';
import { NotFound, ServerFault } from './failures.ts';
import { type FolderFor, type IcontactFolder, inGroups, type Resource } from './folder.ts';
import { postEach } from './post-each.ts';
import { type Contact, contactShape, isId, postedId, subscriptionShape } from './shapes.ts';

type Subscription = { contactId: string; listId: string; status: string };

const contacts: Resource<Contact> = {
  many: 'contacts',
  one: 'contact',
  shape: contactShape,
  id: ({ contactId }) => contactId,
};
const subscriptions: Resource<Subscription> = {
  many: 'subscriptions',
  one: 'subscription',
  shape: subscriptionShape,
  id: ({ listId, contactId }) => `${listId}_${contactId}`,
};

/** Contacts or subscriptions in one call; iContact names no maximum. */
const batchSize = 50;
/** Readers that iContact may fail on before we consider it down. */
const faultsTolerated = 5;

const reasons = {
  address: 'iContact cannot take an address with an asterisk or a comma.',
  donotcontact: 'This reader has asked iContact not to be contacted.',
  deleted: 'This reader was deleted in iContact and cannot be added again through its API.',
  unsubscribed:
    'This reader has unsubscribed, and iContact does not renew that. Use a signup form made in iContact.',
};

/** Readers of one address, which makes them one contact. */
interface Person {
  email: string;
  firstName: string;
  ids: number[];
}

export function createContacts(folderFor: FolderFor, listId: string): ProviderReaders {
  return {
    async subscribe(readers, options) {
      const folder = folderFor(options);
      const results = new Map<number, SubscribeResult>();
      const faults: ServerFault[] = [];
      try {
        for (const group of inGroups(readers, batchSize)) {
          await subscribeBatch(folder, listId, group, results, faults);
        }
        if (results.size === 0 && faults[0]) throw faults[0];
      } catch (error) {
        // Settled readers are in the answer. The caller tries the rest again.
        if (results.size === 0 || !isDomainError(error)) throw error;
      }
      return readers.flatMap(({ id }) => results.get(id) ?? []);
    },

    async unsubscribe(contactId) {
      const folder = folderFor();
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

async function subscribeBatch(
  folder: IcontactFolder,
  listId: string,
  readers: readonly Reader[],
  results: Map<number, SubscribeResult>,
  faults: ServerFault[],
): Promise<void> {
  const refuse = (person: Person, reason: string) => {
    for (const id of person.ids) results.set(id, { id, outcome: 'refused', reason });
  };
  const onFault = (_: unknown, fault: ServerFault) => {
    faults.push(fault);
    if (faults.length > faultsTolerated) throw fault;
  };
  const known: { person: Person; contactId: string }[] = [];
  const take = (person: Person, { contactId, status }: Contact) => {
    if (status === 'donotcontact' || status === 'deleted') refuse(person, reasons[status]);
    else known.push({ person, contactId });
  };

  const unknown: Person[] = [];
  for (const person of personsOf(readers)) {
    if (/[*,]/.test(person.email)) {
      refuse(person, reasons.address);
      continue;
    }
    try {
      const contact = await findContact(folder, person.email);
      if (!contact) unknown.push(person);
      else take(person, await withFirstName(folder, contact, person.firstName));
    } catch (error) {
      if (error instanceof ServerFault) onFault(person, error);
      else if (error instanceof ProviderRefused && error.scope === 'item') refuse(person, error.message);
      else throw error;
    }
  }

  await postEach(folder, unknown, {
    resource: contacts,
    toBody: ({ email, firstName }) => ({ email, firstName }),
    isSame: ({ email }, contact) => isSameAddress(email, contact.email),
    onDone: take,
    onRefused: refuse,
    onFault,
  });

  await postEach(folder, known, {
    resource: subscriptions,
    toBody: ({ contactId }) => ({
      contactId: postedId(contactId),
      listId: postedId(listId),
      status: 'normal',
    }),
    isSame: ({ contactId }, subscription) => subscription.contactId === contactId,
    onDone: ({ person, contactId }, { status }) => {
      if (status === 'unsubscribed') return refuse(person, reasons.unsubscribed);
      for (const id of person.ids) results.set(id, { id, outcome: 'subscribed', subscriberId: contactId });
    },
    onRefused: ({ person }, reason) => refuse(person, reason),
    onFault,
  });
}

function personsOf(readers: readonly Reader[]): Person[] {
  const persons = new Map<string, Person>();
  for (const { id, email, firstName } of readers) {
    const key = email.trim().toLowerCase();
    const person = persons.get(key);
    if (person) person.ids.push(id);
    else persons.set(key, { email: email.trim(), firstName: firstName.trim(), ids: [id] });
  }
  return [...persons.values()];
}

/** Posting a known address again could blank the reader's other fields in iContact, so it is looked up first. */
async function findContact(folder: IcontactFolder, email: string): Promise<Contact | undefined> {
  // Without `status=total` those that are on no list yet are left out.
  for await (const page of folder.pages(contacts, { status: 'total', email }, batchSize)) {
    const found = page.find((one) => isSameAddress(one.email, email) && one.status !== 'deleted');
    if (found) return found;
  }
  return undefined;
}

async function withFirstName(folder: IcontactFolder, contact: Contact, firstName: string): Promise<Contact> {
  if (firstName === '' || firstName === contact.firstName) return contact;
  try {
    await folder.merge(contacts, contact.contactId, { firstName });
  } catch (error) {
    // A name that iContact refuses keeps nobody off the list.
    if (!(error instanceof ProviderRefused) || error.scope === 'account') throw error;
  }
  return contact;
}

function isSameAddress(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
