import type { Migration } from '@mikro-orm/migrations';
import { postgresqlMigrations } from '../../packages/core/src/platform/database/migrations/postgresql.ts';
import { sqliteMigrations } from '../../packages/core/src/platform/database/migrations/sqlite.ts';
import { migrationsTable } from '../../packages/core/src/platform/database/schema-state.ts';
import type { DatabaseKind } from '../../test/databases.ts';

const migrations = { sqlite: sqliteMigrations, postgresql: postgresqlMigrations };

/** Names of this version's migrations, oldest first. */
export const migrationNames = (kind: DatabaseKind): string[] => migrations[kind].map(({ name }) => name);

/** As the migrator creates it. */
const createMigrationsTable = {
  sqlite: `create table \`${migrationsTable}\` (\`id\` integer not null primary key autoincrement, \`name\` text not null, \`executed_at\` datetime not null default (strftime('%s', 'now') * 1000))`,
  postgresql: `create table "${migrationsTable}" ("id" serial primary key, "name" varchar(255) not null, "executed_at" timestamptz not null default current_timestamp)`,
};

/** What the migrations of this version run on an empty database, as SQL. */
export async function schemaStatements(kind: DatabaseKind): Promise<string[]> {
  const recorded = [createMigrationsTable[kind]];
  for (const NextMigration of migrations[kind]) {
    recorded.push(`-- ${NextMigration.name}`);
    const migration = new NextMigration(recorder(recorded), {} as MigrationOptions[1]);
    await migration.up();
    recorded.push(...migration.getQueries().map(String));
  }
  return recorded.map((statement) => (statement.startsWith('--') ? statement : ended(statement)));
}

type MigrationOptions = ConstructorParameters<typeof Migration>;

/** Replaces the database: it has no rows, so only what changes the schema matters. */
function recorder(into: string[]): MigrationOptions[0] {
  const execute = async (sql: string) => {
    if (!/^\s*select\b/i.test(sql)) into.push(sql);
    return [];
  };
  return { execute } as unknown as MigrationOptions[0];
}

const ended = (statement: string) => `${statement.trim().replace(/;$/, '')};`;
