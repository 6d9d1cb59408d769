import { randomUUID } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import { version } from '../../version.ts';
import { DomainError } from '../errors.ts';
import type { OpenedOrm } from './opened-orm.ts';
import { fields, tables } from './query.ts';
import type { Reads } from './reads.ts';
import { runIn } from './writes.ts';

/** The migrations of a database compared with the program's own, oldest first. */
export interface SchemaState {
  applied: string[];
  pending: string[];
}

export const migrationsTable = 'mikro_orm_migrations';

/** The first migration makes this table, except in checkouts from before it was added there. */
const settingsTable = 'settings';

const tablesThere = {
  sqlite: sql<{
    name: string;
  }>`select name from sqlite_master where name in (${migrationsTable}, ${settingsTable})`,
  postgresql: sql<{
    name: string;
  }>`select name from (values (${migrationsTable}::text), (${settingsTable}::text)) as asked(name)
    where to_regclass(name) is not null`,
};

/**
 * Compares a database with this program's migrations. Writes nothing, unlike the migrator, which creates its table even
 * for a check.
 *
 * @throws DomainError `database.newer` if a later version has changed the schema, or it is from before the first release
 */
export async function readSchema({
  native,
  reads,
  migrations,
}: Pick<OpenedOrm, 'native' | 'reads' | 'migrations'>): Promise<SchemaState> {
  const there = (await reads.read(tablesThere[native.kind])).map(({ name }) => name);
  if (!there.includes(migrationsTable)) return { applied: [], pending: [...migrations] };
  const rows = await reads.read(
    sql<{ name: string }>`select name from ${sql.table(migrationsTable)} order by id`,
  );
  const applied = rows.map(({ name }) => name);
  const unknown = applied.filter((name) => !migrations.includes(name));
  if (unknown.length > 0) throw newer(unknown, migrations, await readInstallation(reads));
  if (applied.length > 0 && !there.includes(settingsTable)) throw beforeTheFirstRelease('database', applied);
  return { applied, pending: migrations.filter((name) => !applied.includes(name)) };
}

function newer(
  unknown: string[],
  migrations: readonly string[],
  installation: { migratedBy: string } | undefined,
): DomainError {
  if (areEarlier(unknown, migrations)) return beforeTheFirstRelease('database', unknown);
  // A version under development may have the same number.
  const by = installation?.migratedBy;
  const other = by === undefined || by === version ? 'a newer Wordrise' : `Wordrise ${by}`;
  return new DomainError(
    'database.newer',
    `The database was changed by ${other} (schema ${schemaVersion(unknown.at(-1))}), and this is Wordrise ${version}, which knows schemas up to ${schemaVersion(migrations.at(-1))}. Install the newer version again, or restore a backup made before the upgrade: wordrise restore FILE --replace`,
  );
}

/** Whether migrations that this program does not know are from before the first release: they started over since. */
export function areEarlier(unknown: readonly string[], [first = '']: readonly string[]): boolean {
  return unknown.every((name) => name < first);
}

export function beforeTheFirstRelease(
  what: 'database' | 'backup',
  migrations: readonly string[],
): DomainError {
  // The command that exports readers had only this name then.
  return new DomainError(
    'database.newer',
    `The ${what} is from before the first release (schema ${schemaVersion(migrations.at(-1))}), and schemas started over since. Export with the program that made it (wordrise words export, wordrise signups export), and import into a new database.`,
  );
}

/** `Migration20261121000000_initial` is `20261121000000_initial`. */
export function schemaVersion(migration = 'none'): string {
  return migration.replace(/^Migration/, '');
}

const InstallationSchema = defineEntity({
  name: 'Installation',
  tableName: 'installations',
  properties: {
    /** Always 1. */
    id: p.integer().primary().autoincrement(false),
    /** Random. A restored copy gets another one, unless it replaces its original in place. */
    key: p.string().length(36),
    /** The version of Wordrise that last changed the schema. */
    migratedBy: p.string().length(40),
    /** Since when nothing is sent, because the installation that a backup was made of may still be sending. */
    heldSince: p.datetime(3).nullable(),
  },
});

/** What the database knows about the installation that it belongs to. */
export class Installation extends InstallationSchema.class {}
InstallationSchema.setClass(Installation);

/** Notes who has changed the schema; a new database gets its key. */
export async function noteMigration(em: EntityManager): Promise<void> {
  await runIn(
    em,
    sql`insert into installations (id, key, migrated_by) values (1, ${randomUUID()}, ${version})
      on conflict (id) do update set migrated_by = excluded.migrated_by`,
  );
}

/** `undefined` for a database from before this table. */
export async function readInstallation({
  read,
}: Pick<Reads, 'read'>): Promise<{ key: string; migratedBy: string } | undefined> {
  try {
    const [found] = await read(
      tables<{ installations: Installation }>()
        .selectFrom('installations')
        .select(fields('installations', ['key', 'migratedBy']))
        .where('id', '=', 1),
    );
    return found;
  } catch {
    return undefined;
  }
}
