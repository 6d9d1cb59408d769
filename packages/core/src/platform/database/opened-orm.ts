import type { MikroORM } from '@mikro-orm/sql';
import type { Pool } from 'pg';
import type { OpenReads } from './reads.ts';
import type { Writes } from './writes.ts';

/** The native client, for code that works below the ORM. */
export type NativeClient =
  | { kind: 'sqlite'; database: import('better-sqlite3').Database }
  | { kind: 'postgresql'; pool: Pool };

/**
 * What may happen to the database: `create` creates it if it is missing, `existing` brings an existing one up to date,
 * and `read` changes nothing.
 */
export type DatabaseAccess = 'create' | 'existing' | 'read';

/** The parts that differ between the two kinds of database. */
export interface OpenedOrm {
  /** Created on first use: code that only reads does not need it. */
  orm(): MikroORM;
  native: NativeClient;
  reads: OpenReads;
  /** How far the database's clock is ahead of this machine's, in milliseconds; 0 if they agree. */
  clockOffset(): Promise<number>;
  writes: Writes;
  /** Names of the program's migrations, oldest first. */
  migrations: string[];
  /** Runs `work` while no other process does the same; the lock ends with the process. */
  underLock<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
