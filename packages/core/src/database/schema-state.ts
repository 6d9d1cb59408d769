import { DomainError } from '../errors.ts';
import type { OpenedOrm } from './opened-orm.ts';

/** The migrations of a database compared with the program's own, oldest first. */
export interface SchemaState {
  applied: string[];
  pending: string[];
}

export const migrationsTable = 'mikro_orm_migrations';

const tableExists = {
  sqlite: 'select count(*) as count from sqlite_master where name = ?',
  postgresql: 'select count(to_regclass(?))::int as count',
};

/**
 * Compares a database with this program's migrations. Writes nothing, unlike the migrator, which creates its table even
 * for a check.
 *
 * @throws DomainError `database.newer` if a later version has changed the schema
 */
export async function readSchema({
  native,
  reads,
  migrations,
}: Pick<OpenedOrm, 'native' | 'reads' | 'migrations'>): Promise<SchemaState> {
  const [table] = await reads.read<{ count: number }>(tableExists[native.kind], [migrationsTable]);
  if (!table?.count) return { applied: [], pending: [...migrations] };
  const rows = await reads.read<{ name: string }>(`select name from ${migrationsTable} order by id`);
  const applied = rows.map(({ name }) => name);
  const unknown = applied.filter((name) => !migrations.includes(name));
  if (unknown.length > 0) throw newer(unknown, migrations);
  return { applied, pending: migrations.filter((name) => !applied.includes(name)) };
}

function newer(unknown: string[], migrations: readonly string[]): DomainError {
  return new DomainError(
    'database.newer',
    `The database has schema ${schemaVersion(unknown.at(-1))}, and this version of Wordrise knows schemas up to ${schemaVersion(migrations.at(-1))}. Install the newer version again, or restore a backup made before the upgrade.`,
  );
}

/** `Migration20261121000000_initial` is `20261121000000_initial`. */
export function schemaVersion(migration = 'none'): string {
  return migration.replace(/^Migration/, '');
}
