/**
 * `npm run check:packages`: prepares a release in a copy of the repository, packs what would be published, installs it
 * into an empty folder from the registry, and uses it there with each version of Node.js. Build first.
 *
 * `npm run check:packages -- --node 22` uses it with the newest Node.js 22 as well, from npm; may be repeated.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { manifestPath, packageNames, readManifest } from './package-metadata.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { node: { type: 'string', multiple: true, default: [] } } });

/** Of `@wordrise/cli` with everything that it needs. */
const mostInstalled = 90_000_000;

const folder = mkdtempSync(join(tmpdir(), 'wordrise-packages-'));

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function fail(message: string): never {
  throw new Error(message);
}

/** What `lerna version` does to a clone: every package gets the version, and a changelog. */
function checkRelease(): void {
  const clone = join(folder, 'release');
  run('git', ['clone', '--quiet', root, clone], folder);
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  // Only folders of that name are ignored.
  writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
  run('git', ['checkout', '--quiet', '-B', 'main'], clone);
  run('git', ['config', 'user.name', 'check'], clone);
  run('git', ['config', 'user.email', 'check@example.com'], clone);
  const lerna = join(root, 'node_modules/.bin/lerna');
  run(lerna, ['version', '9.9.9', '--yes', '--no-push', '--ignore-scripts'], clone);
  for (const name of packageNames) {
    const text = readFileSync(join(clone, 'packages', name, 'package.json'), 'utf8');
    const { version, dependencies = {}, devDependencies = {} } = JSON.parse(text);
    const internal = Object.entries({ ...dependencies, ...devDependencies }).filter(([key]) =>
      key.startsWith('@wordrise/'),
    );
    if (version !== '9.9.9' || internal.some(([, wanted]) => wanted !== version))
      fail(`${name} has another version.`);
    if (!existsSync(join(clone, 'packages', name, 'CHANGELOG.md'))) fail(`${name} has no changelog.`);
  }
  const changes = run('git', ['status', '--porcelain'], clone);
  if (changes !== '') fail(`lerna version left changes behind:\n${changes}`);
  console.log('lerna version: one version, changelogs, a clean tree');
}

/** @returns the tarballs */
function pack(): string[] {
  return packageNames.map((name) => {
    const [packed] = JSON.parse(
      run('npm', ['pack', '--json', '--pack-destination', folder], join(root, 'packages', name)),
    );
    const files: string[] = packed.files.map(({ path }: { path: string }) => path);
    for (const wanted of ['LICENSE', 'README.md', 'package.json', 'dist/THIRD-PARTY-NOTICES.txt']) {
      if (!files.includes(wanted)) fail(`${wanted} is missing from ${packed.filename}.`);
    }
    const stray = files.find((path) => /\.map$|\.tsbuildinfo$|\.test\./.test(path));
    if (stray) fail(`${stray} does not belong into ${packed.filename}.`);
    console.log(
      `${packed.filename}: ${megabytes(packed.size)} packed, ${megabytes(packed.unpackedSize)} unpacked`,
    );
    return join(folder, packed.filename);
  });
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function sizeOf(path: string): number {
  return 1000 * Number(run('du', ['--block-size=1000', '--summarize', path], folder).split('\t')[0]);
}

/** The program of a version of Node.js, such as 22. */
function nodeOf(version: string): string {
  const name = `node-${process.platform}-${process.arch}`;
  const place = join(folder, version);
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`], place);
  return join(place, 'node_modules', name, 'bin/node');
}

/** Everything that a new installation does first. */
async function use(node: string): Promise<void> {
  const place = mkdtempSync(join(folder, 'use-'));
  const program = join(folder, 'installed/node_modules/@wordrise/cli/bin/wordrise.js');
  const server = spawn(node, [program, 'serve', '--json'], {
    cwd: place,
    env: { PATH: process.env.PATH, PORT: '0' },
  });
  try {
    const { url, startersAdded } = await firstLine(server);
    if (startersAdded !== 366) fail(`${startersAdded} starter words were added.`);
    for (const [path, text] of [
      ['/readyz', ''],
      ['/', 'Wordrise'],
      ['/admin-setup', '<script'],
      ['/widgets.js', 'wordrise'],
      ['/api/openapi.json', '"openapi"'],
      ['/metrics', 'wordrise_'],
    ] as const) {
      const response = await fetch(url + path);
      if (response.status !== 200 || !(await response.text()).includes(text))
        fail(`${path} answers ${response.status}.`);
    }
    const known = JSON.parse(run(node, [program, 'words', 'lookup', 'serenity', '--json'], place));
    if (!known.success) fail('The dictionary does not answer.');
  } finally {
    server.kill();
  }
  console.log(
    `Node.js ${run(node, ['--version'], place).trim()}: pages, widgets, migrations, dictionary, starter words`,
  );
}

async function firstLine(server: ChildProcess): Promise<{ url: string; startersAdded: number }> {
  let text = '';
  let errors = '';
  server.stderr?.on('data', (piece) => (errors += piece));
  for await (const piece of server.stdout ?? []) {
    text += piece;
    if (text.includes('\n')) return JSON.parse(text.slice(0, text.indexOf('\n')));
  }
  return fail(`serve ended: ${errors}`);
}

try {
  checkRelease();
  const tarballs = pack();
  const place = join(folder, 'installed');
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs], place);
  const size = sizeOf(join(place, 'node_modules'));
  console.log(`installed: ${megabytes(size)} in ${readdirSync(join(place, 'node_modules')).length} folders`);
  if (size > mostInstalled) fail(`That is more than ${megabytes(mostInstalled)}.`);
  if (readManifest(manifestPath('cli')).engines.node !== '>=22') fail('The packages name another Node.js.');
  for (const node of [process.execPath, ...values.node.map(nodeOf)]) await use(node);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
