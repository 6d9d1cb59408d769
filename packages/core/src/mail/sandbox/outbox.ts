import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutboxEmail, OutboxItem } from '../../contract/system.ts';
import { readEmail } from './read-email.ts';
import type { SandboxDatabase } from './sandbox-database.ts';

/** The emails that the sandbox has delivered, newest first. */
export interface Outbox {
  list(query: { limit: number; offset?: number }): Promise<{ emails: OutboxItem[]; total: number }>;
  /** `undefined` for an unknown email. */
  read(id: string): Promise<OutboxEmail | undefined>;
  /** All emails to one address, newest first. */
  to(email: string): OutboxItem[];
}

interface Delivered {
  id: string;
  email: string;
  subject: string;
  deliveredAt: number;
}

const partialFolder = '.partial';
/** No email takes this long to write, so a process has died and left the file behind. */
const partialKeptMs = 600_000;

function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

export function createOutbox(database: SandboxDatabase, dataDir: string): Outbox {
  return {
    async list({ limit, offset = 0 }) {
      const rows = database
        .prepare<[number, number], Delivered>(
          `SELECT id, email, subject, deliveredAt FROM outbox WHERE deliveredAt IS NOT NULL
           ORDER BY deliveredAt DESC, position DESC LIMIT ? OFFSET ?`,
        )
        .all(limit, offset);
      const count = database.prepare('SELECT count(*) FROM outbox WHERE deliveredAt IS NOT NULL').pluck();
      return { emails: rows.map(toItem), total: Number(count.get()) };
    },

    to(email) {
      return database
        .prepare<[string], Delivered>(
          `SELECT id, email, subject, deliveredAt FROM outbox WHERE deliveredAt IS NOT NULL
           AND email = ? COLLATE NOCASE ORDER BY deliveredAt DESC, position DESC`,
        )
        .all(email)
        .map(toItem);
    },

    async read(id) {
      const row = database
        .prepare<[string], Delivered>(
          'SELECT id, email, subject, deliveredAt FROM outbox WHERE id = ? AND deliveredAt IS NOT NULL',
        )
        .get(id);
      if (!row) return undefined;
      try {
        const raw = await readFile(emailFile(dataDir, row.id));
        return { ...toItem(row), ...readEmail(raw) };
      } catch (error) {
        // Somebody has deleted the file.
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
  };
}

export function toItem({ id, email, subject, deliveredAt }: Delivered): OutboxItem {
  return { id, to: email, subject, deliveredAt: new Date(deliveredAt).toISOString() };
}

export async function makeOutboxFolders(dataDir: string): Promise<void> {
  await mkdir(join(outboxFolder(dataDir), partialFolder), { recursive: true, mode: 0o700 });
}

/** Creates the folders and removes half-written files left by a crash. */
export async function prepareOutbox(dataDir: string): Promise<void> {
  await makeOutboxFolders(dataDir);
  const partial = join(outboxFolder(dataDir), partialFolder);
  for (const name of await readdir(partial)) {
    const file = join(partial, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > partialKeptMs) await rm(file, { force: true });
  }
}

/**
 * Writes an email under its own name in one step: the file is complete or missing. An existing one
 * stays unchanged.
 *
 * @returns whether it was written
 */
export async function writeEmail(
  dataDir: string,
  id: string,
  owner: string,
  compose: () => Promise<Buffer>,
): Promise<boolean> {
  const file = emailFile(dataDir, id);
  if (await isThere(file)) return false;
  const partial = join(outboxFolder(dataDir), partialFolder, `${id}.${owner}`);
  await writeFile(partial, await compose(), { mode: 0o600 });
  await rename(partial, file);
  return true;
}

/** Deletes the files of emails, including half-written ones. */
export async function removeEmails(dataDir: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const partial = join(outboxFolder(dataDir), partialFolder);
  const halfWritten = (await readdir(partial)).filter((name) => ids.some((id) => name.startsWith(`${id}.`)));
  const files = [
    ...ids.map((id) => emailFile(dataDir, id)),
    ...halfWritten.map((name) => join(partial, name)),
  ];
  await Promise.all(files.map((file) => rm(file, { force: true })));
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function emailFile(dataDir: string, id: string): string {
  return join(outboxFolder(dataDir), `${id}.eml`);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
