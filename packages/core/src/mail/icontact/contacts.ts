import { isDomainError } from '../../platform/errors.ts';
import {
  type CallOptions,
  type ListMember,
  type ProviderReaders,
  ProviderRefused,
  type Reader,
  type SubscribeResult,
} from '../mail-provider.ts';
import { NotFound, refusalText, ServerFault } from './failures.ts';
import { type FolderFor, type IcontactFolder, inGroups, type Resource } from './folder.ts';
import { type Contact, contactShape, isId, postedId, subscriptionShape } from './shapes.ts';

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

const contacts: Resource<Contact> = {
  many: 'contacts',
  one: 'contact',
  shape: contactShape,
  id: ({ contactId }) => contactId,
};

const pageSize = 50;
/** Characters of addresses in one query; servers commonly accept URLs of up to 8,000 characters. */
const longestQuery = 4000;

/** By `addressKey`: the contact, `undefined` if there is none, or the reason why iContact did not answer. */
type FoundContacts = Map<string, Contact | undefined | ServerFault | ProviderRefused>;

function addressKey(email: string): string {
  return email.trim().toLowerCase();
}

/** iContact would treat an asterisk as a wildcard, and a comma as the end of an address. */
function isAmbiguous(email: string): boolean {
  return /[*,]/.test(email);
}

/**
 * Looks up several addresses with one call. If that fails, looks up each separately: one record can be the cause.
 *
 * @param onFault Called for each address that iContact fails on; may throw.
 */
async function findContacts(
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

const membersPerPage = 500;

/**
 * Everybody who is or was on the list, in pages. Subscriptions are read first, because they show who is on the list.
 */
async function* listMembers(
  folderFor: FolderFor,
  listId: string,
  options?: CallOptions,
): AsyncGenerator<ListMember[]> {
  const folder = folderFor(options);
  const byContact = new Map<string, string>();
  for await (const page of folder.pages(subscriptions, { listId }, membersPerPage)) {
    // The filter may have been ignored.
    for (const { contactId, status, ...one } of page)
      if (one.listId === listId) byContact.set(contactId, status);
  }
  for await (const page of folder.pages(contacts, { status: 'total' }, membersPerPage)) {
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

type Subscription = { contactId: string; listId: string; status: string };

const subscriptions: Resource<Subscription> = {
  many: 'subscriptions',
  one: 'subscription',
  shape: subscriptionShape,
  id: ({ listId, contactId }) => `${listId}_${contactId}`,
};

/** Readers who are looked up before they are posted. Looking up more would cost more calls than posting them. */
const mostLookedUp = 50;

const reasons = {
  address: 'iContact cannot take an address with an asterisk or a comma.',
  donotcontact: 'This reader has asked iContact not to be contacted.',
  deleted: 'This reader was deleted in iContact and cannot be added again through its API.',
  unsubscribed:
    'This reader has unsubscribed, and iContact does not undo that. Use a signup form made in iContact.',
};

/** Readers with the same address, who are one contact. */
interface Person {
  email: string;
  firstName: string;
  ids: number[];
}

interface SubscribeBatch {
  folder: IcontactFolder;
  listId: string;
  /** Receives the decision on each reader. */
  results: Map<number, SubscribeResult>;
  /** Called for each reader whom iContact fails on; may throw. */
  onFault: (fault: ServerFault) => void;
  /** Called if a smaller call was accepted after the whole batch was refused. */
  onTooLarge: (accepted: number) => void;
}

/** Adds readers to the list: first contacts, then their subscriptions, with one call each. */
async function subscribeBatch(batch: SubscribeBatch, readers: readonly Reader[]): Promise<void> {
  const { folder, listId, results, onTooLarge } = batch;
  const settle = ({ ids }: Person, result: ResultOfPerson) => {
    for (const id of ids) results.set(id, { id, ...result });
  };
  const refuse: Verdicts['refuse'] = (person, reason) => settle(person, { outcome: 'refused', reason });
  const onFault = (_: unknown, fault: ServerFault) => batch.onFault(fault);
  const known: { person: Person; contactId: string }[] = [];
  const take: Verdicts['take'] = (person, { contactId, status }) => {
    if (status === 'donotcontact' || status === 'deleted') refuse(person, reasons[status]);
    else known.push({ person, contactId });
  };

  const persons = personsOf(readers);
  const postable = persons.filter(({ email }) => !isAmbiguous(email));
  for (const person of persons) if (isAmbiguous(person.email)) refuse(person, reasons.address);
  const unknown =
    postable.length > mostLookedUp ? postable : await takeKnown(batch, postable, { take, refuse });
  const shared = { onFault, onTooLarge };
  await postEach(folder, unknown, { ...postedContact, ...shared, onDone: take, onRefused: refuse });
  await postEach(folder, known, {
    ...shared,
    resource: subscriptions,
    toBody: ({ contactId }) => ({
      contactId: postedId(contactId),
      listId: postedId(listId),
      status: 'normal',
    }),
    itemKey: ({ contactId }) => contactId,
    recordKey: ({ contactId }) => contactId,
    onDone({ person, contactId }, { status }) {
      if (status === 'unsubscribed') refuse(person, reasons.unsubscribed);
      else settle(person, { outcome: 'subscribed', subscriberId: contactId });
    },
    onRefused: ({ person }, reason) => refuse(person, reason),
  });
}

interface Verdicts {
  take: (person: Person, contact: Contact) => void;
  refuse: (person: Person, reason: string) => void;
}

type ResultOfPerson =
  | { outcome: 'subscribed'; subscriberId: string }
  | { outcome: 'refused'; reason: string };

const postedContact: Pick<Posting<Person, Contact>, 'resource' | 'toBody' | 'itemKey' | 'recordKey'> = {
  resource: contacts,
  toBody: ({ email, firstName }) => ({ email, firstName }),
  itemKey: ({ email }) => addressKey(email),
  recordKey: ({ email }) => addressKey(email),
};

/**
 * Posting a known address again could blank the contact's other fields in iContact, so known ones are
 * changed instead.
 *
 * @returns those that iContact does not know
 */
async function takeKnown(
  { folder, onFault }: SubscribeBatch,
  persons: readonly Person[],
  { take, refuse }: Verdicts,
): Promise<Person[]> {
  const emails = persons.map(({ email }) => email);
  const found = await findContacts(folder, emails, onFault);
  const unknown: Person[] = [];
  for (const person of persons) {
    const contact = found.get(addressKey(person.email));
    if (!contact) unknown.push(person);
    else if (contact instanceof ProviderRefused) refuse(person, contact.message);
    else if (!(contact instanceof ServerFault)) {
      await writeFirstName(folder, contact, person.firstName);
      take(person, contact);
    }
  }
  return unknown;
}

async function writeFirstName(folder: IcontactFolder, contact: Contact, firstName: string): Promise<void> {
  if (firstName === '' || firstName === contact.firstName) return;
  try {
    await folder.merge(contacts, contact.contactId, { firstName });
  } catch (error) {
    // A name that iContact refuses does not keep anyone off the list.
    if (!(error instanceof ProviderRefused) || error.scope === 'account') throw error;
  }
}

function personsOf(readers: readonly Reader[]): Person[] {
  const persons = new Map<string, Person>();
  for (const { id, email, firstName } of readers) {
    const key = addressKey(email);
    const person = persons.get(key);
    if (person) person.ids.push(id);
    else persons.set(key, { email: email.trim(), firstName: firstName.trim(), ids: [id] });
  }
  return [...persons.values()];
}

interface Posting<I, T> {
  resource: Resource<T>;
  toBody: (item: I) => object;
  /** A record in the answer belongs to the item with the same key. */
  itemKey: (item: I) => string;
  recordKey: (record: T) => string;
  onDone: (item: I, record: T) => void;
  onRefused: (item: I, reason: string) => void;
  /** Called if iContact failed on this item alone: it is neither done nor refused. */
  onFault: (item: I, fault: ServerFault) => void;
  /** Called if a batch was refused as a whole, but all parts of this size were accepted. */
  onTooLarge: (accepted: number) => void;
}

/**
 * Posts a batch so that a bad item does not keep out the others. If some are missing from an answer, they are posted
 * one by one. If all are missing, the batch is halved, which finds one bad item among 500 with twenty calls. Use it
 * only for records that may be posted twice.
 *
 * @returns whether all were accepted
 */
async function postEach<I, T>(
  folder: IcontactFolder,
  items: readonly I[],
  posting: Posting<I, T>,
): Promise<boolean> {
  const [first] = items;
  if (first === undefined) return true;
  const isAlone = items.length === 1;
  const answer = await post(folder, items, posting);
  if (answer instanceof ServerFault && isAlone) {
    posting.onFault(first, answer);
    return false;
  }
  const { records, refusal } = answer instanceof ServerFault ? nothing : answer;
  const missing = takeDone(items, records, posting);
  if (missing.length === 0) return true;
  if (isAlone) {
    posting.onRefused(first, refusal);
    return false;
  }
  const isWhole = missing.length === items.length;
  const size = isWhole ? Math.ceil(items.length / 2) : 1;
  let areAccepted = true;
  for (const part of inGroups(missing, size)) {
    areAccepted = (await postEach(folder, part, posting)) && areAccepted;
  }
  if (isWhole && areAccepted && !(answer instanceof ServerFault)) posting.onTooLarge(size);
  return areAccepted;
}

const nothing = { records: [], refusal: refusalText(undefined) };

/** @returns the items that have no record */
function takeDone<I, T>(
  items: readonly I[],
  records: readonly T[],
  { itemKey, recordKey, onDone }: Posting<I, T>,
): I[] {
  const byKey = new Map(records.map((record) => [recordKey(record), record]));
  const isAlone = items.length === 1;
  return items.filter((item) => {
    const record = isAlone ? records[0] : byKey.get(itemKey(item));
    if (record) onDone(item, record);
    return !record;
  });
}

/** The records in the answer; none if the whole batch was refused, because one bad item can cause that too. */
async function post<I, T>(
  folder: IcontactFolder,
  items: readonly I[],
  { resource, toBody }: Posting<I, T>,
): Promise<{ records: T[]; refusal: string } | ServerFault> {
  try {
    const { items: records, reason } = await folder.create(resource, items.map(toBody));
    return { records, refusal: refusalText(reason) };
  } catch (error) {
    if (error instanceof ServerFault) return error;
    if (!(error instanceof ProviderRefused) || error.scope === 'account') throw error;
    return { records: [], refusal: error.message };
  }
}
