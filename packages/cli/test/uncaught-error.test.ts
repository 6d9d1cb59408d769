import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';

const core = join(import.meta.dirname, '../../core');

test.each([
  { why: 'a setting is wrong', call: "loadConfig({ EMAIL_PROVIDER: 'post' })", error: 'DomainError' },
  {
    why: 'an argument is missing',
    call: 'const { schedule } = await openWordrise(loadConfig(process.env)); await schedule.add()',
    error: 'DomainError',
  },
  { why: 'an argument is of another kind', call: 'loadConfig(null)', error: 'TypeError' },
])('the built package shows the line of an error that nobody catches: $why', ({ call, error }) => {
  const script = `import { loadConfig, openWordrise } from './dist/index.js'; ${call}`;
  const env = { PATH: process.env.PATH, DATA_DIR: temporaryFolder(), NODE_ENV: 'test' };
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: core,
    env,
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^file:\S+\/core\/dist\/\S+\.js:\d+\n/);
  expect(stderr).toContain(`\n${error}: `);
  expect(Math.max(...stderr.split('\n').map((line) => line.length))).toBeLessThan(400);
});
