import { requireCampaign } from './campaigns.ts';
import { type Item, ItemRefused, requireFields, type SandboxRequest, textOf } from './protocol.ts';
import { columnsOf, insertRow, type Records, type Row } from './records.ts';
import { defineResource } from './resource.ts';

export const messages: Records = {
  table: 'messages',
  keys: ['messageId'],
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
};

export const messagesResource = defineResource(messages, { isListed: true, create: createMessage });

function createMessage(request: SandboxRequest, item: Item): Row {
  requireFields(item, ['campaignId', 'messageType', 'subject']);
  if (!['normal', 'confirmation'].includes(textOf(item.messageType))) {
    throw new ItemRefused('The messageType must be normal or confirmation.');
  }
  requireCampaign(request, textOf(item.campaignId));
  const campaignId = Number(item.campaignId);
  return insertRow(request, messages, { ...columnsOf(messages, item), campaignId, createDate: request.now });
}
