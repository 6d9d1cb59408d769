/** `npm run build`: builds what changed, in every package. Prints logs only of what failed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds what changed. Only a build that failed prints its log. */
export function buildQuietly() {
  if (!existsSync(new URL('../packages/cli/dist/main.js', import.meta.url)))
    process.stderr.write(
      'Building Wordrise. The first time takes a minute or two; then only what changed.\n',
    );
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
