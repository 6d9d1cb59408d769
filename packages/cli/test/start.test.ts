import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
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

test('says what to do before the first build', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  copyFileSync(bin, join(folder, 'bin/wordrise.js'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const ended = spawnSync(process.execPath, [join(folder, 'bin/wordrise.js')], { encoding: 'utf8' });
  expect(ended).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'Wordrise is not built yet. Run: npm run build\n',
  });
});
