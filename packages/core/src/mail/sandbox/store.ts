import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import PostalMime from 'postal-mime';
import type { OutboxEmail, OutboxItem } from '../../contract/system.ts';
import { emptyLog } from '../../platform/database/empty-log.ts';
import { makePrivateDatabase, makePrivateFolder } from '../../platform/files.ts';

export type SandboxDatabase = Database.Database;

export interface Delivered {
  id: string;
  email: string;
  subject: string;
  /** Milliseconds since 1970. */
  deliveredAt: number;
}

export interface Email extends Delivered {
  raw: Buffer;
}

/** The only account, list and sender of the sandbox. Nothing is secret: it only listens on loopback. */
export const sandboxAccount = {
  appId: 'sandbox-application-id',
  username: 'sandbox-api-user',
  password: 'sandbox-api-password',
  accountId: '100001',
  clientFolderId: '200001',
  listId: '300001',
  campaignId: '400001',
} as const;

const schemaVersion = 2;
const texts = (names: string) => names.replace(/\w+/g, "$& TEXT NOT NULL DEFAULT ''");
const flags = (names: string) => names.replace(/\w+/g, '$& INTEGER NOT NULL DEFAULT 0');

// Columns are named like iContact's fields. Instants are milliseconds since 1970. The ids of each kind start at a
// different number, so that an id of the wrong kind finds nothing. Emails received by SMTP belong to no send.
const schema = `
CREATE TABLE contacts (
  contactId INTEGER PRIMARY KEY AUTOINCREMENT, email TEXT NOT NULL COLLATE NOCASE,
  ${texts('prefix, firstName, lastName, suffix, street, street2, city, state, postalCode, phone, fax, business')},
  status TEXT NOT NULL DEFAULT 'normal', createDate INTEGER NOT NULL, bounceCount INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX contacts_email ON contacts (email) WHERE status <> 'deleted';
CREATE TABLE lists (
  listId INTEGER PRIMARY KEY AUTOINCREMENT, ${texts('name, publicname, description')},
  ${flags('emailOwnerOnChange, welcomeOnManualAdd, welcomeOnSignupAdd')}, welcomeMessageId INTEGER,
  ${flags('isDeleted')}
) STRICT;
CREATE TABLE subscriptions (
  listId INTEGER NOT NULL REFERENCES lists (listId),
  contactId INTEGER NOT NULL REFERENCES contacts (contactId),
  subscriptionId TEXT NOT NULL GENERATED ALWAYS AS (listId || '_' || contactId) VIRTUAL,
  status TEXT NOT NULL, confirmationMessageId INTEGER, addDate INTEGER NOT NULL,
  PRIMARY KEY (listId, contactId)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_contact ON subscriptions (contactId);
CREATE TABLE campaigns (
  campaignId INTEGER PRIMARY KEY AUTOINCREMENT, ${texts('name, description, fromName, fromEmail')},
  ${flags('forwardToFriend, subscriptionManagement, clickTrackMode, archiveByDefault')},
  useAccountAddress INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE TABLE messages (
  messageId INTEGER PRIMARY KEY AUTOINCREMENT, campaignId INTEGER NOT NULL REFERENCES campaigns (campaignId),
  ${texts('messageType, messageName, subject, htmlBody, textBody, previewText')}, createDate INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_name ON messages (messageName);
CREATE TABLE sends (
  sendId INTEGER PRIMARY KEY AUTOINCREMENT, messageId INTEGER NOT NULL REFERENCES messages (messageId),
  ${texts('includeListIds, excludeListIds, includeSegmentIds, excludeSegmentIds, scheduledTime')},
  dueAt INTEGER NOT NULL, releasedTime INTEGER, recipientCount INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'pending'
) STRICT;
CREATE INDEX sends_message ON sends (messageId);
CREATE INDEX sends_waiting ON sends (dueAt) WHERE status IN ('pending', 'sending');
CREATE TABLE outbox (
  position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
  sendId INTEGER REFERENCES sends (sendId), contactId INTEGER REFERENCES contacts (contactId),
  email TEXT NOT NULL, ${texts('firstName, lastName, subject')}, deliveredAt INTEGER
) STRICT;
CREATE INDEX outbox_waiting ON outbox (sendId, position) WHERE deliveredAt IS NULL;
CREATE INDEX outbox_delivered ON outbox (deliveredAt, position) WHERE deliveredAt IS NOT NULL;
INSERT INTO sqlite_sequence (name, seq) VALUES ('contacts', 60000000), ('messages', 250000), ('sends', 970000);
INSERT INTO lists (listId, name) VALUES (${sandboxAccount.listId}, 'Readers');
INSERT INTO campaigns (campaignId, name, fromName, fromEmail)
  VALUES (${sandboxAccount.campaignId}, 'Readers', 'Readers', 'words@sandbox.invalid');
PRAGMA user_version = ${schemaVersion};
`;

/** Opens the state of the sandboxes, which any number of processes share, and creates it if there is none. */
export function openSandboxDatabase(dataDir: string): SandboxDatabase {
  makePrivateFolder(dataDir);
  const file = join(dataDir, 'sandbox.db');
  makePrivateDatabase(file);
  const database = new Database(file, { timeout: 5000 });
  try {
    database.pragma('journal_mode = wal');
    database.pragma('synchronous = full');
    database.pragma('foreign_keys = on');
    // As in the product's own database, no trace of a removed reader stays in the file.
    database.pragma('secure_delete = on');
    database.transaction(createSchema).immediate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function createSchema(database: SandboxDatabase): void {
  const version = database.pragma('user_version', { simple: true });
  if (version === schemaVersion) return;
  if (version !== 0)
    throw new Error(
      `${database.name} is from another version of Wordrise. Move it elsewhere to start with an empty sandbox.`,
    );
  database.exec(schema);
}

export type Outbox = ReturnType<typeof openOutbox>;

/**
 * The emails in `outbox/` of the data folder, and the table that lists them. Files are only written and deleted in a
 * transaction that has locked the database, so that processes do not get in each other's way.
 */
export function openOutbox(database: SandboxDatabase, dataDir: string) {
  const folder = join(dataDir, 'outbox');
  const partial = join(folder, '.partial');
  const fileOf = (id: string) => join(folder, `${id}.eml`);
  const newestFirst = 'ORDER BY deliveredAt DESC, position DESC';
  const isWaiting = database.prepare('SELECT 1 FROM outbox WHERE id = ? AND deliveredAt IS NULL');
  const mark = database.prepare<[Email]>(
    'UPDATE outbox SET deliveredAt = @deliveredAt, subject = @subject WHERE id = @id',
  );
  makeFolder();
  // A half-written file left by a crash.
  locked(() => rmSync(partial, { recursive: true, force: true }));

  function makeFolder(): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  function locked<T>(work: () => T): T {
    return database.transaction(work).immediate();
  }

  function select(rest: string, value: string | number): Delivered[] {
    const sql = 'SELECT id, email, subject, deliveredAt FROM outbox WHERE deliveredAt IS NOT NULL';
    return database.prepare<[string | number], Delivered>(`${sql} ${rest}`).all(value);
  }

  /** Writes a file in one step: it is complete or missing. @returns whether it was missing */
  function write({ id, raw }: Email): boolean {
    if (statSync(fileOf(id), { throwIfNoEntry: false })) return false;
    // Someone may have deleted it.
    makeFolder();
    writeFileSync(partial, raw, { mode: 0o600 });
    renameSync(partial, fileOf(id));
    return true;
  }

  return {
    /** Newest first. */
    list({ limit }: { limit: number }): { emails: OutboxItem[]; total: number } {
      const count = database.prepare('SELECT count(*) FROM outbox WHERE deliveredAt IS NOT NULL').pluck();
      return { emails: select(`${newestFirst} LIMIT ?`, limit).map(toItem), total: Number(count.get()) };
    },

    /** All emails to one address, newest first. */
    to: (email: string): OutboxItem[] =>
      select(`AND email = ? COLLATE NOCASE ${newestFirst}`, email).map(toItem),

    /** `undefined` for an unknown email. */
    async read(id: string): Promise<OutboxEmail | undefined> {
      const [found] = select('AND id = ?', id);
      const raw = found && (await readFile(fileOf(id)).catch(unlessDeleted));
      if (!raw) return undefined;
      const { html = '', text = '' } = await PostalMime.parse(raw);
      return { ...toItem(found), html, text };
    },

    /** Adds an email that belongs to no send. */
    add(email: Email): void {
      const insert = database.prepare<[Email]>(
        `INSERT INTO outbox (id, email, firstName, lastName, subject, deliveredAt)
         VALUES (@id, @email, '', '', @subject, @deliveredAt)`,
      );
      locked(() => {
        write(email);
        insert.run(email);
      });
    },

    /**
     * Writes emails that are waiting, except those that another process has written or someone has deleted since.
     *
     * @returns the emails whose file is new, and why others could not be written
     */
    deliver(emails: readonly Email[]): { written: OutboxItem[]; failures: unknown[] } {
      const written: OutboxItem[] = [];
      const failures: unknown[] = [];
      locked(() => {
        for (const email of emails.filter(({ id }) => isWaiting.get(id))) {
          try {
            if (write(email)) written.push(toItem(email));
            mark.run(email);
          } catch (error) {
            failures.push(error);
          }
        }
      });
      return { written, failures };
    },

    /** Deletes everything about one address: its emails, and its contacts with their subscriptions. */
    async forget(email: string): Promise<void> {
      const ofContact = 'contactId IN (SELECT contactId FROM contacts WHERE email = @email)';
      const emails = `FROM outbox WHERE ${ofContact} OR email = @email COLLATE NOCASE`;
      locked(() => {
        const ids = database.prepare<[object], string>(`SELECT id ${emails}`).pluck().all({ email });
        for (const file of [partial, ...ids.map(fileOf)]) rmSync(file, { force: true });
        database.prepare(`DELETE ${emails}`).run({ email });
        database.prepare(`DELETE FROM subscriptions WHERE ${ofContact}`).run({ email });
        database.prepare('DELETE FROM contacts WHERE email = @email').run({ email });
      });
      await emptyLog(database);
    },
  };
}

function toItem({ id, email, subject, deliveredAt }: Delivered): OutboxItem {
  return { id, to: email, subject, deliveredAt: new Date(deliveredAt).toISOString() };
}

function unlessDeleted(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
