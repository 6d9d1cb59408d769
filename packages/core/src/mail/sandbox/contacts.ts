import { type Item, ItemRefused, requireFields, type SandboxRequest, textOf } from './protocol.ts';
import { columnsOf, insertRow, type Records, type Row, updateRow } from './records.ts';
import { defineResource } from './resource.ts';

const details = [
  'prefix',
  'firstName',
  'lastName',
  'suffix',
  'street',
  'street2',
  'city',
  'state',
  'postalCode',
  'phone',
  'fax',
  'business',
];
const isAlive = "status <> 'deleted'";
const isOnAList =
  "EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.contactId = contacts.contactId AND subscriptions.status = 'normal')";

const contacts: Records = {
  table: 'contacts',
  keys: ['contactId'],
  many: 'contacts',
  one: 'contact',
  fields: {
    contactId: 'id',
    ...Object.fromEntries(details.map((name) => [name, 'text' as const])),
    email: 'text',
    createDate: 'bareTime',
    bounceCount: 'count',
    status: 'text',
  },
  writable: details,
  filters: {
    /** Contacts that are on no list are left out unless `total` asks for all. */
    status(value) {
      if (value === undefined) return { sql: `${isAlive} AND ${isOnAList}`, values: [] };
      if (value === 'total') return { sql: isAlive, values: [] };
      return { sql: 'status = ?', values: [value] };
    },
  },
};

export const contactsResource = defineResource(contacts, {
  isListed: true,
  create: createContact,
  change: (request, row, item) => updateRow(request, contacts, row, columnsOf(contacts, item)),
});

/** A known address is treated as the same contact, and fields that the item omits are cleared. */
function createContact(request: SandboxRequest, item: Item): Row {
  requireFields(item, ['email']);
  const email = textOf(item.email).trim();
  if (!/^[^\s@,;<>"()]+@[^\s@,;<>"()]+\.[^\s@,;<>"().]+$/.test(email)) {
    throw new ItemRefused(`The email ${email} is not a valid address.`);
  }
  const emptied = Object.fromEntries(details.map((name) => [name, '']));
  const columns = { ...emptied, ...columnsOf(contacts, item), email };
  const known = request.database
    .prepare<[string], Row>(`SELECT * FROM contacts WHERE email = ? AND ${isAlive}`)
    .get(email);
  if (known) return updateRow(request, contacts, known, columns);
  const status = textOf(item.status) || 'normal';
  return insertRow(request, contacts, { ...columns, status, createDate: request.now });
}
