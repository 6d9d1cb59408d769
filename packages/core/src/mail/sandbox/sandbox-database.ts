import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makePrivateDatabase, makePrivateFolder } from '../../private-files.ts';
import { sandboxAccount } from './credentials.ts';

export type SandboxDatabase = Database.Database;

const schemaVersion = 2;

// Emails received by SMTP do not belong to an iContact send.
const outboxSchema = `
CREATE TABLE outbox (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  sendId INTEGER REFERENCES sends (sendId),
  contactId INTEGER REFERENCES contacts (contactId),
  email TEXT NOT NULL, firstName TEXT NOT NULL, lastName TEXT NOT NULL,
  subject TEXT NOT NULL DEFAULT '',
  deliveredAt INTEGER
) STRICT;
CREATE INDEX outbox_waiting ON outbox (sendId, position) WHERE deliveredAt IS NULL;
CREATE INDEX outbox_delivered ON outbox (deliveredAt, position) WHERE deliveredAt IS NOT NULL;
`;

// Columns are named like iContact's fields. Instants are milliseconds since 1970. The ids of each kind start at a
// different number, so that an id of the wrong kind finds nothing.
const schema = `
CREATE TABLE contacts (
  contactId INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL COLLATE NOCASE,
  prefix TEXT NOT NULL DEFAULT '', firstName TEXT NOT NULL DEFAULT '', lastName TEXT NOT NULL DEFAULT '',
  suffix TEXT NOT NULL DEFAULT '', street TEXT NOT NULL DEFAULT '', street2 TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL DEFAULT '', state TEXT NOT NULL DEFAULT '', postalCode TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '', fax TEXT NOT NULL DEFAULT '', business TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL DEFAULT 'normal',
  createDate INTEGER NOT NULL,
  bounceCount INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX contacts_email ON contacts (email) WHERE status <> 'deleted';
CREATE TABLE lists (
  listId INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL, publicname TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
  emailOwnerOnChange INTEGER NOT NULL DEFAULT 1, welcomeOnManualAdd INTEGER NOT NULL DEFAULT 0,
  welcomeOnSignupAdd INTEGER NOT NULL DEFAULT 0, welcomeMessageId INTEGER,
  isDeleted INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE subscriptions (
  listId INTEGER NOT NULL REFERENCES lists (listId),
  contactId INTEGER NOT NULL REFERENCES contacts (contactId),
  subscriptionId TEXT NOT NULL GENERATED ALWAYS AS (listId || '_' || contactId) VIRTUAL,
  status TEXT NOT NULL,
  confirmationMessageId INTEGER,
  addDate INTEGER NOT NULL,
  PRIMARY KEY (listId, contactId)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_contact ON subscriptions (contactId);
CREATE TABLE campaigns (
  campaignId INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
  fromName TEXT NOT NULL DEFAULT '', fromEmail TEXT NOT NULL DEFAULT '',
  forwardToFriend INTEGER NOT NULL DEFAULT 0, subscriptionManagement INTEGER NOT NULL DEFAULT 0,
  clickTrackMode INTEGER NOT NULL DEFAULT 0, useAccountAddress INTEGER NOT NULL DEFAULT 1,
  archiveByDefault INTEGER NOT NULL DEFAULT 0,
  street TEXT NOT NULL DEFAULT '', city TEXT NOT NULL DEFAULT '', state TEXT NOT NULL DEFAULT '',
  zip TEXT NOT NULL DEFAULT '', country TEXT NOT NULL DEFAULT '',
  isEdited INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE messages (
  messageId INTEGER PRIMARY KEY AUTOINCREMENT,
  campaignId INTEGER NOT NULL REFERENCES campaigns (campaignId),
  messageType TEXT NOT NULL, messageName TEXT NOT NULL DEFAULT '', subject TEXT NOT NULL,
  htmlBody TEXT NOT NULL DEFAULT '', textBody TEXT NOT NULL DEFAULT '', previewText TEXT NOT NULL DEFAULT '',
  createDate INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_name ON messages (messageName);
CREATE TABLE sends (
  sendId INTEGER PRIMARY KEY AUTOINCREMENT,
  messageId INTEGER NOT NULL REFERENCES messages (messageId),
  includeListIds TEXT NOT NULL DEFAULT '', excludeListIds TEXT NOT NULL DEFAULT '',
  includeSegmentIds TEXT NOT NULL DEFAULT '', excludeSegmentIds TEXT NOT NULL DEFAULT '',
  scheduledTime TEXT NOT NULL DEFAULT '',
  dueAt INTEGER NOT NULL,
  releasedTime INTEGER,
  recipientCount INTEGER NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'pending',
  owner TEXT,
  leaseUntil INTEGER
) STRICT;
CREATE INDEX sends_message ON sends (messageId);
CREATE INDEX sends_waiting ON sends (dueAt) WHERE status IN ('pending', 'sending');
${outboxSchema}INSERT INTO sqlite_sequence (name, seq) VALUES ('contacts', 60000000), ('messages', 250000), ('sends', 970000);
`;

/** Opens the sandbox's state, which any number of processes share, and creates it if there is none. */
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

/** Gives the list and the sender the product's name. */
export function nameSender(database: SandboxDatabase, productName: string): void {
  const { listId, campaignId } = sandboxAccount;
  database
    .transaction(() => {
      const sender = 'UPDATE campaigns SET name = ?, fromName = ? WHERE campaignId = ?';
      database.prepare(sender).run(productName, productName, campaignId);
      const list = 'UPDATE lists SET name = ?, publicname = ? WHERE listId = ?';
      database.prepare(list).run(productName, productName, listId);
    })
    .immediate();
}

function createSchema(database: SandboxDatabase): void {
  const version = database.pragma('user_version', { simple: true });
  if (version === schemaVersion) return;
  if (version === 1) {
    upgradeOutbox(database);
    return;
  }
  if (version !== 0)
    throw new Error(`sandbox.db is of version ${version}; this program knows ${schemaVersion}`);
  database.exec(schema);
  const { listId, campaignId } = sandboxAccount;
  database
    .prepare("INSERT INTO lists (listId, name, emailOwnerOnChange) VALUES (?, 'Readers', 0)")
    .run(listId);
  database
    .prepare(
      "INSERT INTO campaigns (campaignId, name, fromName, fromEmail) VALUES (?, 'Readers', 'Readers', ?)",
    )
    .run(campaignId, 'words@sandbox.invalid');
  database.pragma(`user_version = ${schemaVersion}`);
}

/** Upgrades from version 1, in which each email had a send and a contact. */
function upgradeOutbox(database: SandboxDatabase): void {
  database.exec(`
    ALTER TABLE outbox RENAME TO outbox_1;
    DROP INDEX outbox_waiting;
    DROP INDEX outbox_delivered;
    ${outboxSchema}
    INSERT INTO outbox SELECT * FROM outbox_1;
    DROP TABLE outbox_1;
  `);
  database.pragma(`user_version = ${schemaVersion}`);
}
