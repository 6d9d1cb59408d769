import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { migrationsTable } from '../database/schema-state.ts';

/** All pages in one step: a copy in several steps restarts whenever another process writes. */
const allPages = 0x7fff_ffff;

/** Copies a database as of one moment, while others read and write it. */
export async function copySqlite(from: string, to: string): Promise<void> {
  const database = new Database(from, { fileMustExist: true, timeout: 5000 });
  try {
    await database.backup(to, { progress: () => allPages });
  } finally {
    database.close();
  }
}

/** Names of the migrations that are applied to a SQLite file, oldest first; none if it has no schema. */
export function migrationsIn(path: string): string[] {
  const database = new Database(path, { fileMustExist: true });
  try {
    const table = database.prepare('select 1 from sqlite_master where name = ?').get(migrationsTable);
    if (!table) return [];
    return database.prepare(`select name from ${migrationsTable} order by id`).pluck().all() as string[];
  } finally {
    database.close();
  }
}

/** Whether the file's structure is sound. */
export function isSound(path: string): boolean {
  try {
    const database = new Database(path, { fileMustExist: true, readonly: true });
    try {
      return database.pragma('quick_check(1)', { simple: true }) === 'ok';
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/** Whether a SQLite file has tables. */
export function hasTables(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new Database(path, { fileMustExist: true });
  try {
    return database.prepare('select 1 from sqlite_master limit 1').get() !== undefined;
  } finally {
    database.close();
  }
}

/** Whether another connection, of this process or another, has the file open. */
export function isInUse(path: string): boolean {
  return existsSync(path) && !canLock(path);
}

function canLock(path: string): boolean {
  const database = new Database(path, { timeout: 0 });
  try {
    // Opens it without shared memory. That needs a lock that any other connection prevents.
    database.pragma('locking_mode = exclusive');
    database.exec('begin exclusive; rollback');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false;
    throw error;
  } finally {
    database.close();
  }
}
