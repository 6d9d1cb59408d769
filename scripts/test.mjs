/**
 * `npm test`: builds what is not built, then runs every test. Those in a browser come last, alone, for
 * a busy machine makes them slow; where there is no Chromium they are left out.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const options = { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' };
const given = process.argv.slice(2);
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

function run(command, ...args) {
  return spawnSync(command, args, options).status ?? 1;
}

/** Counts go to test-results/, where `npm run test:summary` adds them up. */
function vitest(name, ...projects) {
  const counts = ['--reporter=default', '--reporter=json', `--outputFile.json=test-results/${name}.json`];
  return run('vitest', 'run', ...projects.map((project) => `--project=${project}`), ...counts, ...given);
}

rmSync(new URL('../test-results', import.meta.url), { recursive: true, force: true });
let status = run('lerna', 'run', 'build', '--loglevel', 'error');
if (status === 0) {
  status = vitest('code', 'node', 'dom');
  if (existsSync(chromium)) status = vitest('browser', 'browser') || status;
  else console.log(`Without ${chromium}, the tests in a browser are left out (CHROMIUM_PATH names another).`);
}
process.exitCode = status;
