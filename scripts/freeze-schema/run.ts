/**
 * Freezes the schema of this version with rows in every table, for the test of upgrades in
 * packages/core/src/upgrade.test.ts:
 *
 *     npm run freeze-schema              # lerna calls it for each new version
 *     npm run freeze-schema -- --check   # fails if this version's schema is not frozen, or is an older one
 *
 * A PostgreSQL server from an npm package is started for it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openProductDatabase } from '../../packages/core/src/entities.ts';
import { loadConfig } from '../../packages/core/src/platform/settings/load-config.ts';
import type { DatabaseKind } from '../../test/databases.ts';
import { frozenFolder, frozenVersions, loadFrozen } from '../../test/frozen-schemas.ts';
import { startPostgres } from '../../test/postgres.ts';
import { rowStatements } from './row-statements.ts';
import { fillEmptyTables } from './rows.ts';
import { migrationNames, schemaStatements } from './statements.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const lerna = join(import.meta.dirname, '../../lerna.json');
const { version } = JSON.parse(readFileSync(lerna, 'utf8')) as { version: string };

/** Freezes the upgraded rows of the previous version, and some in new tables. */
async function freeze(kind: DatabaseKind, url: string): Promise<void> {
  const before = frozenVersions().findLast((other) => other !== version);
  if (!before) throw new Error(`${version} is the first schema: there is none to take rows from.`);
  await loadFrozen(before, kind, url);
  const config = loadConfig({ DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) });
  const database = await openProductDatabase(config.database);
  try {
    await database.migrate();
    await fillEmptyTables(database.em());
    const statements = [...(await schemaStatements(kind)), ...(await rowStatements(database))];
    mkdirSync(join(frozenFolder, version), { recursive: true });
    writeFileSync(join(frozenFolder, version, `${kind}.sql`), `${statements.join('\n')}\n`);
    console.log(`The ${kind} schema of ${version} is frozen, from the rows of ${before}.`);
  } finally {
    await database.close();
  }
}

function check(kind: DatabaseKind): void {
  const path = join(frozenFolder, version, `${kind}.sql`);
  const isFrozen =
    frozenVersions().includes(version) &&
    migrationNames(kind).every((name) => readFileSync(path, 'utf8').includes(`-- ${name}\n`));
  if (!isFrozen)
    throw new Error(`Version ${version} has another ${kind} schema now. Run: npm run freeze-schema`);
}

if (values.check) {
  check('sqlite');
  check('postgresql');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'wordrise-freeze-'));
  const postgres = await startPostgres();
  try {
    await freeze('sqlite', `sqlite:${join(folder, 'wordrise.db')}`);
    await freeze('postgresql', postgres.url);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}
