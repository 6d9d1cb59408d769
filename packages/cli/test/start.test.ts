import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';
import { bareEnvironment } from './run-cli.ts';

const bin = join(import.meta.dirname, '../bin/wordrise.js');

test('says what to do under an old Node, before anything newer is loaded', () => {
  const old =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
  const args = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, bin, 'words', 'list'];
  const folder = temporaryFolder();
  const ended = spawnSync(process.execPath, args, {
    cwd: folder,
    env: bareEnvironment(folder),
    encoding: 'utf8',
  });
  expect(ended).toMatchObject({ status: 1, stdout: '' });
  expect(ended.stderr).toContain('Wordrise needs Node.js 22 or newer; this is 20.20.2.');
  expect(ended.stderr).toContain('npx wordrise');
});

const dist = join(import.meta.dirname, '../dist');

const packages = join(import.meta.dirname, '../../../node_modules');

/** As in a checkout: links to the other packages, of which the core has no built files. */
function withoutCore(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@wordrise'), { recursive: true });
  for (const name of readdirSync(packages).filter((name) => name !== '@wordrise'))
    symlinkSync(join(packages, name), join(modules, name));
  mkdirSync(join(folder, 'core'));
  copyFileSync(join(packages, '@wordrise/core/package.json'), join(folder, 'core/package.json'));
  symlinkSync(join(folder, 'core'), join(modules, '@wordrise/core'));
}

test.each([
  { when: 'before the first build', has: () => false },
  { when: 'while a build writes its files', has: (file: string) => !file.includes('program') },
  { when: 'while a build writes the file of a command', has: (file: string) => !file.startsWith('words-') },
  { when: 'when a build has only begun', has: (file: string) => file === 'main.js' },
  { when: 'while a build writes another package', has: () => true, link: withoutCore },
])('says what to do, and no more, $when', ({ has, link }) => {
  const folder = temporaryFolder();
  for (const inside of ['bin', 'dist']) mkdirSync(join(folder, inside));
  copyFileSync(bin, join(folder, 'bin/wordrise.js'));
  for (const file of readdirSync(dist).filter((name) => name.endsWith('.js') && has(name)))
    copyFileSync(join(dist, file), join(folder, 'dist', file));
  if (link) link(folder);
  else symlinkSync(packages, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const args = [join(folder, 'bin/wordrise.js'), 'words', 'list'];
  const ended = spawnSync(process.execPath, args, {
    cwd: folder,
    env: bareEnvironment(folder),
    encoding: 'utf8',
  });
  expect(ended).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'Wordrise is not built yet, or is being built. Wait for the build, or run: npm run build\n',
  });
});
