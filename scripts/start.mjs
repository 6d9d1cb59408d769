/** `npm start`: builds what is not built, then serves. The build is cached, so a second start is quick. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = spawnSync('lerna', ['run', 'build', '--loglevel', 'error'], { cwd: root, encoding: 'utf8' });
if (built.status !== 0) {
  process.stderr.write(`${built.stdout}${built.stderr}\nThe build failed; its last lines are above.\n`);
  process.exit(1);
}
process.argv.splice(2, 0, 'serve');
await import('../packages/cli/bin/wordrise.js');
