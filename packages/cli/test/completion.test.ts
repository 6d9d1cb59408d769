import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';
import { bareEnvironment, commandLine, start } from './run-cli.ts';

/** A folder whose `wordrise` is the one under test. */
async function givenShell(shell: 'bash' | 'zsh' | 'fish') {
  const folder = temporaryFolder();
  const quoted = [process.execPath, ...commandLine].map((word) => `'${word}'`).join(' ');
  writeFileSync(join(folder, 'wordrise'), `#!/bin/sh\nexec ${quoted} "$@"\n`);
  chmodSync(join(folder, 'wordrise'), 0o755);
  const env = bareEnvironment(folder);
  const { stdout } = await start(folder, ['completion', shell], { env }).ended;
  writeFileSync(join(folder, 'script'), stdout);
  writeFileSync(join(folder, 'words.csv'), '');
  return { folder, env: { ...env, PATH: `${folder}:${env.PATH}` } };
}

const has = (program: string) => spawnSync(program, ['--version']).status === 0;

test.skipIf(!has('bash')).each([
  { typed: ['se'], found: ['setup', 'serve', 'sessions'] },
  { typed: ['words', 'l'], found: ['list', 'lookup'] },
  { typed: ['schedule', 'list', '--status', 'f'], found: ['failed'] },
  { typed: ['words', 'import', 'wor'], found: ['wordrise', 'words.csv'] },
  { typed: ['words', 'show', ''], found: [] },
])('completes $typed in bash', async ({ typed, found }) => {
  const { folder, env } = await givenShell('bash');
  const words = ['wordrise', ...typed].map((word) => `'${word}'`).join(' ');
  const line = `source ./script; COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _wordrise; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: folder, env, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.split('\n').filter(Boolean).toSorted()).toEqual(found.toSorted());
});

test.skipIf(!has('fish')).each([
  { line: 'wordrise words l', found: ['list', 'lookup'] },
  { line: 'wordrise schedule list --status f', found: ['failed'] },
  { line: 'wordrise words import words', found: ['words.csv'] },
])('completes “$line” in fish', async ({ line, found }) => {
  const { folder, env } = await givenShell('fish');
  const { stdout } = spawnSync('fish', ['-c', `source ./script; complete -C '${line}'`], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  const names = stdout
    .split('\n')
    .filter(Boolean)
    .map((one) => one.split('\t')[0]);
  expect(names.toSorted()).toEqual(found.toSorted());
});

test.skipIf(!has('zsh'))('is a script that zsh accepts', async () => {
  const { folder, env } = await givenShell('zsh');
  const line = 'source ./script && print -r -- $_comps[wordrise]';
  const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', line], { cwd: folder, env, encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: '_wordrise\n', stderr: '' });
});
