import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadConfig } from '@wordrise/core';
import { describe, expect, test } from 'vitest';
import { databaseKinds, newDatabaseName, postgresUrl, temporaryFolder } from '../../../test/databases.ts';
import { openDatabaseAt } from '../../../test/migrated-database.ts';
import { statement } from '../../../test/statement.ts';
import { openProductDatabase } from '../../core/src/entities.ts';
import { argumentsOf, commands, givenData } from './command-arguments.ts';
import {
  bareEnvironment,
  givenInstallation,
  givenNewInstallation,
  type Installation,
  run,
} from './run-cli.ts';

/** These may create a database, or need none. */
const goWithout = ['setup', 'serve', 'migrate', 'restore', 'doctor', 'config', 'completion'];

const needsDatabase = commands.map(({ path }) => path).filter((path) => !goWithout.includes(path));

/** Every file with its contents and rights. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files.map((file) => {
      const path = join(file.parentPath, file.name);
      const hash = file.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder';
      return [path, `${statSync(path).mode.toString(8)} ${hash}`];
    }),
  );
}

describe.each(needsDatabase)('%s', (path) => {
  test('stops in a folder without an installation, and creates nothing', async () => {
    const folder = temporaryFolder();
    const { args, input } = argumentsOf[path] ?? { args: [] };
    const { code, stdout, stderr } = await run(folder, [...path.split(' '), ...args], {
      input,
      env: bareEnvironment(folder),
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`There is no database ${join(folder, 'data/wordrise.db')}.`);
    expect(stderr).toContain('wordrise setup');
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('every command reports a folder in place of the database file in one sentence', async () => {
  const folder = temporaryFolder();
  const place = temporaryFolder();
  const env = { ...bareEnvironment(folder), DATABASE_URL: `sqlite:${place}` };
  const answers = [];
  for (const path of [...needsDatabase, 'migrate', 'setup']) {
    const { args, input } = argumentsOf[path] ?? { args: [] };
    const { code, stdout, stderr } = await run(folder, [...path.split(' '), ...args], { input, env });
    answers.push({ path, code, says: (stdout + stderr).includes(`${place} is a folder.`) });
  }
  expect(answers.filter(({ code, says }) => code !== 1 || !says)).toEqual([]);
});

test('a mistyped name of a PostgreSQL database is wrong usage', async () => {
  const { run } = await givenInstallation('sqlite', { DATABASE_URL: postgresUrl(newDatabaseName()) });
  const { code, stderr } = await run(['process']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('no database with that name'),
  });
});

const writing = commands
  .filter(({ command }) => command.options.some(({ long }) => long === '--dry-run'))
  .map(({ path }) => path);

/** Every row of every table. */
async function rowsOf({ env }: Installation): Promise<object[][]> {
  const { database: config } = loadConfig(env);
  const database = await openProductDatabase(config, 'read');
  try {
    return await Promise.all(
      tables.map((table) => database.read(statement<object>(`select * from ${table}`))),
    );
  } finally {
    await database.close();
  }
}

const tables = [
  'words',
  'scheduled_emails',
  'registrations',
  'users',
  'sessions',
  'templates',
  'rate_limits',
  'daily_counts',
  'processor_runs',
  'removed_readers',
  'suppressions',
  'mailbox_readings',
  'suppression_keys',
  'cancelled_sends',
  'audit_entries',
  'second_factors',
  'embed_origins',
  'installations',
  'autopilot_settings',
  'autopilot_days',
  'alerts',
  'mikro_orm_migrations',
];

test.each(databaseKinds)('dry runs and doctor write nothing (%s)', async (kind) => {
  const installation = await givenInstallation(kind);
  await givenData(installation);
  const { database } = loadConfig(installation.env);
  const archive = join(temporaryFolder(), 'backup.tar.gz');
  expect((await installation.run(['backup', archive])).code).toBe(0);
  const files = () => [
    contentsOf(installation.folder),
    database.kind === 'sqlite' && contentsOf(dirname(database.path)),
  ];
  const before = { files: files(), rows: await rowsOf(installation) };
  const ended = [];
  for (const path of writing) {
    const { args, input = '' } = argumentsOf[path] ?? { args: [archive, '--replace'] };
    const { code } = await installation.run([...path.split(' '), ...args, '--dry-run'], { input });
    ended.push({ path, code, files: files() });
  }
  expect(ended).toEqual(
    writing.map((path) => ({ path, code: argumentsOf[path]?.code ?? 0, files: before.files })),
  );
  expect((await installation.run(['doctor'])).stdout).toContain('The schema is up to date.');
  expect({ files: files(), rows: await rowsOf(installation) }).toEqual(before);
});

test.each(databaseKinds)('only reading a database of an older version is refused (%s)', async (kind) => {
  const installation = await givenNewInstallation(kind);
  await givenData(installation);
  const database = await openDatabaseAt(installation.env.DATABASE_URL ?? '');
  await database.em().execute('delete from mikro_orm_migrations where id > 1');
  await database.close();
  const { code, stderr } = await installation.run(['process', '--dry-run']);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('Run first: wordrise migrate'),
  });
});

test.each(['serve', 'process', 'migrate', 'words'])(
  '%s refuses a database of a newer version',
  async (word) => {
    const installation = await givenNewInstallation();
    await givenData(installation);
    const database = await openDatabaseAt(installation.env.DATABASE_URL ?? '');
    await database
      .em()
      .execute("insert into mikro_orm_migrations (name) values ('Migration29990101000000_later')");
    await database.close();
    const { code, stderr } = await installation.run(word === 'words' ? ['words', 'list'] : [word], {
      env: { PORT: '0' },
    });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /changed by a newer Wordrise \(schema 29990101000000_later\), and this is Wordrise \S+, which knows .+\d{14}_/,
      ),
    });
  },
);
