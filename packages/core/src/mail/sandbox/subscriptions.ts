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
import { present, type Records, type Row } from './records.ts';

const subscriptions: Records = {
  table: 'subscriptions',
  key: 'listId, contactId',
  many: 'subscriptions',
  one: 'subscription',
  fields: {
    subscriptionId: 'text',
    contactId: 'id',
    listId: 'id',
    status: 'text',
    confirmationMessageId: 'id',
    addDate: 'time',
  },
  writable: [],
};

export const subscriptionsResource: SandboxResource = {
  collection: {
    GET: listRecords(subscriptions),
    POST: (request) => createEach(subscriptions, request, (item) => subscribe(request, item)),
  },
  member: {
    GET: (request, id) => ({ subscription: present(subscriptions, mustFind(request, id), 'member') }),
    POST(request, id) {
      const row = mustFind(request, id);
      const status = textOf(memberItem(request).status) || `${row.status}`;
      try {
        return { subscription: present(subscriptions, changeStatus(request, row, status), 'created') };
      } catch (error) {
        if (!(error instanceof ItemRefused)) throw error;
        return { subscription: null, warnings: [error.message] };
      }
    },
    PUT: moveToList,
  },
};

function subscribe(request: SandboxRequest, item: Item): Answer {
  const [listId, contactId, status] = [textOf(item.listId), textOf(item.contactId), textOf(item.status)];
  if (!listId || !contactId || !status) {
    throw new ItemRefused('A subscription needs contactId, listId and status.');
  }
  refuseUnknownList(request, listId);
  const contact = request.database
    .prepare<[string], { status: string }>(
      "SELECT status FROM contacts WHERE contactId = ? AND status <> 'deleted'",
    )
    .get(contactId);
  if (!contact) throw new ItemRefused(`There is no contact ${contactId}.`);
  if (contact.status === 'donotcontact') {
    throw new ItemRefused(`Contact ${contactId} is on the do not contact list.`);
  }
  const known = find(request, listId, contactId);
  if (known) return present(subscriptions, changeStatus(request, known, status), 'created');
  refuseUnknownStatus(status);
  const row = request.database
    .prepare<unknown[], Row>(
      `INSERT INTO subscriptions (listId, contactId, status, confirmationMessageId, addDate)
       VALUES (?, ?, ?, ?, ?) RETURNING *`,
    )
    .get(listId, contactId, status, textOf(item.confirmationMessageId) || null, request.now);
  return present(subscriptions, row!, 'created');
}

/** Who has unsubscribed stays so: whether iContact renews that is not documented, and this is the worse answer. */
function changeStatus(request: SandboxRequest, row: Row, status: string): Row {
  refuseUnknownStatus(status);
  if (row.status === 'unsubscribed' && status !== 'unsubscribed') {
    throw new ItemRefused(`Contact ${row.contactId} has unsubscribed from list ${row.listId}.`);
  }
  return request.database
    .prepare<unknown[], Row>(
      'UPDATE subscriptions SET status = ? WHERE listId = ? AND contactId = ? RETURNING *',
    )
    .get(status, row.listId, row.contactId)!;
}

function moveToList(request: SandboxRequest, id: string): Answer {
  const row = mustFind(request, id);
  const item = memberItem(request);
  if (request.version !== '2.2') throw new Failure(501, 'Resource Or Version Not Implemented');
  const listId = textOf(item.listId);
  try {
    refuseUnknownList(request, listId);
  } catch (error) {
    throw new Failure(400, error instanceof Error ? error.message : '');
  }
  if (find(request, listId, `${row.contactId}`)) {
    throw new Failure(400, `Contact ${row.contactId} is on list ${listId} already.`);
  }
  const moved = request.database
    .prepare<unknown[], Row>(
      'UPDATE subscriptions SET listId = ? WHERE listId = ? AND contactId = ? RETURNING *',
    )
    .get(listId, row.listId, row.contactId)!;
  const ignored = Object.keys(item).filter((name) => name !== 'listId');
  const warnings = ignored.map((name) => `The field ${name} was ignored.`);
  const subscription = present(subscriptions, moved, 'created');
  return { subscription, ...(warnings.length > 0 ? { warnings } : {}) };
}

function mustFind(request: SandboxRequest, id: string): Row {
  const [, listId, contactId] = /^(\d{1,15})_(\d{1,15})$/.exec(id) ?? [];
  const row = listId && contactId ? find(request, listId, contactId) : undefined;
  if (!row) throw new Failure(404, `There is no subscription ${id}.`);
  return row;
}

function find({ database }: SandboxRequest, listId: string, contactId: string): Row | undefined {
  return database
    .prepare<unknown[], Row>('SELECT * FROM subscriptions WHERE listId = ? AND contactId = ?')
    .get(listId, contactId);
}

function refuseUnknownStatus(status: string): void {
  if (!['normal', 'pending', 'unsubscribed'].includes(status)) {
    throw new ItemRefused('The status of a subscription must be normal, pending or unsubscribed.');
  }
}

function refuseUnknownList({ database }: SandboxRequest, listId: string): void {
  const found = database.prepare('SELECT 1 FROM lists WHERE listId = ? AND isDeleted = 0').get(listId);
  if (!found) throw new ItemRefused(`There is no list ${listId}.`);
}
