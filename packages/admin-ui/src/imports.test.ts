import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const src = `${import.meta.dirname}/`;

/** What each folder may import from its siblings; the map is in the package's README. */
const allowed: Record<string, string[]> = {
  shell: ['features', 'kit', 'design'],
  features: ['kit', 'design'],
  kit: ['design'],
  design: [],
  landing: ['design'],
};

/** `features/words` counts as a folder of its own. */
function folderOf(file: string): string {
  const [top = '', second = ''] = file.split('/');
  return top === 'features' ? `${top}/${second}` : top;
}

function importsOf(file: string): string[] {
  const code = readFileSync(`${src}${file}`, 'utf8');
  const relative = [...code.matchAll(/(?:from |import\(|import )'(\.[^']+)'/g)].map(([, path = '']) => path);
  return relative.map((path) => join(dirname(file), path));
}

test('folders import only what the map in the README allows', () => {
  const files = globSync('{shell,features,kit,design,landing}/**/*.{ts,tsx}', { cwd: src });
  const forbidden = files
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => importsOf(file).map((imported) => [file, imported] as const))
    .filter(([file, imported]) => folderOf(file) !== folderOf(imported))
    .filter(([file, imported]) => !allowed[file.split('/')[0] ?? '']?.includes(imported.split('/')[0] ?? ''))
    .map(([file, imported]) => `${file} imports ${imported}`);
  expect(files.length).toBeGreaterThan(100);
  expect(forbidden).toEqual([]);
});
