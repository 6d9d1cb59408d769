/**
 * `npm test`: builds anything missing, then runs every test, or those whose paths contain an argument.
 * Without Chromium, browser tests are skipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromiumPath } from '../test/chromium.ts';
import { buildQuietly } from './build-quietly.mjs';

const options = { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' };

function run(command, ...args) {
  return spawnSync(command, args, options).status ?? 1;
}

rmSync(new URL('../test-results', import.meta.url), { recursive: true, force: true });
let status = buildQuietly() ? 0 : 1;
if (status === 0) {
  // `npm run test:summary` reads the counts from test-results/.
  const counts = ['--reporter=default', '--reporter=json', '--outputFile.json=test-results/all.json'];
  status = run('vitest', 'run', ...counts, ...process.argv.slice(2));
  if (!existsSync(chromiumPath)) {
    console.log(
      `Browser tests were skipped: there is no ${chromiumPath}. Set CHROMIUM_PATH to another Chromium.`,
    );
  }
}
process.exitCode = status;
