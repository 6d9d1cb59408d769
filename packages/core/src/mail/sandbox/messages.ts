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
  findRow,
  insertRow,
  mustFindRow,
  present,
  type Records,
  type Row,
  readMember,
  updateRow,
} from './records.ts';
import { type Scored, spamCheck } from './spam-check.ts';

export const messages: Records = {
  table: 'messages',
  key: 'messageId',
  many: 'messages',
  one: 'message',
  fields: {
    messageId: 'id',
    campaignId: 'id',
    messageType: 'text',
    messageName: 'text',
    subject: 'text',
    htmlBody: 'text',
    textBody: 'text',
    previewText: 'text',
    createDate: 'bareTime',
  },
  writable: ['campaignId', 'messageType', 'messageName', 'subject', 'htmlBody', 'textBody', 'previewText'],
  extra: (row) => ({ spamCheck: spamCheck(scored(row)) }),
};

/** A message can be made and changed, never removed. */
export const messagesResource: SandboxResource = {
  collection: {
    GET: listRecords(messages),
    POST: (request) => createEach(messages, request, (item) => createMessage(request, item)),
  },
  member: {
    GET: readMember(messages),
    POST(request, id) {
      mustFindRow(request, messages, id);
      const item = memberItem(request);
      try {
        refuseBadFields(request, item);
      } catch (error) {
        if (!(error instanceof ItemRefused)) throw error;
        return { message: null, warnings: [error.message] };
      }
      const row = updateRow(request, messages, id, columnsOf(messages, item));
      return { message: present(messages, row, 'created') };
    },
  },
  parts: {
    statistics(request, id) {
      mustFindRow(request, messages, id);
      const delivered = request.database
        .prepare(
          `SELECT count(*) FROM outbox JOIN sends USING (sendId)
           WHERE sends.messageId = ? AND outbox.deliveredAt IS NOT NULL`,
        )
        .pluck()
        .get(id);
      const nobody = { unique: 0, total: 0 };
      return {
        statistics: {
          bounces: 0,
          delivered,
          unsubscribes: 0,
          opens: nobody,
          clicks: nobody,
          forwards: 0,
          complaints: 0,
        },
      };
    },
    ...Object.fromEntries(
      ['opens', 'clicks', 'bounces', 'unsubscribes'].map((part) => [
        part,
        (request: SandboxRequest, id: string) => {
          mustFindRow(request, messages, id);
          return { [part]: null, total: 0 };
        },
      ]),
    ),
  },
};

/** With a `messageId` an item changes that message. */
function createMessage(request: SandboxRequest, item: Item): Answer {
  const id = textOf(item.messageId);
  if (id !== '') {
    if (!findRow(request, messages, id)) throw new ItemRefused(`There is no message ${id}.`);
    refuseBadFields(request, item);
    return present(messages, updateRow(request, messages, id, columnsOf(messages, item)), 'created');
  }
  const missing = ['campaignId', 'messageType', 'subject'].find((name) => textOf(item[name]) === '');
  if (missing) throw new ItemRefused(`The ${missing} field is required and was not supplied.`);
  refuseBadFields(request, item);
  const columns = { ...columnsOf(messages, item), createDate: request.now };
  return present(messages, insertRow(request, messages, columns), 'created');
}

function refuseBadFields({ database }: SandboxRequest, { campaignId, messageType, subject }: Item): void {
  if (messageType !== undefined && !['normal', 'confirmation'].includes(textOf(messageType))) {
    throw new ItemRefused('The messageType must be normal or confirmation.');
  }
  if (subject !== undefined && textOf(subject).trim() === '') throw new Failure(400, 'The subject is empty.');
  if (campaignId === undefined) return;
  const found = database.prepare('SELECT 1 FROM campaigns WHERE campaignId = ?').get(textOf(campaignId));
  if (!found) throw new ItemRefused(`There is no campaign ${textOf(campaignId)}.`);
}

export function scored(row: Row): Scored {
  return { subject: `${row.subject}`, htmlBody: `${row.htmlBody}`, textBody: `${row.textBody}` };
}
