import type { DatabaseConfig } from '../settings/config.ts';
import type { Reads } from './reads.ts';
import type { SchemaState } from './schema-state.ts';

/** A database as other packages see it: without the ORM. */
export interface ProductDatabase extends Reads {
  kind: DatabaseConfig['kind'];
  /** The server's version, such as `SQLite 3.50.4`. */
  version(): Promise<string>;
  /** Whether a query is answered. */
  isReachable(): Promise<boolean>;
  /** What its owner should put right, in plain words; it works meanwhile. */
  warning(): Promise<string | undefined>;
  /** Names of the migrations that are applied, and of those still to be. Writes nothing. */
  schema(): Promise<SchemaState>;
  pendingMigrations(): Promise<string[]>;
  /** Applies them, one process at a time; the names of those applied. */
  migrate(): Promise<string[]>;
  close(): Promise<void>;
}
