/** `npm run build`: builds what changed, in every package. Prints logs only of what failed. */
import { spawnSync } from 'node:child_process';
import { globSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Its time is that of the last build. */
const built = join(root, 'packages/cli/dist/main.js');

/** Builds what changed. Says so at once if it will take a while; only a build that failed prints its log. */
export function buildQuietly() {
  const last = statSync(built, { throwIfNoEntry: false })?.mtimeMs;
  if (last === undefined) {
    process.stderr.write(
      'Building Wordrise. The first time takes a minute or two; then only what changed.\n',
    );
  } else if (hasChangedSince(last)) {
    process.stderr.write('Building what changed since the last build.\n');
  }
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 };
  const { status, stdout, stderr, error } = spawnSync(
    'lerna',
    ['run', 'build', '--loglevel', 'error'],
    options,
  );
  if (status === 0) {
    // Where nothing had to be built, such as after switching branches and back, the next start says nothing.
    const now = new Date();
    utimesSync(built, now, now);
    return true;
  }
  const why = error
    ? `The build could not start (${error.code ?? error.message}). Run \`npm ci\` first.\n`
    : `${stdout}${stderr}\nThe build failed; its last lines are above.\n`;
  process.stderr.write(why);
  return false;
}

/** @param {number} time In milliseconds */
function hasChangedSince(time) {
  const exclude = ['packages/*/{dist,node_modules}'];
  return globSync(['packages/*/**', 'tsconfig.base.json'], { cwd: root, exclude }).some(
    (file) => (statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0) > time,
  );
}

if (import.meta.main) process.exitCode = buildQuietly() ? 0 : 1;
