import { ItemRefused, type SandboxRequest } from './protocol.ts';
import { findRow, type Records } from './records.ts';
import { defineResource } from './resource.ts';

const lists: Records = {
  table: 'lists',
  keys: ['listId'],
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
};

export const listsResource = defineResource(lists);

export function requireList(request: SandboxRequest, listId: string): void {
  const list = findRow(request, lists, listId);
  if (!list || list.isDeleted) throw new ItemRefused(`There is no list ${listId}.`);
}
