import { join } from 'node:path';
import Database from 'better-sqlite3';
import { emailPolicy, readerPolicy } from '../../packages/core/src/mail/policy.ts';
import type { OpenDatabase } from '../../packages/core/src/platform/database/open-database.ts';
import { Registration, RemovedReader } from '../../packages/core/src/readers/reader-tables.ts';
import { CanceledSend, ScheduledEmail } from '../../packages/core/src/schedule/scheduled-email.ts';
import { compareEmails, compareReaders, type Email, type Reader, type Send } from './compare.ts';
import type { Ledger } from './ledger.ts';

/** Compares what we know with what the provider has, and returns what is wrong, one line each. */
export async function compareBooks(
  ledger: Ledger,
  database: OpenDatabase,
  providerFolder: string,
  now: Date,
): Promise<string[]> {
  const provider = new Database(join(providerFolder, 'sandbox.db'), { readonly: true });
  try {
    return [
      ...compareReaders(ledger, await readReaders(database), subscribedAt(provider)),
      ...compareEmails(ledger, await readEmails(database), sendsAt(provider)),
      ...deliveredTwice(provider),
      ...(await compareWords(ledger, database)),
      ...(await leftOver(database, now)),
    ];
  } finally {
    provider.close();
  }
}

const rows = async <T>(database: OpenDatabase, sql: string) => (await database.em().execute(sql)) as T[];

const readReaders = (database: OpenDatabase) =>
  rows<Reader>(database, 'select email, status from registrations');
const readEmails = (database: OpenDatabase) =>
  rows<Email>(
    database,
    'select id, status, send_id as "sendId", message_name as "messageName", reason from scheduled_emails',
  );

/** How many subscriptions each address has. */
function subscribedAt(provider: Database.Database): Map<string, number> {
  const sql = `select lower(email), count(*) from subscriptions join contacts using (contactId)
    where subscriptions.status = 'normal' and contacts.status = 'normal' group by 1`;
  return new Map(provider.prepare(sql).raw().all() as [string, number][]);
}

/** All sends that were or will be made. */
function sendsAt(provider: Database.Database): Send[] {
  const sql = `select cast(sendId as text) as sendId, sends.status, messageName from sends join messages using (messageId)
    where sends.status <> 'canceled'`;
  return provider.prepare(sql).all() as Send[];
}

function deliveredTwice(provider: Database.Database): string[] {
  const sql = `select sendId || ' to contact ' || contactId from outbox group by sendId, contactId having count(*) > 1`;
  const found = provider.prepare(sql).pluck().all() as string[];
  return found.map((send) => `doubled: send ${send} was delivered more than once`);
}

async function compareWords(ledger: Ledger, database: OpenDatabase): Promise<string[]> {
  const words = await rows<{ id: number; word: string; definition: string }>(
    database,
    'select id, word, definition from words',
  );
  const names = new Set(words.map(({ word }) => word));
  const lost = [...ledger.imported].filter((word) => !names.has(word));
  const changed = words.filter(({ id, definition }) => ledger.definitions.get(id)?.has(definition) === false);
  return [
    ...lost.map((word) => `lost: the acknowledged import of “${word}” is gone`),
    ...changed.map(({ id, definition }) => `lost: word ${id} has “${definition}”, not the acknowledged edit`),
  ];
}

/** What a process still holds or a pass still has to check, although all ended long ago. */
async function leftOver(database: OpenDatabase, now: Date): Promise<string[]> {
  const held = (leaseMs: number) => ({
    leaseUntil: { $gt: now, $lte: new Date(now.getTime() + 2 * leaseMs) },
  });
  const em = database.em();
  const counts = {
    'emails leased': await em.count(ScheduledEmail, held(emailPolicy.leaseMs)),
    'readers leased': await em.count(Registration, held(readerPolicy.leaseMs)),
    'removed readers not settled': await em.count(RemovedReader),
    'canceled sends not settled': await em.count(CanceledSend),
  };
  const found = Object.entries(counts).filter(([, number]) => number > 0);
  return found.map(([what, number]) => `stuck: ${number} ${what}`);
}
