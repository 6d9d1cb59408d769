import { ProviderRefused, type Reader, type SubscribeResult } from '../mail-provider.ts';
import { ServerFault } from './failures.ts';
import { addressKey, contacts, findContacts, isAmbiguous } from './find-contacts.ts';
import type { IcontactFolder, Resource } from './folder.ts';
import { type Posting, postEach } from './post-each.ts';
import { type Contact, postedId, subscriptionShape } from './shapes.ts';

type Subscription = { contactId: string; listId: string; status: string };

export const subscriptions: Resource<Subscription> = {
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

export interface SubscribeBatch {
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
export async function subscribeBatch(batch: SubscribeBatch, readers: readonly Reader[]): Promise<void> {
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
    // A name that iContact refuses does not keep anybody off the list.
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
