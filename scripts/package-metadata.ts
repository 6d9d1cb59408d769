/**
 * What all packages share comes from the root's package.json: where the repository is, the license, and the
 * versions of Node.js. After a change there:
 *
 *     npm run metadata
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export const packageNames = ['core', 'widgets', 'admin-ui', 'server', 'cli'];

interface Manifest {
  [field: string]: unknown;
  repository: { type: 'git'; url: string; directory?: string };
  engines: { node: string };
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export const manifestPath = (name: string) => join(root, 'packages', name, 'package.json');
export const licensePath = (name: string) => join(root, 'packages', name, 'LICENSE');

export const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8'));
export const license = readFileSync(join(root, 'LICENSE'), 'utf8');

/** The manifest of a package with what it shares brought up to date. */
export function withShared(name: string, manifest: Manifest): Manifest {
  const { repository, license: spdx, engines } = readManifest(join(root, 'package.json'));
  const page = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  const { description, version, name: fullName, license: _, keywords, ...rest } = manifest;
  return {
    name: fullName,
    version,
    description,
    keywords,
    license: spdx,
    ...rest,
    homepage: `${page}/tree/main/packages/${name}#readme`,
    bugs: `${page}/issues`,
    repository: { type: 'git', url: repository.url, directory: `packages/${name}` },
    engines: { node: engines.node },
    publishConfig: { access: 'public', provenance: true },
  };
}

/** A page with the address that people clone. */
export function withRepository(page: string): string {
  const { repository } = readManifest(join(root, 'package.json'));
  return page.replaceAll(/(?<=git clone )https:\S+/g, repository.url.replace(/^git\+/, ''));
}

/** The pages that clone the repository. */
export const cloningPages = ['README.md', 'docs/from-an-empty-server.md', 'examples/systemd/README.md'].map(
  (page) => join(root, page),
);

if (import.meta.main) {
  for (const page of cloningPages) writeFileSync(page, withRepository(readFileSync(page, 'utf8')));
  for (const name of packageNames) {
    const changed = withShared(name, readManifest(manifestPath(name)));
    writeFileSync(manifestPath(name), `${JSON.stringify(changed, null, 2)}\n`);
    writeFileSync(licensePath(name), license);
  }
}
