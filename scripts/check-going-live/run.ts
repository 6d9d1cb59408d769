/**
 * `npm run check:going-live`: follows docs/going-live.md, examples/systemd/README.md and docs/from-an-empty-server.md to
 * the letter, as root, in folders that debootstrap creates from Debian's packages: one with npm's packages as they would
 * be published, two with a checkout of the last commit. Build first. With `-- npm`, `-- checkout` or `-- server` only one of
 * them. A stand-in for
 * `systemctl` runs a unit's command line as the unit's user, and setup, which has no terminal to ask on, takes its
 * defaults.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifestPath, packageNames, readManifest } from '../package-metadata.ts';
import { startTarballRegistry } from '../tarball-registry.ts';
import { followed } from './machine.ts';

const root = join(import.meta.dirname, '../..');
if (process.getuid?.() !== 0) throw new Error('Run it as root: it uses debootstrap, mount and chroot.');
const place = mkdtempSync(join(tmpdir(), 'wordrise-going-live-'));

/** The lines of a page's blocks of shell: of the whole page, or of what is below a heading. */
function stepsOf(page: string, heading?: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const [part = ''] = heading
    ? text.slice(text.indexOf(heading)).slice(heading.length).split(/\n#+ /)
    : [text];
  return [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

function pack(name: string) {
  const args = ['pack', '--json', '--pack-destination', place, join(root, 'packages', name)];
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' }));
  const manifest = readManifest(manifestPath(name));
  return {
    file: join(place, filename),
    manifest: { ...manifest, name: String(manifest.name), version: String(manifest.version) },
  };
}

const registry = await startTarballRegistry(packageNames.map(pack));
execFileSync('git', ['clone', '--quiet', '--bare', root, join(place, 'wordrise.git')]);
try {
  for (const [way, steps, isBare] of [
    ['npm', stepsOf('docs/going-live.md', '### With npm and systemd'), false],
    ['checkout', stepsOf('examples/systemd/README.md'), false],
    ['server', stepsOf('docs/from-an-empty-server.md'), true],
  ] as const) {
    if (process.argv[2] && process.argv[2] !== way) continue;
    await followed(
      { folder: join(place, way), repository: join(place, 'wordrise.git'), registry: registry.url, isBare },
      steps,
    );
    console.log(`By ${way}: every line of ${steps.length} blocks works; the server answers as its own user.`);
  }
} finally {
  registry.close();
  execFileSync('rm', ['-rf', '--one-file-system', place]);
}
