import { listRecords } from './list-records.ts';
import {
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
  updateRow,
} from './records.ts';

const lists: Records = {
  table: 'lists',
  key: 'listId',
  many: 'lists',
  one: 'list',
  fields: {
    listId: 'id',
    name: 'text',
    publicname: 'text',
    description: 'text',
    emailOwnerOnChange: 'flag',
    welcomeOnManualAdd: 'flag',
    welcomeOnSignupAdd: 'flag',
    welcomeMessageId: 'id',
  },
  writable: [
    'name',
    'publicname',
    'description',
    'emailOwnerOnChange',
    'welcomeOnManualAdd',
    'welcomeOnSignupAdd',
    'welcomeMessageId',
  ],
  unless: { isDeleted: { sql: 'isDeleted = 0', values: [] } },
};

export const listsResource: SandboxResource = {
  collection: {
    GET: listRecords(lists),
    POST: (request) =>
      createEach(lists, request, (item) => {
        if (textOf(item.name) === '')
          throw new ItemRefused('The name field is required and was not supplied.');
        return present(lists, insertRow(request, lists, columnsOf(lists, item)), 'created');
      }),
  },
  member: {
    GET: (request, id) => ({ list: present(lists, mustFindList(request, id), 'member') }),
    POST: (request, id) => change(request, id, columnsOf(lists, memberItem(request))),
    PUT: (request, id) => change(request, id, columnsReplaced(lists, named(memberItem(request)))),
    DELETE(request, id) {
      mustFindList(request, id);
      request.database.prepare('UPDATE lists SET isDeleted = 1 WHERE listId = ?').run(id);
      request.database.prepare('DELETE FROM subscriptions WHERE listId = ?').run(id);
      return [];
    },
  },
};

function change(request: SandboxRequest, id: string, columns: Row) {
  mustFindList(request, id);
  return { list: present(lists, updateRow(request, lists, id, columns), 'created') };
}

function named(item: Item): Item {
  if (textOf(item.name) === '') throw new Failure(400, 'The name field is required and was not supplied.');
  return item;
}

/** A deleted list is a fault of the server when it is read, which is how iContact was seen to answer. */
function mustFindList(request: SandboxRequest, id: string): Row {
  const row = mustFindRow(request, lists, id);
  if (row.isDeleted) throw new Failure(500, `No result for list ${id}`);
  return row;
}
