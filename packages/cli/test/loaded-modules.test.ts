import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { givenInstallation } from './run-cli.ts';

const bin = join(import.meta.dirname, '../bin/wordrise.js');

const noteModules = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  process.on('exit', () => process.stderr.write('\\n' + JSON.stringify(loaded)));`;

interface Loaded {
  /** Files of Wordrise, such as `cli/dist/main`, without the hash in their names. */
  own: string[];
  packages: Set<string>;
}

/**
 * What the built command loads. Each file costs a short command half a millisecond or more, whatever is in it. A name
 * comes twice if a file that only passes names on comes before the joined one.
 */
async function modulesOf(...args: string[]): Promise<Loaded> {
  const { folder, env } = await givenInstallation();
  const hook = `data:text/javascript,${encodeURIComponent(noteModules)}`;
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  const ended = spawnSync(process.execPath, ['--import', hook, bin, ...args], options);
  expect(ended).toMatchObject({ status: 0 });
  const urls: string[] = JSON.parse(ended.stderr.slice(ended.stderr.lastIndexOf('\n')));
  const files = urls.filter((url) => url.startsWith('file:'));
  const nameOf = (url: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return {
    own: files
      .filter((url) => !nameOf(url))
      .map((url) => url.replace(/.*\/packages\//, '').replace(/(-[A-Z0-9]{8})?(-[\w-]{8})?\.js$/, '')),
    packages: new Set(files.map(nameOf).filter((name) => name !== undefined)),
  };
}

test('--help loads neither the parser nor the table of commands', async () => {
  const { own, packages } = await modulesOf('--help');
  expect(packages).toEqual(new Set());
  expect(own).toEqual(['cli/bin/wordrise', 'cli/dist/main', 'cli/dist/overview', 'cli/dist/version']);
});

test('help --all loads the table of commands, and nothing of core', async () => {
  const { own, packages } = await modulesOf('help', '--all');
  expect(packages).toEqual(new Set());
  const program = ['cli/dist/program', 'cli/dist/program'];
  expect(own).toEqual(['cli/bin/wordrise', 'cli/dist/main', ...program, 'cli/dist/version']);
});

test('--version does not load the table of commands', async () => {
  const { own } = await modulesOf('--version');
  const version = ['cli/dist/version', 'cli/dist/version'];
  expect(own).toEqual(['cli/bin/wordrise', 'cli/dist/main', ...version]);
});

test('words list loads its database, but no other, no provider, no backup, and no server', async () => {
  const { own, packages } = await modulesOf('words', 'list');
  expect(packages).toEqual(new Set(['better-sqlite3']));
  const commands = ['program', 'program', 'version', 'cli', 'cli', 'words', 'words'];
  const core = ['index', 'core', 'constants', 'contract', 'settings', 'contract/index'];
  const expected = [
    'cli/bin/wordrise',
    'cli/dist/main',
    ...commands.map((name) => `cli/dist/${name}`),
    ...[...core, 'sqlite', 'rolldown-runtime', 'sql'].map((name) => `core/dist/${name}`),
  ];
  // Which of them comes first is the bundler's choice.
  expect(own.toSorted()).toEqual(expected.toSorted());
});
