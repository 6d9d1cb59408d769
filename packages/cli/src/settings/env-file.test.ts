import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/databases.ts';
import { mergeEnv, readEnvFile, writeEnvFile } from './env-file.ts';

const merge = (text: string, changes: Record<string, string>) =>
  mergeEnv(text, new Map(Object.entries(changes)), (name) => `About ${name}.`);

test('keeps unknown lines in their place', () => {
  const before = '# mine\nOTHER=1 # why\n\nPORT=5000\nexport TIMEZONE=UTC\n';
  expect(merge(before, { PORT: '8080', TIMEZONE: 'Europe/Paris' })).toBe(
    '# mine\nOTHER=1 # why\n\nPORT=8080\nTIMEZONE=Europe/Paris\n',
  );
});

test('puts new names at the end, each under a comment', () => {
  expect(merge('OTHER=1', { PORT: '8080' })).toBe('OTHER=1\n\n# About PORT.\nPORT=8080\n');
  expect(merge('', { PORT: '8080' })).toBe('# About PORT.\nPORT=8080\n');
});

test('replaces a value that runs over several lines as a whole', () => {
  const before = 'KEY="one\ntwo\nPORT=1"\nPORT=5000\n';
  expect(merge(before, { PORT: '8080' })).toBe('KEY="one\ntwo\nPORT=1"\nPORT=8080\n');
  expect(merge(before, { KEY: 'short' })).toBe('KEY=short\nPORT=5000\n');
});

test('keeps one line of a name that appeared twice', () => {
  const merged = merge('PORT=1\nPORT=2\n', { PORT: '3' });
  expect(merged).toBe('PORT=3\n');
});

test.each([
  'plain',
  'with spaces',
  'has # in it',
  ' leading and trailing ',
  '"double"',
  "it's",
  'back`tick',
  '$(touch ran)',
  'a&touch ran',
  'a;touch ran',
  'more\nlines',
  'dollar $HOME',
  'back\\slash\\n',
  'equals=sign',
  'postgres://user:p%40ss@localhost:5432/words?sslmode=require',
  'Zoë’s Wörter',
  '',
])('writes %j so that it reads back the same', (value) => {
  expect(parseEnv(merge('', { NAME: value })).NAME).toBe(value);
});

const unquotable = [`both " and '`, "it's $(touch ran)", "it's `touch ran`", "it's \\", "it's!"];

test.each(unquotable)('refuses a value that no quotation marks can hold: %j', (value) => {
  expect(() => merge('', { NAME: value })).toThrow('The value of NAME cannot be written');
});

test('a shell that reads the file runs nothing, and reads the same values', () => {
  const folder = temporaryFolder();
  const values = [
    '$(touch ran)',
    '`touch ran`',
    'a&touch ran',
    'a;touch ran',
    "it's",
    '"$(touch ran)"',
    '~',
    '*',
  ];
  const settings = Object.fromEntries(values.map((value, at) => [`NAME${at}`, value]));
  writeFileSync(join(folder, '.env'), merge('', settings));
  const script = `. ./.env; printf '%s\\n' ${values.map((_, at) => `"$NAME${at}"`).join(' ')}`;
  const { stdout, status } = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout.split('\n').slice(0, -1)).toEqual(values);
  expect(readdirSync(folder)).toEqual(['.env']);
});

test('makes it readable only for the owner, and leaves no other file behind', () => {
  const folder = temporaryFolder();
  const path = join(folder, '.env');
  writeFileSync(path, 'PORT=1\n');
  chmodSync(path, 0o644);
  writeEnvFile(path, 'PORT=2\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toBe('PORT=2\n');
  expect(readdirSync(folder)).toEqual(['.env']);
});

test('follows a link to its target', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'real'), 'PORT=1\n');
  symlinkSync('real', join(folder, '.env'));
  writeEnvFile(join(folder, '.env'), 'PORT=2\n');
  expect(lstatSync(join(folder, '.env')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('PORT=2\n');
});

test('reads a missing file as empty', () => {
  expect(readEnvFile(join(temporaryFolder(), '.env'))).toMatchObject({ exists: false, text: '', values: {} });
});
