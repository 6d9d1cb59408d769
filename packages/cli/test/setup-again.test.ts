import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';
import { bareEnvironment, run } from './run-cli.ts';

/** A folder with a `.env` and whatever it is the settings of. */
function givenFolder(text: string) {
  const folder = temporaryFolder();
  const file = join(folder, '.env');
  writeFileSync(file, text);
  return {
    folder,
    text: () => readFileSync(file, 'utf8'),
    written: () => parseEnv(readFileSync(file, 'utf8')),
    write: (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    run: (args: string[], { input, env = {} }: { input?: string; env?: Record<string, string> } = {}) =>
      run(folder, args, { input, env: { ...bareEnvironment(folder), ...env } }),
  };
}

const ofData = `DATA_DIR=./data\nSESSION_SECRET=${'a'.repeat(32)}\nDICTIONARY=wordnet\n`;

test('sets up the installation that the environment names, as other commands find it', async () => {
  const { folder, run, text } = givenFolder(ofData);
  const other = { DATA_DIR: './d2' };
  expect((await run(['migrate'])).code).toBe(0);
  expect((await run(['migrate'], { env: other })).code).toBe(0);

  const args = ['setup', '--yes', '--timezone', 'Asia/Seoul', '--admin', 'bobby', '--password-stdin'];
  const ended = await run(args, { input: 'long enough\n', env: other });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(text()).toBe(ofData);
  const found = async (env: Record<string, string>) => {
    const total = (await run(['words', 'list', '--json'], { env })).json().total;
    const config = (await run(['config', 'TIMEZONE', '--json'], { env })).json();
    const status = await run(['admin', 'status', '--json'], { env });
    return { total, timezone: config.settings[0].from, hasAdmin: status.code === 0 };
  };
  expect(await found(other)).toEqual({ total: 366, timezone: 'database', hasAdmin: true });
  expect(await found({})).toEqual({ total: 0, timezone: null, hasAdmin: false });
  expect(existsSync(join(folder, 'd2/wordrise.db'))).toBe(true);
});

test('creates the database that the environment names, while .env has another folder', async () => {
  const { folder, run, text } = givenFolder(ofData);
  const env = { DATA_DIR: './data/smtp', EMAIL_PROVIDER: 'smtp-sandbox' };
  const ended = await run(['setup', '--timezone', 'Asia/Tokyo', '--yes'], { env });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(text()).toBe(ofData);
  expect(existsSync(join(folder, 'data/wordrise.db'))).toBe(false);
  const { settings } = (await run(['config', 'TIMEZONE', '--json'], { env })).json();
  expect(settings).toMatchObject([{ value: 'Asia/Tokyo', from: 'database' }]);
});

test('acts on the folder that is given, although the environment names another', async () => {
  const { folder, run, written } = givenFolder(ofData);
  const args = ['setup', '--data-dir', './d3', '--timezone', 'Asia/Tokyo', '--yes'];
  const ended = await run(args, { env: { DATA_DIR: './d2' } });
  expect(ended).toMatchObject({
    code: 0,
    stderr: 'DATA_DIR is also set in the environment, which wins over .env.\n',
  });
  expect(written().DATA_DIR).toBe('./d3');
  expect(existsSync(join(folder, 'd2'))).toBe(false);
  const { settings } = (await run(['config', 'TIMEZONE', '--json'])).json();
  expect(settings).toMatchObject([{ value: 'Asia/Tokyo', from: 'database' }]);
});

test.each(['.env', 'the environment'])('writes no setting whose file is named in %s', async (where) => {
  const { folder, run, write, text, written } = givenFolder('');
  const settings = {
    NODE_ENV: 'production',
    SESSION_SECRET_FILE: write('secret', `${'b'.repeat(40)}\n`),
    DATABASE_URL_FILE: write('url', `sqlite:${join(folder, 'own.db')}\n`),
    DICTIONARY: 'wordnet',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  const isFile = where === '.env';
  if (isFile) write('.env', lines.join(''));
  const env: Record<string, string> = isFile ? {} : settings;

  const args = ['setup', '--yes', '--timezone', 'Europe/Rome'];
  expect(await run(args, { env })).toMatchObject({ code: 0, stderr: '' });
  expect(written()).not.toHaveProperty('SESSION_SECRET');
  expect(written()).not.toHaveProperty('DATABASE_URL');
  if (isFile) expect(text()).toContain(lines.join(''));
  expect(existsSync(join(folder, 'own.db'))).toBe(true);
  expect(existsSync(join(folder, 'data/wordrise.db'))).toBe(false);
  const { valid } = (await run(['config', '--json'], { env })).json();
  expect(valid).toBe(true);

  const before = text();
  const typed = ['setup', '--yes', '--database-url', 'sqlite:./elsewhere.db'];
  const refused = await run(typed, { env });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain(`DATABASE_URL is in the file that DATABASE_URL_FILE names`);
  expect(text()).toBe(before);
});

test('refuses a secret that is set twice, and says which of the two to remove', async () => {
  const { run, write, text } = givenFolder('');
  write('.env', `${ofData}SESSION_SECRET_FILE=${write('secret', 'c'.repeat(40))}\n`);
  const before = text();
  const says = 'SESSION_SECRET_FILE cannot be set together with SESSION_SECRET: remove one of them';
  const refused = await run(['setup', '--yes']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(says);
  expect(text()).toBe(before);
  const { stdout } = await run(['doctor']);
  expect(stdout).toContain(says);
  expect(stdout).not.toContain('wordrise setup');
});

const production = 'NODE_ENV=production\nDATABASE_URL=sqlite:./data/wordrise.db\nDICTIONARY=wordnet\n';
const lost =
  'SESSION_SECRET was missing, so setup wrote a new one to .env. After a restart, everyone is signed out, and the codes of two-step sign-in are refused. If you have the earlier secret, add it to SESSION_SECRET in .env, after a comma, before you restart.\n';

test('says what a new session secret means for an installation with an admin account', async () => {
  const { run, write, written } = givenFolder(production);
  const account = ['--admin', 'owner', '--password-stdin'];
  const first = await run(['setup', '--yes', ...account], { input: 'long enough\n' });
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const { SESSION_SECRET: before = '' } = written();
  expect((await run(['setup', '--yes'])).stderr).toBe('');

  write('.env', production);
  const again = await run(['setup', '--yes']);
  expect(again).toMatchObject({ code: 0, stderr: lost });
  expect(written().SESSION_SECRET).not.toBe(before);

  // One that is given is no surprise, and neither is one that the data folder keeps.
  write('.env', production);
  expect((await run(['setup', '--yes', '--set', `SESSION_SECRET=${before}`])).stderr).toBe('');
  write('.env', production);
  write('data/session-secret', `${before}\n`);
  expect((await run(['setup', '--yes'])).stderr).toBe('');
  expect(written().SESSION_SECRET).toBe(before);
});
