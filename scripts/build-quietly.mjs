/** `npm run build`: builds what changed, in every package. Prints logs only of what failed. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
// All of it: an older Node.js has no `globSync`, and gets as far as to say so.
import * as fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { existsSync, mkdirSync, readFileSync, writeFileSync } = fs;
const root = fileURLToPath(new URL('..', import.meta.url));
/** Hashes of what was built and of the result. */
const lastBuild = join(root, '.nx/last-build');

/**
 * Builds what changed. Says so at once if it will take a while; only a build that failed prints its log.
 *
 * If nothing changed, nothing is run: without a background process, Nx writes every file of a cached build again, and
 * commands that start in those seconds find files missing.
 */
export function buildQuietly() {
  if (!fs.globSync) {
    const version = process.versions.node;
    return stop(
      `Wordrise needs Node.js 22 or later, and this is ${version}. On Linux, npm ci installs it beside yours; elsewhere, get it from https://nodejs.org`,
    );
  }
  const inputs = hashOf(inputPatterns(), ['packages/*/{dist,node_modules,coverage}', '**/*.tsbuildinfo']);
  const state = () => `${inputs} ${hashOf(['packages/*/dist/**'])}\n`;
  if (existsSync(lastBuild) && readFileSync(lastBuild, 'utf8') === state()) return true;
  process.stderr.write(
    existsSync(join(root, 'packages/cli/dist/main.js'))
      ? 'Building what changed since the last build.\n'
      : 'Building Wordrise. The first time takes a minute or two; then only what changed.\n',
  );
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 };
  const { status, stdout, stderr, error } = spawnSync(
    'lerna',
    ['run', 'build', '--loglevel', 'error'],
    options,
  );
  if (status === 0) {
    mkdirSync(join(root, '.nx'), { recursive: true });
    writeFileSync(lastBuild, state());
    return true;
  }
  if (error) return stop(`The build could not start (${error.code ?? error.message}). Run npm ci first.`);
  return stop(`${stdout}${stderr}\nThe build failed; its last lines are above.`);
}

/** @param {string} why */
function stop(why) {
  process.stderr.write(`${why}\n`);
  return false;
}

/** The files that Nx builds from. */
function inputPatterns() {
  const { targetDefaults } = JSON.parse(readFileSync(join(root, 'nx.json'), 'utf8'));
  const patterns = targetDefaults.build.inputs
    .filter((input) => typeof input === 'string' && !input.startsWith('!'))
    .map((input) => input.replace('{projectRoot}', 'packages/*').replace('{workspaceRoot}/', ''));
  return [...patterns, 'nx.json', 'package-lock.json'];
}

/** @param {string[]} patterns @param {string[]} exclude */
function hashOf(patterns, exclude = []) {
  const hash = createHash('sha256');
  const found = fs
    .globSync(patterns, { cwd: root, exclude, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of found.sort()) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

// `import.meta.main` is missing in some releases of Node.js 22.
if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = buildQuietly() ? 0 : 1;
