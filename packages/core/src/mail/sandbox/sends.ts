import { easternTime, readScheduledTime } from './eastern-clock.ts';
import { requireList } from './lists.ts';
import { messages } from './messages.ts';
import {
  type Answer,
  type Item,
  ItemRefused,
  requireFields,
  type SandboxRequest,
  textOf,
} from './protocol.ts';
import { findRow, insertRow, type Records, type Row } from './records.ts';
import { defineResource } from './resource.ts';
import { spamLimit, spamScore } from './spam-check.ts';

const sends: Records = {
  table: 'sends',
  keys: ['sendId'],
  many: 'sends',
  one: 'send',
  fields: {
    sendId: 'id',
    messageId: 'id',
    includeListIds: 'text',
    excludeListIds: 'text',
    includeSegmentIds: 'text',
    excludeSegmentIds: 'text',
    scheduledTime: 'text',
    releasedTime: 'time',
    recipientCount: 'count',
    status: 'text',
  },
  whenNoneCreated: [],
};

/** The contacts on a list; evaluated again when a send is released. */
export const recipientsOfList = `FROM contacts WHERE status = 'normal' AND contactId IN
  (SELECT contactId FROM subscriptions WHERE status = 'normal' AND listId = ?)`;

export const sendsResource = defineResource(sends, {
  isListed: true,
  create: createSend,
  remove: cancelSend,
});

function createSend(request: SandboxRequest, item: Item): Row {
  requireFields(item, ['messageId', 'includeListIds']);
  const messageId = textOf(item.messageId);
  const message = findRow(request, messages, messageId);
  if (!message) throw new ItemRefused(`There is no message ${messageId}.`);
  const listId = textOf(item.includeListIds);
  requireList(request, listId);
  const scheduledTime = textOf(item.scheduledTime);
  const dueAt = scheduledTime === '' ? request.now : readScheduledTime(scheduledTime);
  if (dueAt === undefined) {
    const example = easternTime(request.now);
    throw new ItemRefused(`The scheduledTime must be Eastern Time with its offset, such as ${example}.`);
  }
  refuseSecondSend(request, messageId);
  refuseSpam(messageId, message);
  const recipientCount = countRecipients(request, listId);
  const columns = {
    messageId: Number(messageId),
    includeListIds: listId,
    scheduledTime,
    dueAt,
    recipientCount,
  };
  return insertRow(request, sends, columns);
}

/** A message is sent once. */
function refuseSecondSend({ database }: SandboxRequest, messageId: string): void {
  const existing = database
    .prepare("SELECT sendId FROM sends WHERE messageId = ? AND status <> 'canceled'")
    .pluck()
    .get(messageId);
  if (existing) throw new ItemRefused(`Message ${messageId} is already scheduled (send ${existing}).`);
}

function refuseSpam(messageId: string, { subject, htmlBody, textBody }: Row): void {
  const score = spamScore({ subject: `${subject}`, htmlBody: `${htmlBody}`, textBody: `${textBody}` });
  if (score < spamLimit) return;
  throw new ItemRefused(`Message ${messageId} has a spam score of ${score.toFixed(1)} and cannot be sent.`);
}

function countRecipients({ database }: SandboxRequest, listId: string): number {
  return Number(database.prepare(`SELECT count(*) ${recipientsOfList}`).pluck().get(listId));
}

function cancelSend({ database }: SandboxRequest, { sendId }: Row): Answer {
  const { changes } = database
    .prepare("UPDATE sends SET status = 'canceled' WHERE sendId = ? AND status IN ('pending', 'canceled')")
    .run(sendId);
  return changes > 0 ? [] : { warnings: [`Send ${sendId} has been released and cannot be canceled.`] };
}
