import type { DatabaseConfig } from '../settings/config.ts';
import type { Reads } from './reads.ts';
import type { SchemaState } from './schema-state.ts';

/** A database as other packages see it: without the ORM. */
export interface ProductDatabase extends Reads {
  kind: DatabaseConfig['kind'];
  /** The server's version, such as `SQLite 3.50.4`. */
  version(): Promise<string>;
  /** Whether the database answers a query. */
  isReachable(): Promise<boolean>;
  /** A problem that the owner should fix, in plain words. The database still works. */
  warning(): Promise<string | undefined>;
  /** Names of the applied and the pending migrations. Writes nothing. */
  schema(): Promise<SchemaState>;
  pendingMigrations(): Promise<string[]>;
  /** Applies pending migrations, one process at a time. @returns their names */
  migrate(): Promise<string[]>;
  close(): Promise<void>;
}
