/** `npm test`: builds what is not built, then runs every test; those in a browser where Chromium is found. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const options = { cwd, stdio: 'inherit' };
const build = spawnSync('lerna', ['run', 'build', '--loglevel', 'error'], options);
if (build.status !== 0) process.exit(1);
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
if (!existsSync(chromium)) {
  console.log(`Without ${chromium}, the tests in a browser are left out (CHROMIUM_PATH names another).`);
}
process.exit(spawnSync('vitest', ['run', ...process.argv.slice(2)], options).status ?? 1);
