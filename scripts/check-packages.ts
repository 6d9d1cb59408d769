/**
 * `npm run check:packages`: prepares a release in a copy of the repository, packs what would be published, installs it
 * as `npm install --global` does, and uses it in an empty folder with each version of Node.js. Build first.
 *
 * `npm run check:packages -- --node 22` uses it with the newest Node.js 22 as well, from npm; may be repeated. With
 * `--transcript` it does what an owner does on a new machine, and writes docs/new-machine.md; that takes two minutes.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { libraryVersions } from '../packages/server/src/system/library-versions.ts';
import { startPostgres } from '../test/postgres.ts';
import { checkPackedTypes } from './check-packed-types.ts';
import { newMachine, writeTranscript } from './new-machine.ts';
import { manifestPath, packageNames, readManifest } from './package-metadata.ts';
import { readmeSamples } from './readme-samples.ts';
import { type PackedPackage, startTarballRegistry } from './tarball-registry.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: [] },
    transcript: { type: 'boolean', default: false },
  },
});

/** In bytes, for `@wordrise/cli` with everything that it needs. */
const mostInstalled = 90_000_000;

const folder = mkdtempSync(join(tmpdir(), 'wordrise-packages-'));

function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  const stdio = ['ignore' as const, 'pipe' as const, 'pipe' as const];
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio, env: { ...process.env, ...env } });
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
  run(lerna, ['version', '9.9.9', '--yes', '--no-push'], clone);
  if (!existsSync(join(clone, 'packages/core/src/upgrade.fixtures/9.9.9/postgresql.sql')))
    fail('The schema was not frozen.');
  run('node', ['scripts/check-lockfile.mjs'], clone);
  // Lerna writes these files in its own format.
  const manifests = packageNames.map((name) => `packages/${name}/package.json`);
  run(join(root, 'node_modules/.bin/biome'), ['check', 'lerna.json', ...manifests], clone);
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
  console.log('lerna version: one version, changelogs, a frozen schema, a clean tree');
}

function pack(): PackedPackage[] {
  return packageNames.map((name) => {
    const [packed] = JSON.parse(
      run('npm', ['pack', '--json', '--pack-destination', folder], join(root, 'packages', name)),
    );
    const files: string[] = packed.files.map(({ path }: { path: string }) => path);
    for (const wanted of ['LICENSE', 'README.md', 'package.json', 'dist/THIRD-PARTY-NOTICES.txt']) {
      if (!files.includes(wanted)) fail(`${wanted} is missing from ${packed.filename}.`);
    }
    if (name === 'cli' && !files.includes('dist/examples/systemd/wordrise.service'))
      fail(`The units for systemd are missing from ${packed.filename}.`);
    const stray = files.find((path) => /\.map$|\.tsbuildinfo$|\.test\./.test(path));
    if (stray) fail(`${stray} does not belong in ${packed.filename}.`);
    console.log(
      `${packed.filename}: ${megabytes(packed.size)} packed, ${megabytes(packed.unpackedSize)} unpacked`,
    );
    const { name: fullName, version, ...manifest } = readManifest(manifestPath(name));
    return {
      file: join(folder, packed.filename),
      manifest: { ...manifest, name: String(fullName), version: String(version) },
    };
  });
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function sizeOf(path: string): number {
  return 1000 * Number(run('du', ['--block-size=1000', '--summarize', path], folder).split('\t')[0]);
}

/** What publishing would do, up to the registry. Provenance is available only where releases are made. */
function publishDry(tarball: string): void {
  run('npm', ['publish', tarball, '--dry-run', '--provenance=false', '--loglevel=error'], folder);
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
async function use(node: string, program: string): Promise<void> {
  const place = mkdtempSync(join(folder, 'use-'));
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
    await checkVersions(url);
    const known = JSON.parse(run(node, [program, 'words', 'lookup', 'serenity', '--json'], place));
    if (!known.success) fail('The dictionary does not answer.');
  } finally {
    server.kill();
  }
  useOnPostgresql(node, program, place);
  // Uses the current installation.
  const sample = readmeSamples().find(({ source }) => source === 'packages/core/README.md');
  if (!sample) fail('The README of core has no sample.');
  const file = join(dirname(program), 'sample.mjs');
  writeFileSync(file, sample.code);
  run(node, [file], place);
  console.log(
    `Node.js ${run(node, ['--version'], place).trim()}: pages, widgets, migrations, dictionary, starter words, PostgreSQL, sample`,
  );
}

/** The technical page lists bundled libraries too, which an installed copy does not have as packages. */
async function checkVersions(url: string): Promise<void> {
  const owner = { username: 'owner', password: 'correct horse battery' };
  const send = (path: string) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url },
      body: JSON.stringify(owner),
    });
  await send('/api/setup-admin');
  const cookies = (await send('/api/login')).headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const answer = await fetch(`${url}/api/admin/system`, { headers: { Cookie: cookies.join('; ') } });
  const { versions = [] } = (await answer.json()) as { versions?: { name: string }[] };
  const names = versions.map(({ name }) => name);
  for (const { name } of libraryVersions())
    if (!names.includes(name)) fail(`The technical page does not list ${name}, only ${names}.`);
}

/** What only PostgreSQL needs is in files that nothing else loads. */
function useOnPostgresql(node: string, program: string, place: string): void {
  const env = { DATABASE_URL: postgres.url };
  run(node, [program, 'migrate'], place, env);
  const starter = join(dirname(program), '../node_modules/@wordrise/core/dist/starter.csv');
  run(node, [program, 'words', 'import', starter, '--on-conflict', 'skip'], place, env);
  const { total } = JSON.parse(run(node, [program, 'words', 'list', '--json'], place, env));
  if (total !== 366) fail(`PostgreSQL has ${total} starter words.`);
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

/** Where `npm install --global` puts everything. */
const prefix = join(folder, 'prefix');

/** @returns its size, as a transcript shows it */
async function installGlobally(packages: PackedPackage[]): Promise<string> {
  const registry = await startTarballRegistry(packages);
  const options = ['--no-audit', '--no-fund', '--loglevel=error', `--@wordrise:registry=${registry.url}`];
  const install = ['install', '--global', '--prefix', prefix, ...options, '@wordrise/cli'];
  await promisify(execFile)('npm', install);
  registry.close();
  const size = sizeOf(join(prefix, 'lib'));
  console.log(`npm install --global: ${megabytes(size)}`);
  if (size > mostInstalled) fail(`That is more than ${megabytes(mostInstalled)}.`);
  if (!existsSync(join(prefix, 'bin/wordrise'))) fail('There is no command wordrise.');
  return `$ du -sh $(npm prefix --global)/lib\n${megabytes(size)}`;
}

const postgres = await startPostgres();
try {
  checkRelease();
  const packages = pack();
  for (const { file } of packages) publishDry(file);
  console.log('npm publish: would publish all of them');
  const install = await installGlobally(packages);
  const cli = join(prefix, 'lib/node_modules/@wordrise/cli');
  if (readManifest(manifestPath('cli')).engines.node !== '>=22') fail('The packages name another Node.js.');
  checkPackedTypes(cli);
  for (const node of [process.execPath, ...values.node.map(nodeOf)])
    await use(node, join(cli, 'bin/wordrise.js'));
  if (values.transcript) {
    const transcript = await newMachine(prefix, process.execPath);
    writeTranscript(join(root, 'docs/new-machine.md'), { transcript, install });
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
