import type { MikroORM } from '@mikro-orm/sql';
import type { Pool } from 'pg';
import type { OpenReads } from './reads.ts';
import type { Writes } from './writes.ts';

/** The native client, for what works below the ORM. */
export type NativeClient =
  | { kind: 'sqlite'; database: import('better-sqlite3').Database }
  | { kind: 'postgresql'; pool: Pool };

/**
 * What may happen to the database: `create` makes what is missing, `existing` brings one that is there up to
 * date, and `read` changes nothing.
 */
export type DatabaseAccess = 'create' | 'existing' | 'read';

/** What the two kinds of database open differently. */
export interface OpenedOrm {
  /** Made when first asked for: what only reads has no use for it. */
  orm(): MikroORM;
  native: NativeClient;
  reads: OpenReads;
  /** Milliseconds that the database's clock is ahead of this machine's; 0 if they are the same. */
  clockOffset(): Promise<number>;
  writes: Writes;
  /** Names of the program's migrations, oldest first. */
  migrations: string[];
  /** Runs `work` while no other process does the same; the lock ends with the process. */
  underLock<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
