/** `npm run build`: builds what changed, in every package. Prints logs only of what failed. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds what changed. Only a build that failed prints its log. */
export function buildQuietly() {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 };
  const { status, stdout, stderr, error } = spawnSync(
    'lerna',
    ['run', 'build', '--loglevel', 'error'],
    options,
  );
  if (status === 0) return true;
  const why = error
    ? `The build could not start (${error.code ?? error.message}). Run \`npm ci\` first.\n`
    : `${stdout}${stderr}\nThe build failed; its last lines are above.\n`;
  process.stderr.write(why);
  return false;
}

if (import.meta.main) process.exitCode = buildQuietly() ? 0 : 1;
