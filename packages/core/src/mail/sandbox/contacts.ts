import { listRecords } from './list-records.ts';
import {
  type Answer,
  createEach,
  Failure,
  type Item,
  ItemRefused,
  memberItem,
  type SandboxRequest,
  type SandboxResource,
  textOf,
} from './protocol.ts';
import {
  columnsOf,
  columnsReplaced,
  insertRow,
  mustFindRow,
  present,
  type Records,
  type Row,
  readMember,
  updateRow,
} from './records.ts';

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
const onAList =
  "EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.contactId = contacts.contactId AND subscriptions.status = 'normal')";
const alive = "status <> 'deleted'";

const contacts: Records = {
  table: 'contacts',
  key: 'contactId',
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
  writable: [...details, 'email'],
  filters: {
    status(value) {
      if (value === 'total') return { sql: alive, values: [] };
      if (value === 'unlisted') return { sql: `${alive} AND NOT ${onAList}`, values: [] };
      const wanted = value.split(',');
      return { sql: `status IN (${wanted.map(() => '?')})`, values: wanted };
    },
    listId: (value) => ({
      sql: 'contactId IN (SELECT contactId FROM subscriptions WHERE listId = ?)',
      values: [value],
    }),
  },
  unless: { status: { sql: `${alive} AND ${onAList}`, values: [] } },
};

export const contactsResource: SandboxResource = {
  collection: {
    GET: listRecords(contacts),
    POST: (request) => createEach(contacts, request, (item) => createContact(request, item)),
  },
  member: {
    GET: readMember(contacts),
    POST: (request, id) => change(request, id, columnsOf(contacts, memberItem(request))),
    PUT: (request, id) => change(request, id, columnsReplaced(contacts, memberItem(request))),
    DELETE(request, id) {
      mustFindRow(request, contacts, id);
      request.database.prepare("UPDATE contacts SET status = 'deleted' WHERE contactId = ?").run(id);
      request.database.prepare('DELETE FROM subscriptions WHERE contactId = ?').run(id);
      return [];
    },
  },
};

/** An address that is known already is taken for the same contact, whose other fields are written anew. */
function createContact(request: SandboxRequest, item: Item): Answer {
  const status = readStatus(item);
  const columns = columnsReplaced(contacts, item);
  refuseBadFields(columns);
  const email = textOf(item.email).trim();
  const known = request.database
    .prepare<[string], Row>("SELECT * FROM contacts WHERE email = ? AND status <> 'deleted'")
    .get(email);
  const row = known
    ? updateRow(request, contacts, known.contactId!, { ...columns, email, ...changedStatus(known, status) })
    : insertRow(request, contacts, {
        ...columns,
        email,
        status: status ?? 'normal',
        createDate: request.now,
      });
  return present(contacts, row, 'created');
}

function change(request: SandboxRequest, id: string, columns: Row): Answer {
  const row = mustFindRow(request, contacts, id);
  const status = readStatus(memberItem(request));
  try {
    refuseBadFields({ email: row.email ?? '', ...columns });
    const changed = updateRow(request, contacts, id, { ...columns, ...changedStatus(row, status) });
    const refused = status && changed.status !== status;
    const warnings = [`The status of contact ${id} cannot be changed.`];
    return { contact: present(contacts, changed, 'created'), ...(refused ? { warnings } : {}) };
  } catch (error) {
    if (isTaken(error)) throw new Failure(400, 'The email belongs to another contact.');
    if (!(error instanceof ItemRefused)) throw error;
    return { contact: null, warnings: [error.message] };
  }
}

function readStatus(item: Item): string | undefined {
  if (item.status === undefined) return undefined;
  const status = textOf(item.status);
  if (status === 'normal' || status === 'donotcontact') return status;
  throw new Failure(400, 'The status of a contact must be donotcontact or normal.');
}

function changedStatus(row: Row, status: string | undefined): Row {
  const isFixed = ['donotcontact', 'pending', 'invitable', 'deleted'].includes(`${row.status}`);
  return status === undefined || isFixed ? {} : { status };
}

function refuseBadFields(columns: Row): void {
  const email = `${columns.email ?? ''}`.trim();
  if (email === '') throw new ItemRefused('The email field is required and was not supplied.');
  if (!/^[^\s@,;<>"()]+@[^\s@,;<>"()]+\.[^\s@,;<>"().]+$/.test(email)) {
    throw new ItemRefused(`The email ${email} is not a valid address.`);
  }
  if (`${columns.state ?? ''}`.length > 10) {
    throw new ItemRefused('The state field may have at most 10 characters.');
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE';
}
