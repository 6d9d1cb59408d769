import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl, temporaryFolder } from '../../../test/databases.ts';
import {
  bareEnvironment,
  canHaveTerminal,
  enter,
  givenInstallation,
  givenNewInstallation,
  start,
  startInTerminal,
  wordOf,
} from './run-cli.ts';

/** An installation with one word, and a backup of it. */
async function givenBackup() {
  const { run, folder, env } = await givenInstallation();
  await run(['words', 'import', '-'], { input: `${JSON.stringify(wordOf('hush'))}\n` });
  expect(await run(['backup', 'backup.tar.gz'])).toMatchObject({ code: 0 });
  return { run, folder, env, archive: join(folder, 'backup.tar.gz') };
}

test.each(databaseKinds)(
  'no file that a command writes replaces or joins the own files of an installation (%s)',
  async (kind) => {
    const { run, folder, env } = await givenInstallation(kind, { SENDER_ADDRESS: '1 Main St' });
    await run(['words', 'import', '-'], { input: `${JSON.stringify(wordOf('hush'))}\n` });
    mkdirSync(join(folder, 'data/outbox'), { recursive: true });
    writeFileSync(join(folder, '.env'), 'PRODUCT_NAME=Mornings\nDELIVERY_HOOK_TOKEN_FILE=secrets/hook\n');
    mkdirSync(join(folder, 'secrets'));
    writeFileSync(join(folder, 'secrets/hook'), 's'.repeat(32));
    writeFileSync(join(folder, 'words.csv'), 'word,definition\nhush,\n');
    symlinkSync('data', join(folder, 'link'));
    const database = (env.DATABASE_URL ?? '').replace('sqlite:', '');
    const own =
      kind === 'sqlite' ? ['', '-wal', '-journal', '-migrating'].map((end) => `${database}${end}`) : [];
    own.push(
      'data/sandbox.db',
      'data/sandbox.db-shm',
      'data/outbox',
      'data/outbox/1.eml',
      'data/session-secret',
    );
    own.push('data/settings-key', 'data/restore.json', 'data/restore.lock', 'data/.restoring/database.db');
    own.push('link/settings-key', '.env', 'secrets/hook');
    const before = contentsOf(folder);
    const commands = [
      (file: string) => ['words', 'export', file, '--yes'],
      (file: string) => ['words', 'import', 'words.csv', '--errors', file],
    ];
    for (const file of own) {
      for (const args of commands) {
        const { code, stderr } = await run(args(file));
        expect({ args: args(file), code }).toEqual({ args: args(file), code: 2 });
        expect(stderr).toContain(`${file} belongs to this installation.`);
      }
    }
    for (const args of [
      ['backup', 'data/settings-key', '--yes'],
      ['backup', 'data/settings-key', '--dry-run'],
      ['backup', '--to', 'data/outbox'],
      ['readers', 'export', 'data/settings-key', '--yes'],
      ['readers', 'import', 'words.csv', '--consent', 'At the fair', '--errors', 'data/settings-key'],
      ['themes', 'export', 'data/settings-key', '--yes'],
      ['template', 'preview', '--out', 'data/settings-key'],
      ['words', 'fill', 'hush', '--not-found', 'data/settings-key'],
    ]) {
      expect(await run(args), args.join(' ')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('belongs to this installation'),
      });
    }
    expect(contentsOf(folder)).toEqual(before);
    for (const file of ['data/words.csv', 'data/outbox.csv', 'data/..words.csv'])
      expect(await run(['words', 'export', file])).toMatchObject({ code: 0 });
    expect((await run(['words', 'list', '--json'])).json().total).toBe(1);
  },
);

/** The text of each file of a folder. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map((file) => {
      const path = join(file.parentPath, file.name);
      return [path, readFileSync(path, 'latin1')];
    }),
  );
}

test.each(databaseKinds)('a backup of a running server is restored in an empty folder (%s)', async (kind) => {
  const source = await givenNewInstallation(kind, { PORT: '0', PRODUCT_NAME: 'Mornings' });
  const server = source.start(['serve']);
  await server.until(/is up at/);
  const backup = await source.run(['backup', 'backup.tar.gz', '--json']);
  expect(backup).toMatchObject({ code: 0, stderr: '' });
  const file = join(source.folder, 'backup.tar.gz');
  expect(backup.json()).toMatchObject({ file, withSecrets: false, omitted: ['DATABASE_URL'], deleted: [] });
  server.child.kill('SIGTERM');
  await server.ended;

  const folder = temporaryFolder();
  const env = {
    ...bareEnvironment(folder),
    ...(kind === 'sqlite' ? {} : { DATABASE_URL: await temporaryDatabaseUrl(kind) }),
  };
  const run = (args: string[]) => start(folder, args, { env }).ended;
  expect((await run(['restore', file, '--dry-run'])).stdout).toMatch(
    /^The backup of .+ UTC \(Wordrise .+\) would be restored\.$/m,
  );
  expect(readdirSync(folder)).toEqual([]);
  const restored = await run(['restore', file]);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  // The database that it was restored into is known.
  expect(restored.stdout).not.toContain('Not in the backup');
  expect(readFileSync(join(folder, '.env'), 'utf8')).toContain('PRODUCT_NAME=Mornings\n');
  expect((await run(['words', 'list', '--json'])).json().total).toBe(366);
  expect((await run(['restore', file])).stderr).toContain('There is an installation already');
  const replaced = kind === 'sqlite' ? /data\/wordrise\.db/ : /every table of the PostgreSQL database/;
  const planned = (await run(['restore', file, '--replace', '--dry-run'])).stdout;
  expect(planned).toMatch(/It would replace .*, whose data would be lost\. To keep a copy: wordrise backup/);
  expect(planned).toMatch(replaced);
  const again = (await run(['restore', file, '--replace', '--yes'])).stdout;
  expect(again).toMatch(
    /What was here before is deleted: .*\. Readers, words and emails are those of the backup now\./,
  );
  expect(again).toMatch(replaced);
  expect(again).toMatch(/Check it with: wordrise doctor\nThen start the server as you did before/);
});

test('a restore on trial beside an installation leaves that one its own', async () => {
  const { archive } = await givenBackup();
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/wordrise.db'), 'of another installation');
  const env = { ...bareEnvironment(folder), DATA_DIR: join(folder, 'trial') };
  const restored = await start(folder, ['restore', archive, '--replaces-original'], { env }).ended;
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toContain(
    `No .env was written here: it would lead the installation in ${join(folder, 'data')} to ${join(folder, 'trial')}. To use the restored one, run Wordrise with DATA_DIR=${join(folder, 'trial')}, also in the commands below;`,
  );
  expect(readdirSync(folder).toSorted()).toEqual(['data', 'trial']);
  // As for one of the trial of SMTP in the README.
  const withTrial = temporaryFolder();
  mkdirSync(join(withTrial, 'data/smtp'), { recursive: true });
  writeFileSync(join(withTrial, 'data/smtp/wordrise.db'), 'of another installation');
  const apart = { ...bareEnvironment(withTrial), DATA_DIR: join(withTrial, 'elsewhere') };
  const kept = await start(withTrial, ['restore', archive, '--replaces-original'], { env: apart }).ended;
  expect(kept.stdout).toContain(
    `No .env was written here: it would lead the installation in ${join(withTrial, 'data/smtp')} to`,
  );
  expect(readdirSync(withTrial).toSorted()).toEqual(['data', 'elsewhere']);
  // In a folder without one, it says where the file leads.
  const empty = temporaryFolder();
  const elsewhere = { ...bareEnvironment(empty), DATA_DIR: join(empty, 'elsewhere') };
  const other = start(empty, ['restore', archive], { env: elsewhere });
  expect((await other.ended).stdout).toContain(
    `Its settings are in .env. In this folder, Wordrise uses ${join(empty, 'elsewhere')} from now on.`,
  );
});

test('going back writes no .env where the environment has the settings, some in files, as with Docker', async () => {
  const folder = temporaryFolder();
  const secret = join(temporaryFolder(), 'session-secret');
  writeFileSync(secret, 'x'.repeat(32));
  // Its working folder is the data folder.
  const env = {
    ...bareEnvironment(folder),
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${join(folder, 'wordrise.db')}`,
    PRODUCT_NAME: 'Mornings',
    SESSION_SECRET_FILE: secret,
  };
  const run = (args: string[], given: Record<string, string> = env) =>
    start(folder, args, { env: given }).ended;
  await run(['migrate']);
  expect(await run(['backup', 'before.tar.gz', '--with-secrets'])).toMatchObject({ code: 0 });
  const back = await run(['restore', 'before.tar.gz', '--replace', '--yes']);
  expect(back).toMatchObject({ code: 0, stderr: '' });
  expect(back.stdout).toContain('\nNo .env was written: the environment has every setting of the backup.\n');
  expect(readdirSync(folder)).not.toContain('.env');
  expect(await run(['words', 'list'])).toMatchObject({ code: 0 });

  // Where one is missing, all are written, except for what is in files here.
  const { PRODUCT_NAME: _, ...less } = env;
  expect(await run(['restore', 'before.tar.gz', '--replace', '--yes'], less)).toMatchObject({ code: 0 });
  const written = readFileSync(join(folder, '.env'), 'utf8');
  expect(written).toContain('PRODUCT_NAME=Mornings\n');
  expect(written).not.toContain('SESSION_SECRET');
  expect(await run(['words', 'list'], less)).toMatchObject({ code: 0 });
});

test('a restore needs only its place: what other settings lack may be in the backup', async () => {
  const { archive } = await givenBackup();
  const folder = temporaryFolder();
  // The rest is stored in the database of the backup.
  const env = { ...bareEnvironment(folder), EMAIL_PROVIDER: 'smtp', SMTP_PASSWORD: 'four words of sixteen' };
  const restored = await start(folder, ['restore', archive, '--replaces-original'], { env }).ended;
  expect(restored).toMatchObject({ code: 0, stderr: '' });
});

test('dated backups go to a folder, and the oldest are deleted', async () => {
  const { run, folder } = await givenInstallation();
  const to = ['--to', join(folder, 'backups')];
  const names: string[] = [];
  for (const keep of [[], ['--keep', '2'], ['--keep', '2']]) {
    const { file } = (await run(['backup', ...to, ...keep, '--json'])).json();
    names.push(file);
    // Names have seconds.
    await expect.poll(() => new Date().toISOString().slice(0, 19)).not.toBe(timeOf(file));
  }
  expect(readdirSync(join(folder, 'backups')).map((name) => join(folder, 'backups', name))).toEqual(
    names.slice(1),
  );
  expect((await run(['backup', ...to, '--keep', '2', '--quiet'])).stdout).toBe('');
});

/** `wordrise-20261122T061500Z.tar.gz` as `2026-11-22T06:15:00`. */
function timeOf(file: string): string {
  const digits = /(\d{8})T(\d{6})Z\.tar\.gz$/.exec(file)?.slice(1).join('') ?? '';
  return digits.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6');
}

test.each([
  ['without a target', [], 'Name either a file or, with --to, a folder.'],
  ['with two targets', ['one.tar.gz', '--to', '.'], 'Name either a file or, with --to, a folder.'],
  ['with --keep alone', ['one.tar.gz', '--keep', '2'], '--keep takes a number from 1, together with --to.'],
  ['keeping none', ['--to', '.', '--keep', '0'], '--keep takes a number from 1, together with --to.'],
])('backup %s is wrong usage', async (_what, args, message) => {
  const { run, folder } = await givenInstallation();
  const { code, stderr } = await run(['backup', ...args]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  expect(readdirSync(folder)).toEqual([]);
});

test('a failure names the file that was asked for', async () => {
  const { run } = await givenInstallation();
  const { code, stderr } = await run(['backup', '/proc/backup.tar.gz']);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '✗ There is no /proc/backup.tar.gz.\n' });
});

test('an existing file is overwritten only with --yes', async () => {
  const { run, archive } = await givenBackup();
  const before = readFileSync(archive);
  expect((await run(['backup', archive])).code).toBe(2);
  expect(readFileSync(archive)).toEqual(before);
  expect((await run(['backup', archive, '--yes'])).code).toBe(0);
});

test('an installation is replaced only with --yes or an answer', async () => {
  const { archive } = await givenBackup();
  const { run } = await givenInstallation();
  const refused = await run(['restore', archive, '--replace']);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes') });
  expect((await run(['words', 'list', '--json'])).json().total).toBe(0);
  expect((await run(['restore', archive, '--replace', '--yes'])).code).toBe(0);
  expect((await run(['words', 'list', '--json'])).json().total).toBe(1);
});

test('a restored copy names the stored secrets without which nothing starts', async () => {
  const { run: there, folder } = await givenInstallation();
  await there(['config', 'ALERT_WEBHOOK_SECRET', '--set', '-'], { input: 'four words of sixteen' });
  expect((await there(['backup', 'secret.tar.gz'])).code).toBe(0);
  const { run } = await givenNewInstallation();
  const restored = await run(['restore', join(folder, 'secret.tar.gz')]);
  expect(restored.stdout).toContain(
    'set it before anything else starts: wordrise config ALERT_WEBHOOK_SECRET --set -',
  );
});

test('a restored copy names the secret that others are stored with first', async () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://words.example.com' };
  const secrets = { SESSION_SECRET: 'x'.repeat(32), ALERT_WEBHOOK_SECRET: 'four words of sixteen' };
  const { run: there, folder } = await givenInstallation('sqlite', { ...production, ...secrets });
  expect((await there(['backup', 'secret.tar.gz'])).code).toBe(0);
  const { run } = await givenNewInstallation();
  const { stdout } = await run(['restore', join(folder, 'secret.tar.gz')]);
  expect(stdout).toContain(
    'set it before anything else starts, once SESSION_SECRET is set: wordrise config ALERT_WEBHOOK_SECRET',
  );
});

test('a restored copy sends nothing until its owner says so', async () => {
  const { archive } = await givenBackup();
  const { run } = await givenNewInstallation();
  const restored = await run(['restore', archive]);
  expect(restored.stdout).toContain('run: wordrise resume-sending');
  await run(['schedule', 'add', 'hush', '--at', new Date().toISOString()]);
  expect((await run(['process'])).stdout).toContain('Sending is held');
  expect((await run(['tomorrow'])).stdout).toMatch(/^At risk: “hush” was due .+\n.+Sending is held/);
  const doctor = await run(['doctor', '--json']);
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(/“hush” was due /);
  expect(doctor.stdout).not.toContain('is being sent');
  expect(doctor.json().findings).toContainEqual({
    name: 'Sending',
    status: 'failed',
    detail: expect.stringContaining('wordrise resume-sending'),
  });
  expect((await run(['resume-sending', '--dry-run', '--json'])).json()).toEqual({
    dryRun: true,
    wasHeld: true,
  });
  expect((await run(['resume-sending'])).stdout).toContain('Sending is on again.');
  expect((await run(['resume-sending'])).stdout).toContain('Sending was not held.');
  expect((await run(['process'])).stdout).not.toContain('Sending is held');
  expect((await run(['audit', '--json'])).stdout).toContain('sending.resume');
});

test('a copy that replaces its original sends at once, and so does a place that goes back', async () => {
  const { archive, run: runSource } = await givenBackup();
  const { run } = await givenNewInstallation();
  const replaced = await run(['restore', archive, '--replaces-original', '--json']);
  const options = ['--replace', '--yes', '--json'];
  expect(replaced.json()).toMatchObject({ holdsSending: false });
  expect((await runSource(['restore', archive, ...options])).json()).toMatchObject({ holdsSending: false });
  expect((await run(['restore', archive, ...options])).json()).toMatchObject({ holdsSending: true });
});

test.runIf(canHaveTerminal).each([
  ['yes', 'y', false],
  ['no', 'n', true],
])('on a terminal it asks whether the original is gone: %s', async (_answer, key, isHeld) => {
  const { archive } = await givenBackup();
  const installation = await givenNewInstallation();
  const terminal = startInTerminal(installation, ['restore', archive]);
  await terminal.until(/stopped for good/);
  terminal.type(`${key}${enter}`);
  await terminal.until(/Check it with/);
  expect((await terminal.ended).code).toBe(0);
  const wordrise = await installation.open();
  expect((await wordrise.sending.heldSince()) !== undefined).toBe(isHeld);
});

test.runIf(canHaveTerminal)('on a terminal it asks, and no is the default', async () => {
  const { archive } = await givenBackup();
  const installation = await givenInstallation();
  const terminal = startInTerminal(installation, ['restore', archive, '--replace']);
  await terminal.until(/Replace .+wordrise\.db/);
  terminal.type(enter);
  await terminal.until(/Nothing was changed/);
  expect((await terminal.ended).code).toBe(0);
  expect((await installation.run(['words', 'list', '--json'])).json().total).toBe(0);
});

test('a file that is not a backup is refused', async () => {
  const folder = temporaryFolder();
  const env = bareEnvironment(folder);
  const missing = await start(folder, ['restore', 'none.tar.gz'], { env }).ended;
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('/none.tar.gz.') });
  const other = await start(folder, ['restore', import.meta.filename], { env }).ended;
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('The backup is damaged') });
  expect(existsSync(join(folder, 'data'))).toBe(false);
});
