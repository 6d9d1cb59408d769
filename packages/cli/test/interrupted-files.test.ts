import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';
import { writeToFile } from '../src/command-line/files.ts';
import { bareEnvironment, givenInstallation } from './run-cli.ts';

/** Runs a module that ends its process as Ctrl-C does. */
function runModule(code: string, folder: string, env: Record<string, string>): void {
  const args = ['--conditions=source', '--input-type=module', '--eval', code];
  const cwd = import.meta.dirname;
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  expect({ status, stderr, files: readdirSync(folder) }).toMatchObject({ status: 130, stderr: '' });
}

test('an export that is interrupted leaves no file with addresses behind', () => {
  const folder = temporaryFolder();
  const file = JSON.stringify(join(folder, 'readers.csv'));
  const code = `
    import { existsSync, readdirSync } from 'node:fs';
    import { ${writeToFile.name} } from '../src/command-line/files.ts';
    async function* pieces() {
      yield 'reader@example.com';
      while (readdirSync(${JSON.stringify(folder)}).length === 0) await new Promise(setImmediate);
      process.exit(130);
    }
    await writeToFile(${file}, pieces());`;
  runModule(code, folder, bareEnvironment(folder));
  expect(readdirSync(folder)).toEqual([]);
});

test('a backup that is interrupted leaves no copy of the database behind', async () => {
  const { env, folder } = await givenInstallation();
  const target = temporaryFolder();
  const code = `
    import { readdirSync } from 'node:fs';
    import { backups, loadConfig } from '@wordrise/core';
    const now = () => process.exit(readdirSync(${JSON.stringify(target)}).length === 1 ? 130 : 1);
    const source = { config: loadConfig(process.env), environment: {}, version: '1.0.0', now };
    await backups.write(source, ${JSON.stringify(join(target, 'backup.tar.gz'))}, { withSecrets: false });`;
  runModule(code, target, { ...env, DATA_DIR: join(folder, 'data') });
  expect(readdirSync(target)).toEqual([]);
});
