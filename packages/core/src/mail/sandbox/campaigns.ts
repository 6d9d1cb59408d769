import { listRecords } from './list-records.ts';
import {
  createEach,
  Failure,
  type Item,
  ItemRefused,
  memberItem,
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
  readMember,
  updateRow,
} from './records.ts';

const texts = ['name', 'description', 'fromName', 'fromEmail', 'street', 'city', 'state', 'zip', 'country'];
const flags = [
  'forwardToFriend',
  'subscriptionManagement',
  'clickTrackMode',
  'useAccountAddress',
  'archiveByDefault',
];
const required = [
  'name',
  'fromName',
  'fromEmail',
  'subscriptionManagement',
  'clickTrackMode',
  'useAccountAddress',
  'archiveByDefault',
];

const campaigns: Records = {
  table: 'campaigns',
  key: 'campaignId',
  many: 'campaigns',
  one: 'campaign',
  fields: {
    campaignId: 'id',
    ...Object.fromEntries(texts.map((name) => [name, 'text' as const])),
    ...Object.fromEntries(flags.map((name) => [name, 'flag' as const])),
  },
  writable: [...texts, ...flags],
};

/** Who emails come from. */
export const campaignsResource: SandboxResource = {
  collection: {
    GET: listRecords(campaigns),
    POST: (request) =>
      createEach(campaigns, request, (item) => {
        const name = missing(item);
        if (name) throw new ItemRefused(`The ${name} field is required and was not supplied.`);
        const columns = { ...columnsOf(campaigns, item), isEdited: 1 };
        return present(campaigns, insertRow(request, campaigns, columns), 'created');
      }),
  },
  member: {
    GET: readMember(campaigns),
    POST(request, id) {
      mustFindRow(request, campaigns, id);
      const columns = { ...columnsOf(campaigns, memberItem(request)), isEdited: 1 };
      return { campaign: present(campaigns, updateRow(request, campaigns, id, columns), 'created') };
    },
    PUT(request, id) {
      mustFindRow(request, campaigns, id);
      const item = memberItem(request);
      const name = missing(item);
      if (name) throw new Failure(400, `The ${name} field is required and was not supplied.`);
      const columns = { ...columnsReplaced(campaigns, item), isEdited: 1 };
      return { campaign: present(campaigns, updateRow(request, campaigns, id, columns), 'created') };
    },
  },
};

function missing(item: Item): string | undefined {
  return required.find((name) => textOf(item[name]) === '');
}
