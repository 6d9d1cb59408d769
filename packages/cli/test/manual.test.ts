import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';
import { bareEnvironment, start } from './run-cli.ts';

function run(...args: string[]) {
  const folder = temporaryFolder();
  return start(folder, args, { env: bareEnvironment(folder) }).ended;
}

test('shows the manual', async () => {
  const { stdout, stderr, code } = await run('help', '--all');
  expect(code).toBe(0);
  expect(stderr).toBe('');
  expect(stdout).toContain('words import');
  expect(stdout).toContain('audit ');
  expect(stdout).toContain('Exit status:');
  expect(stdout).not.toContain('\u001b');
  expect((await run('--help', '--all')).stdout).toBe(stdout);
});

test('shows the commands of daily life first', async () => {
  const { stdout, stderr, code } = await run('--help');
  expect(code).toBe(0);
  expect(stderr).toBe('');
  expect(stdout).toContain('wordrise help --all');
  expect(stdout).not.toContain('audit');
  // The commands, by subject; below them are examples.
  const commands = stdout.split('Examples:')[0]?.match(/^ {2}[a-z]+(?: [a-z]+)? {2,}\S/gm) ?? [];
  expect(commands).toHaveLength(12);
  expect(stdout).not.toContain('\u001b');
  for (const typed of [['help'], ['-h'], ['help', '--no-color'], ['--quiet', '--help']])
    expect((await run(...typed)).stdout).toBe(stdout);
});

test('shows its version', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  for (const typed of ['--version', '-V', '-v', 'version']) {
    expect(await run(typed)).toMatchObject({ stdout: `${version}\n`, code: 0 });
  }
  for (const typed of [
    ['version', '--json'],
    ['--json', '--version'],
  ]) {
    expect((await run(...typed)).json()).toEqual({ version });
  }
});

test('help is a command too', async () => {
  const help = await run('help', 'words', 'ls');
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toMatch(/^Usage: wordrise words list /);
  expect(await run('help', 'wrods')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean words?'),
  });
});

test('options may precede the command', async () => {
  const { stderr, code } = await run('--json', 'words', 'show');
  expect({ code, answer: JSON.parse(stderr) }).toMatchObject({ code: 2, answer: { code: 'usage' } });
});

test.each([
  { why: 'nothing', args: [], says: /wordrise help --all/ },
  { why: 'a group without a command', args: ['words'], says: /Usage: wordrise words/ },
  { why: 'an unknown command', args: ['wrods'], says: /Unknown command 'wrods'\. Did you mean words\?/ },
  {
    why: 'a command without its group',
    args: ['import', 'x'],
    says: /Did you mean words import or themes import or readers import\?/,
  },
  { why: 'an unknown command of a group', args: ['words', 'lsit'], says: /Did you mean list\?/ },
  { why: 'an unknown option', args: ['words', 'list', '--serch', 'x'], says: /Did you mean --search\?/ },
  { why: 'a missing argument', args: ['words', 'show'], says: /Missing required argument 'word'/ },
  { why: 'too many arguments', args: ['words', 'show', 'a', 'b'], says: /wordrise words show --help/ },
  {
    why: 'a value that is not a choice',
    args: ['schedule', 'list', '--status', 'x'],
    says: /pending, scheduled/,
  },
  {
    why: 'options that exclude each other',
    args: ['process', '--watch', '--dry-run'],
    says: /cannot be used/,
  },
  { why: 'a number that is not one', args: ['words', 'list', '--page', 'x'], says: /page/ },
  {
    why: 'a letter that is not one',
    args: ['words', 'list', '--letter', 'xy'],
    says: /one letter from a to z/,
  },
])('exits with 2 for $why', async ({ args, says }) => {
  const { stdout, stderr, code } = await run(...args);
  expect(stderr).toMatch(says);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('reports a mistyped command as JSON with --json', async () => {
  const { stderr, code } = await run('words', 'show', '--json');
  expect(JSON.parse(stderr)).toEqual({
    code: 'usage',
    message: "Missing required argument 'word'.",
    hint: 'See: wordrise words show --help',
  });
  expect(code).toBe(2);
});
