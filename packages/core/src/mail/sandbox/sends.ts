import { easternTime, readScheduledTime } from './eastern-clock.ts';
import { listRecords } from './list-records.ts';
import { messages, scored } from './messages.ts';
import {
  type Answer,
  createEach,
  type Item,
  ItemRefused,
  type SandboxRequest,
  type SandboxResource,
  textOf,
} from './protocol.ts';
import { findRow, insertRow, mustFindRow, present, type Records, readMember } from './records.ts';
import { spamLimit, spamScore } from './spam-check.ts';

const sends: Records = {
  table: 'sends',
  key: 'sendId',
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
  writable: [],
};

/** A send can be made and called off, not changed. */
export const sendsResource: SandboxResource = {
  collection: {
    GET: listRecords(sends),
    POST: (request) => createEach({ ...sends, whenNone: [] }, request, (item) => createSend(request, item)),
  },
  member: {
    GET: readMember(sends),
    DELETE(request, id) {
      mustFindRow(request, sends, id);
      const cancelled = request.database
        .prepare(
          "UPDATE sends SET status = 'canceled' WHERE sendId = ? AND status IN ('pending', 'canceled')",
        )
        .run(id);
      return cancelled.changes > 0
        ? []
        : { warnings: [`Send ${id} has been released and cannot be canceled.`] };
    },
  },
};

function createSend(request: SandboxRequest, item: Item): Answer {
  const messageId = textOf(item.messageId);
  if (messageId === '') throw new ItemRefused('The messageId field is required and was not supplied.');
  const message = findRow(request, messages, messageId);
  if (!message) throw new ItemRefused(`There is no message ${messageId}.`);
  const listIds = readIds(item.includeListIds);
  const excluded = readIds(item.excludeListIds);
  for (const name of ['includeSegmentIds', 'excludeSegmentIds']) {
    if (textOf(item[name]) !== '') throw new ItemRefused('There are no segments in this folder.');
  }
  if (listIds.length === 0) throw new ItemRefused('A send needs includeListIds or includeSegmentIds.');
  for (const listId of [...listIds, ...excluded]) {
    const found = request.database
      .prepare('SELECT 1 FROM lists WHERE listId = ? AND isDeleted = 0')
      .get(listId);
    if (!found) throw new ItemRefused(`There is no list ${listId}.`);
  }
  const scheduledTime = textOf(item.scheduledTime);
  const dueAt = scheduledTime === '' ? request.now : readScheduledTime(scheduledTime);
  if (dueAt === undefined) {
    const example = easternTime(request.now);
    throw new ItemRefused(`The scheduledTime must be Eastern Time with its offset, such as ${example}.`);
  }
  const existing = request.database
    .prepare("SELECT sendId FROM sends WHERE messageId = ? AND status <> 'canceled'")
    .pluck()
    .get(messageId);
  if (existing) throw new ItemRefused(`Message ${messageId} is already scheduled (send ${existing}).`);
  const score = spamScore(scored(message));
  if (score >= spamLimit) {
    throw new ItemRefused(`Message ${messageId} has a spam score of ${score.toFixed(1)} and cannot be sent.`);
  }
  const row = insertRow(request, sends, {
    messageId: Number(messageId),
    includeListIds: listIds.join(','),
    excludeListIds: excluded.join(','),
    scheduledTime,
    dueAt,
    recipientCount: countRecipients(request, listIds, excluded),
  });
  return present(sends, row, 'created');
}

function countRecipients({ database }: SandboxRequest, listIds: string[], excluded: string[]): number {
  const sql = `SELECT count(*) ${recipientsOf(listIds.length, excluded.length)}`;
  return Number(
    database
      .prepare(sql)
      .pluck()
      .get([...listIds, ...excluded]),
  );
}

/** The contacts of so many lists less those of so many others, each once: exclusion wins. */
export function recipientsOf(lists: number, excluded: number): string {
  const marks = (count: number) => Array(count).fill('?').join(',');
  const on = (count: number) =>
    `contactId IN (SELECT contactId FROM subscriptions WHERE status = 'normal' AND listId IN (${marks(count)}))`;
  const less = excluded > 0 ? ` AND NOT ${on(excluded)}` : '';
  return `FROM contacts WHERE status = 'normal' AND ${on(lists)}${less}`;
}

/** Several ids come in one string, parted by commas; one may come as a number. */
export function readIds(value: unknown): string[] {
  return textOf(value)
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
}
