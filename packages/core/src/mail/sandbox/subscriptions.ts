import { requireList } from './lists.ts';
import { type Item, ItemRefused, requireFields, type SandboxRequest, textOf } from './protocol.ts';
import { findRow, insertRow, type Records, type Row, updateRow } from './records.ts';
import { defineResource } from './resource.ts';

const subscriptions: Records = {
  table: 'subscriptions',
  keys: ['listId', 'contactId'],
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
};

export const subscriptionsResource = defineResource(subscriptions, {
  isListed: true,
  create: subscribe,
  change: (request, row, item) => changeStatus(request, row, textOf(item.status)),
});

function subscribe(request: SandboxRequest, item: Item): Row {
  requireFields(item, ['listId', 'contactId', 'status']);
  const [listId, contactId, status] = [textOf(item.listId), textOf(item.contactId), textOf(item.status)];
  requireList(request, listId);
  requireContact(request, contactId);
  const known = findRow(request, subscriptions, `${listId}_${contactId}`);
  if (known) return changeStatus(request, known, status);
  refuseUnknownStatus(status);
  const addDate = request.now;
  return insertRow(request, subscriptions, { listId, contactId, status, addDate });
}

function requireContact({ database }: SandboxRequest, contactId: string): void {
  const status = database
    .prepare("SELECT status FROM contacts WHERE contactId = ? AND status <> 'deleted'")
    .pluck()
    .get(contactId);
  if (status === undefined) throw new ItemRefused(`There is no contact ${contactId}.`);
  if (status === 'donotcontact') throw new ItemRefused(`Contact ${contactId} is on the do not contact list.`);
}

/** iContact does not document whether an unsubscribed contact can be subscribed again; this assumes the worse case. */
function changeStatus(request: SandboxRequest, row: Row, status: string): Row {
  refuseUnknownStatus(status);
  if (row.status === 'unsubscribed' && status !== 'unsubscribed') {
    throw new ItemRefused(`Contact ${row.contactId} has unsubscribed from list ${row.listId}.`);
  }
  return updateRow(request, subscriptions, row, { status });
}

function refuseUnknownStatus(status: string): void {
  if (!['normal', 'pending', 'unsubscribed'].includes(status)) {
    throw new ItemRefused('The status of a subscription must be normal, pending or unsubscribed.');
  }
}
