/**
 * Writes the migration that takes both databases from the last snapshot to the current entities:
 *
 *     npm run migration -- add-something
 *
 * A PostgreSQL server from an npm package is started for it. Afterward list the new class in
 * packages/core/src/platform/database/migrations/<database>.ts.
 */
import { join } from 'node:path';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM as PostgresORM } from '@mikro-orm/postgresql';
import { MikroORM as SqliteORM } from '@mikro-orm/sqlite';
import { entities } from '../packages/core/src/entities.ts';
import { startPostgres } from '../test/postgres.ts';

const name = process.argv[2];
if (!name) throw new Error('Give the migration a name: npm run migration -- add-something');

const folder = join(import.meta.dirname, '../packages/core/src/platform/database/migrations');
const options = (database: string) => ({
  entities: [...entities],
  forceUtcTimezone: true,
  extensions: [Migrator],
  migrations: {
    path: join(folder, database),
    pathTs: join(folder, database),
    emit: 'ts' as const,
    snapshotName: 'snapshot',
    fileName: (timestamp: string, given?: string) => `${timestamp}-${given ?? 'migration'}`,
  },
});

const postgres = await startPostgres();
try {
  for (const orm of [
    await SqliteORM.init({ ...options('sqlite'), dbName: ':memory:' }),
    await PostgresORM.init({ ...options('postgresql'), clientUrl: postgres.url }),
  ]) {
    const { fileName } = await orm.migrator.create(undefined, false, false, name);
    console.log(fileName || 'nothing changed');
    await orm.close();
  }
} finally {
  await postgres.stop();
}
