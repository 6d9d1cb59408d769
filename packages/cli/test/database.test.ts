import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadConfig, openDatabase } from '@wordrise/core';
import { wordFields } from '@wordrise/core/contract';
import { describe, expect, test } from 'vitest';
import { databaseKinds, newDatabaseName, postgresUrl, temporaryFolder } from '../../../test/databases.ts';
import { openDatabaseAt } from '../../../test/migrated-database.ts';
import { commandsOf } from '../src/command-line/manual.ts';
import { sections } from '../src/commands.ts';
import { fieldFlag } from '../src/words/word-fields.ts';
import {
  bareEnvironment,
  givenInstallation,
  givenNewInstallation,
  type Installation,
  run,
  wordOf,
} from './run-cli.ts';

const commands = sections.flatMap(({ entries }) => entries.flatMap(commandsOf));

/** What each command needs beside its name. */
const argumentsOf: Record<string, { args: string[]; input?: string; code?: number }> = {
  'bounces ingest': { args: [], input: 'Subject: hello\n\nNo report.' },
  // It finds something in the words of these tests.
  'words check': { args: [], code: 1 },
  'words list': { args: [] },
  'words show': { args: ['hush'] },
  'words add': { args: ['calm', ...fieldFlags()] },
  'words edit': { args: ['hush', '--definition', 'Silence.'] },
  'words remove': { args: ['lull', '--yes'] },
  'words import': { args: ['-'], input: `${JSON.stringify(wordOf('calm'))}\n` },
  'words export': { args: [] },
  'words lookup': { args: ['hush'] },
  'words fill': { args: ['calm'] },
  'schedule list': { args: [] },
  'schedule add': { args: ['lull', '--tomorrow'] },
  'schedule fill': { args: ['--days', '2'] },
  'autopilot on': { args: [] },
  'autopilot off': { args: [] },
  'autopilot skip': { args: ['2090-12-24'] },
  'autopilot unskip': { args: ['2090-12-24'] },
  'schedule move': { args: ['hush', '--at', '2090-12-02 07:00'] },
  'schedule swap': { args: ['hush', '--word', 'lull'] },
  'schedule update': { args: ['--all'] },
  'schedule cancel': { args: ['hush'] },
  'schedule pause': { args: ['1'] },
  'schedule resume': { args: ['1'] },
  'schedule show': { args: ['hush'] },
  'schedule stats': { args: [] },
  'schedule stop': { args: ['1'] },
  process: { args: [] },
  'provider switch': { args: ['smtp-sandbox'] },
  'template show': { args: [] },
  'template set': { args: ['--subject', 'A word: {{word}}'] },
  'template preview': { args: [] },
  'template restore': { args: ['1'] },
  'template test': { args: ['owner@example.com'] },
  'signups list': { args: [] },
  'signups export': { args: [] },
  'signups import': {
    args: ['-', '--consent', 'Agreed elsewhere'],
    input: 'email,firstName\nnew@example.com,New\n',
  },
  'signups remove': { args: ['reader@example.com', '--yes'] },
  'signups show': { args: ['reader@example.com'] },
  'admin reset-password': { args: ['--password-stdin'], input: 'long enough\n' },
  'privacy set': { args: ['--default'] },
  'origins list': { args: [] },
  'origins allow': { args: ['https://new.example'] },
  'origins remove': { args: ['https://blog.example'] },
  'admin status': { args: [] },
  'admin disable-second-factor': { args: [] },
  audit: { args: [] },
  'sessions list': { args: [] },
  'sessions end': { args: ['--all'] },
  migrate: { args: [] },
  backup: { args: ['backup.tar.gz'] },
  setup: { args: ['--yes', '--no-checks', '--product-name', 'Another'] },
};

function fieldFlags(): string[] {
  const text = wordOf('calm');
  return wordFields.filter((field) => field !== 'word').flatMap((field) => [fieldFlag(field), text[field]]);
}

/** They may create a database, or need none. */
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

test('a mistyped name of a PostgreSQL database is wrong usage', async () => {
  const { run } = await givenInstallation('sqlite', { DATABASE_URL: postgresUrl(newDatabaseName()) });
  const { code, stderr } = await run(['process']);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('no database of that name') });
});

/** A word that is scheduled, another that is not, a reader and an admin. */
async function givenData(installation: Installation): Promise<void> {
  const wordrise = await installation.open();
  await wordrise.accounts.setup({ username: 'owner', password: 'long enough' });
  const { id } = await wordrise.words.add(wordOf('hush'));
  await wordrise.words.add(wordOf('lull'));
  const scheduledDate = wordrise.schedule.tomorrowMorning().toISOString();
  await wordrise.schedule.add({ wordId: id, scheduledDate, status: 'pending' });
  const reader = { email: 'reader@example.com', firstName: 'Ada', favoriteWord: undefined };
  await wordrise.origins.allow('https://blog.example');
  await wordrise.readers.signUp(reader, { address: undefined });
  await wordrise.templates.save({ content: '<p>{{word}}</p>', subject: '{{word}}' });
  await wordrise.close();
}

const writing = commands.filter(({ command }) => command.writes).map(({ path }) => path);

/** Every row of every table. */
async function rowsOf({ env }: Installation): Promise<object[][]> {
  const { database: config } = loadConfig(env);
  const database = await openDatabase(config, 'read');
  try {
    return await Promise.all(tables.map((table) => database.read<object>(`select * from ${table}`)));
  } finally {
    await database.close();
  }
}

const tables = [
  ...['words', 'scheduled_emails', 'registrations', 'users', 'sessions', 'templates', 'rate_limits'],
  ...[
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
    'autopilot_settings',
    'autopilot_days',
    'alerts',
    'mikro_orm_migrations',
  ],
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
  await database.em().execute("delete from mikro_orm_migrations where name like '%retire_totals' or id > 3");
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
        /has schema 29990101000000_later, and this version of Wordrise knows .+\d{14}_/,
      ),
    });
  },
);
