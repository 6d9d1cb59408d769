import type { OpenDatabase } from '../../packages/core/src/platform/database/open-database.ts';
import { migrationsTable } from '../../packages/core/src/platform/database/schema-state.ts';
import { statement } from '../../test/statement.ts';

/** A unit of work of MikroORM's. */
export type EntityManager = ReturnType<OpenDatabase['em']>;

/** All rows of all tables as SQL; a table comes after those that it refers to. */
export async function rowStatements(database: OpenDatabase): Promise<string[]> {
  const statements: string[] = [];
  for (const table of [migrationsTable, ...referencedFirst(database.em())]) {
    const columns = await columnsOf(database, table);
    const literals = columns.map((column, index) => `${quoted[database.kind](column)} as c${index}`);
    const rows = await database.read(
      statement<Record<string, string>>(`select ${literals.join(', ')} from ${table} order by 1`),
    );
    const values = rows.map((row) => `  (${columns.map((_, index) => row[`c${index}`]).join(', ')})`);
    const names = columns.map((column) => `"${column}"`).join(', ');
    statements.push(`insert into ${table} (${names}) values\n${values.join(',\n')};`);
  }
  return database.kind === 'postgresql'
    ? [...statements, ...(await sequenceStatements(database))]
    : statements;
}

/** A value as a literal. */
const quoted = {
  sqlite: (column: string) => `quote("${column}")`,
  postgresql: (column: string) => `quote_nullable("${column}"::text)`,
};

const columnsSql = {
  sqlite: 'select name from pragma_table_info(?)',
  postgresql: `select attname as name from pg_attribute
    where attrelid = ?::regclass and attnum > 0 and not attisdropped order by attnum`,
};

async function columnsOf(database: OpenDatabase, table: string): Promise<string[]> {
  const rows = await database.read(statement<{ name: string }>(columnsSql[database.kind], [table]));
  return rows.map(({ name }) => name);
}

function referencedFirst(em: EntityManager): string[] {
  const tables = new Set<string>();
  const add = ({ tableName, relations }: { tableName: string; relations: Relation[] }) => {
    for (const { targetMeta } of relations)
      if (targetMeta && !tables.has(targetMeta.tableName)) add(targetMeta);
    tables.add(tableName);
  };
  for (const meta of em.getMetadata().getAll().values()) add(meta);
  return [...tables];
}

interface Relation {
  targetMeta?: { tableName: string; relations: Relation[] };
}

async function sequenceStatements({ read }: OpenDatabase): Promise<string[]> {
  const rows = await read(
    statement<{
      name: string;
      last: string;
    }>(`select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() and last_value is not null order by 1`),
  );
  return rows.map(({ name, last }) => `select setval('${name}', ${last});`);
}
