import type { SandboxDatabase } from './store.ts';

/** One call to the API. */
export interface SandboxRequest {
  database: SandboxDatabase;
  /** Milliseconds since 1970. */
  now: number;
  query: URLSearchParams;
  /** The parsed JSON of a POST. */
  body: unknown;
}

export type Row = Record<string, string | number | null>;
export type Item = Record<string, unknown>;

/** Leaves out one item of a batch. The answer is still 200, with this as a warning. */
export class ItemRefused extends Error {}

/** A table as the API shows it, and the methods besides reading one record; a missing one answers 405. */
export interface Resource {
  table: string;
  /** The singular, for an answer with one record. */
  one: string;
  /** Columns of the primary key; in a path their values are joined by `_`. */
  keys: readonly string[];
  isListed?: boolean;
  /** A condition on the `status` that a list is filtered by, before any other filter. */
  statusFilter?: (status: string | null) => { sql: string; values: string[] };
  create?: (request: SandboxRequest, item: Item) => Row;
  change?: (request: SandboxRequest, row: Row, item: Item) => Row;
  /** @returns why it cannot be deleted, or `undefined` */
  remove?: (request: SandboxRequest, row: Row) => string | undefined;
}

const contactDetails =
  'prefix firstName lastName suffix street street2 city state postalCode phone fax business'.split(' ');
const isAlive = "status <> 'deleted'";
const isOnAList =
  "EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.contactId = contacts.contactId AND subscriptions.status = 'normal')";

const contacts: Resource = {
  table: 'contacts',
  one: 'contact',
  keys: ['contactId'],
  isListed: true,
  /** Contacts that are on no list are left out unless `total` asks for all. */
  statusFilter(status) {
    if (status === null) return { sql: `${isAlive} AND ${isOnAList}`, values: [] };
    if (status === 'total') return { sql: isAlive, values: [] };
    return { sql: 'status = ?', values: [status] };
  },
  /** A known address is treated as the same contact, and fields that the item omits are cleared. */
  create(request, item) {
    requireFields(item, ['email']);
    const email = textOf(item.email).trim();
    if (!/^[^\s@,;<>"()]+@[^\s@,;<>"()]+\.[^\s@,;<>"().]+$/.test(email)) {
      throw new ItemRefused(`The email ${email} is not a valid address.`);
    }
    const columns = {
      ...Object.fromEntries(contactDetails.map((name) => [name, textOf(item[name])])),
      email,
    };
    const known = request.database
      .prepare<[string], Row>(`SELECT * FROM contacts WHERE email = ? AND ${isAlive}`)
      .get(email);
    if (known) return updateRow(request, contacts, known, columns);
    const status = textOf(item.status) || 'normal';
    return insertRow(request, contacts, { ...columns, status, createDate: request.now });
  },
  change: (request, row, item) => updateRow(request, contacts, row, textsOf(item, contactDetails)),
};

/** A list that was deleted is not listed. */
const lists: Resource = {
  table: 'lists',
  one: 'list',
  keys: ['listId'],
  isListed: true,
  statusFilter: () => ({ sql: 'isDeleted = 0', values: [] }),
};

function requireList(request: SandboxRequest, listId: string): void {
  const list = findRow(request, lists, listId);
  if (!list || list.isDeleted) throw new ItemRefused(`There is no list ${listId}.`);
}

const subscriptions: Resource = {
  table: 'subscriptions',
  one: 'subscription',
  keys: ['listId', 'contactId'],
  isListed: true,
  create(request, item) {
    requireFields(item, ['listId', 'contactId', 'status']);
    const [listId, contactId, status] = [textOf(item.listId), textOf(item.contactId), textOf(item.status)];
    requireList(request, listId);
    const contact = findRow(request, contacts, contactId);
    if (!contact || contact.status === 'deleted') throw new ItemRefused(`There is no contact ${contactId}.`);
    if (contact.status === 'donotcontact') {
      throw new ItemRefused(`Contact ${contactId} is on the do not contact list.`);
    }
    const known = findRow(request, subscriptions, `${listId}_${contactId}`);
    if (known) return changeStatus(request, known, status);
    refuseUnknownStatus(status);
    return insertRow(request, subscriptions, { listId, contactId, status, addDate: request.now });
  },
  change: (request, row, item) => changeStatus(request, row, textOf(item.status)),
};

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

/** Senders of emails. */
const campaigns: Resource = { table: 'campaigns', one: 'campaign', keys: ['campaignId'], isListed: true };

const messages: Resource = {
  table: 'messages',
  one: 'message',
  keys: ['messageId'],
  isListed: true,
  create(request, item) {
    requireFields(item, ['campaignId', 'messageType', 'subject']);
    if (!['normal', 'confirmation'].includes(textOf(item.messageType))) {
      throw new ItemRefused('The messageType must be normal or confirmation.');
    }
    const campaignId = textOf(item.campaignId);
    if (!findRow(request, campaigns, campaignId)) {
      throw new ItemRefused(`There is no campaign ${campaignId}.`);
    }
    const texts = ['messageType', 'messageName', 'subject', 'htmlBody', 'textBody', 'previewText'];
    const createDate = request.now;
    return insertRow(request, messages, { ...textsOf(item, texts), campaignId, createDate });
  },
};

const sends: Resource = {
  table: 'sends',
  one: 'send',
  keys: ['sendId'],
  isListed: true,
  create(request, item) {
    requireFields(item, ['messageId', 'includeListIds']);
    const [messageId, listId] = [textOf(item.messageId), textOf(item.includeListIds)];
    const message = findRow(request, messages, messageId);
    if (!message) throw new ItemRefused(`There is no message ${messageId}.`);
    requireList(request, listId);
    const scheduledTime = textOf(item.scheduledTime);
    const dueAt = scheduledTime === '' ? request.now : readScheduledTime(scheduledTime);
    if (dueAt === undefined) {
      const example = easternTime(request.now);
      throw new ItemRefused(`The scheduledTime must be Eastern Time with its offset, such as ${example}.`);
    }
    refuseSecondSend(request, messageId);
    const score = spamScore(message);
    if (score >= spamLimit) {
      const text = score.toFixed(1);
      throw new ItemRefused(`Message ${messageId} has a spam score of ${text} and cannot be sent.`);
    }
    const counting = request.database.prepare<[string], number>(`SELECT count(*) ${recipientsOfList}`);
    const recipientCount = counting.pluck().get(listId) ?? 0;
    const columns = { messageId, includeListIds: listId, scheduledTime, dueAt, recipientCount };
    return insertRow(request, sends, columns);
  },
  remove({ database }, { sendId }) {
    const { changes } = database
      .prepare("UPDATE sends SET status = 'canceled' WHERE sendId = ? AND status IN ('pending', 'canceled')")
      .run(sendId);
    return changes > 0 ? undefined : `Send ${sendId} has been released and cannot be canceled.`;
  },
};

/** The contacts on a list; evaluated again when a send is released. */
export const recipientsOfList = `FROM contacts WHERE status = 'normal' AND contactId IN
  (SELECT contactId FROM subscriptions WHERE status = 'normal' AND listId = ?)`;

/** A message is sent once. */
function refuseSecondSend({ database }: SandboxRequest, messageId: string): void {
  const existing = database
    .prepare("SELECT sendId FROM sends WHERE messageId = ? AND status <> 'canceled'")
    .pluck()
    .get(messageId);
  if (existing) throw new ItemRefused(`Message ${messageId} is already scheduled (send ${existing}).`);
}

export const resources: Record<string, Resource> = {
  contacts,
  lists,
  subscriptions,
  campaigns,
  messages,
  sends,
};

export function findRow(
  { database }: SandboxRequest,
  { table, keys }: Resource,
  id: string,
): Row | undefined {
  const values = id.split('_');
  if (values.length !== keys.length || !values.every((value) => /^\d{1,15}$/.test(value))) return undefined;
  const where = keys.map((key) => `${key} = ?`).join(' AND ');
  return database.prepare<string[], Row>(`SELECT * FROM ${table} WHERE ${where}`).get(...values);
}

function insertRow({ database }: SandboxRequest, { table }: Resource, columns: Row): Row {
  const names = Object.keys(columns);
  const sql = `INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `@${name}`)}) RETURNING *`;
  return database.prepare<[Row], Row>(sql).get(columns) as Row;
}

function updateRow({ database }: SandboxRequest, { table, keys }: Resource, row: Row, columns: Row): Row {
  const names = Object.keys(columns);
  if (names.length === 0) return row;
  const where = keys.map((key) => `${key} = @${key}`).join(' AND ');
  const sql = `UPDATE ${table} SET ${names.map((name) => `${name} = @${name}`)} WHERE ${where} RETURNING *`;
  return database.prepare<[Row], Row>(sql).get({ ...row, ...columns }) as Row;
}

/** iContact does not distinguish numbers from strings. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}

/** Those of the named fields that an item contains. */
function textsOf(item: Item, names: readonly string[]): Row {
  const given = names.filter((name) => item[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, textOf(item[name])]));
}

function requireFields(item: Item, names: readonly string[]): void {
  const missing = names.find((name) => textOf(item[name]).trim() === '');
  if (missing) throw new ItemRefused(`The ${missing} field is required and was not supplied.`);
}

const newYork = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const newYorkOffset = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  timeZoneName: 'longOffset',
});

/** An instant such as `2026-09-15 07:00:00`, the format of some records. */
export const bareEasternTime = (at: number) => newYork.format(at);

/**
 * An instant such as `2026-09-15T07:00:00-04:00`. Uses Intl and not the client's own functions, so that a bug there
 * cannot hide.
 */
export function easternTime(at: number): string {
  return bareEasternTime(at).replace(' ', 'T') + newYorkOffset.format(at).slice(-6);
}

/** The instant of a `scheduledTime`, or `undefined` for one that is not Eastern Time with its offset. */
export function readScheduledTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) || easternTime(at) !== text ? undefined : at;
}

/** The standard test line for spam filters. */
export const spamTestLine = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';
/** From this score, nothing is sent. */
export const spamLimit = 5;

export function spamScore({ subject, htmlBody, textBody }: Row): number {
  const title = `${subject}`;
  const isUpperCase = /\p{Lu}.*\p{Lu}.*\p{Lu}/u.test(title) && !/\p{Ll}/u.test(title);
  const rules: [applies: boolean, score: number][] = [
    [`${subject},${htmlBody},${textBody}`.includes(spamTestLine), 1000],
    [isUpperCase, 1.6],
    [title.includes('!!!'), 1.2],
    [/free money|you(?:'ve| have) won|act now|earn \$/i.test(title), 2.4],
    [`${textBody}`.trim() === '', 0.7],
    [`${htmlBody}${textBody}`.trim() === '', 2],
  ];
  return rules.reduce((sum, [applies, score]) => (applies ? sum + score : sum), 0);
}
