import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';
import { loadConfig } from './platform/settings/load-config.ts';
import { openWordrise } from './wordrise.ts';

const core = join(import.meta.dirname, '..');

test('the sample of the README works in an empty folder', async ({ onTestFinished }) => {
  const [, sample = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(core, 'README.md'), 'utf8')) ?? [];
  const DATA_DIR = temporaryFolder();
  const env = { PATH: process.env.PATH, TZ: 'UTC', DATA_DIR };
  const args = ['--conditions=source', '--input-type=module', '--eval', sample];
  const output = execFileSync(process.execPath, args, { cwd: core, env, encoding: 'utf8' });
  expect(output).toContain('ada@example.com');
  expect(output).toContain('1 new reader on the list');
  const wordrise = await openWordrise(loadConfig({ DATA_DIR }));
  onTestFinished(wordrise.close);
  expect(await wordrise.schedule.stats()).toMatchObject({ total: 1, scheduled: 1 });
});
