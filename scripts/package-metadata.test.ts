import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  cloningPages,
  license,
  licensePath,
  manifestPath,
  packageNames,
  readManifest,
  withRepository,
  withShared,
} from './package-metadata.ts';

const root = join(import.meta.dirname, '..');

test.each(cloningPages)('%s clones the repository of package.json (npm run metadata)', (path) => {
  const page = readFileSync(path, 'utf8');
  expect(page).toContain('git clone https://');
  expect(page).toBe(withRepository(page));
});

describe.each(packageNames)('%s', (name) => {
  const manifest = readManifest(manifestPath(name));

  test('has the metadata that all packages share (npm run metadata)', () => {
    expect(JSON.stringify(manifest, null, 2)).toBe(JSON.stringify(withShared(name, manifest), null, 2));
    expect(readFileSync(licensePath(name), 'utf8')).toBe(license);
    expect(manifest.keywords).toContain('vocabulary');
    expect(existsSync(join(root, 'packages', name, 'README.md'))).toBe(true);
  });

  test('depends on exactly the version of the others that it was built with', () => {
    const { version, dependencies, devDependencies } = manifest;
    const internal = Object.entries({ ...dependencies, ...devDependencies }).filter(([dependency]) =>
      dependency.startsWith('@wordrise/'),
    );
    expect(internal.map(([, wanted]) => wanted)).toEqual(internal.map(() => version));
  });

  test('carries the licenses of what is in its files', () => {
    const notices = readFileSync(join(root, 'packages', name, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const work of inFiles[name] ?? []) expect(notices).toMatch(work);
  });
});

/** At least these. */
const inFiles: Record<string, RegExp[]> = {
  core: [
    /^@mikro-orm\/core \d/m,
    /^kysely \d/m,
    /^WordNet 3\.1/m,
    /^cmu-pronouncing-dictionary \d/m,
    /Carnegie Mellon/,
  ],
  widgets: [/^preact \d/m],
  'admin-ui': [
    /^react \d/m,
    /^react-dom \d/m,
    /^preact \d/m,
    /^zod \d/m,
    /^Inter$/m,
    /SIL OPEN FONT LICENSE/i,
  ],
  cli: [/^commander \d/m],
};

test('the versions of Node.js are the same everywhere', () => {
  const { engines } = readManifest(join(root, 'package.json'));
  expect(engines.node).toBe('>=22');
  const pages = ['README.md', 'docs/cli.md', 'docs/going-live.md', 'docs/faq.md', 'docs/development.md'];
  for (const page of pages) {
    const versions = [...readFileSync(join(root, page), 'utf8').matchAll(/Node(?:\.js)? (\d+)/g)];
    expect(
      versions.map(([, version]) => version).filter((version) => version !== '22'),
      page,
    ).toEqual([]);
  }
});
