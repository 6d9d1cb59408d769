import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { betweenModules, findCycles, readImports, readPackageImports } from './import-graph.ts';
import { readMap } from './read-map.ts';

const root = join(import.meta.dirname, '../..');
const docs = readFileSync(join(root, 'docs/development.md'), 'utf8');
const packages = globSync('packages/*/src', { cwd: root }).map((src) => src.split('/')[1] ?? '');

/** A folder of `src`, or a file outside of any. In the admin area each feature is a module. */
function moduleOf(file: string): string {
  const [top = '', second = '', ...rest] = file.split('/');
  return top === 'features' && rest.length > 0 ? `${top}/${second}` : top;
}

/** Modules as the tables call them: all features have one row. */
const rowOf = (module: string) => module.replace(/^features\/.*/, 'features/*');

test('packages import each other as the map in docs/development.md says', () => {
  const imports = packages.map((name) => [name, readPackageImports(join(root, 'packages', name, 'src'))]);
  expect(Object.fromEntries(imports)).toEqual(readMap(docs, 'Packages'));
});

describe.each(packages)('%s', (name) => {
  const graph = readImports(join(root, 'packages', name, 'src'));
  const modules = betweenModules(graph, moduleOf);

  test('has no import cycle between files, including types', () => {
    expect(graph.size).toBeGreaterThan(0);
    expect(findCycles(graph)).toEqual([]);
  });

  test('has no import cycle between folders', () => {
    expect(findCycles(modules)).toEqual([]);
  });

  test('imports exactly what its table says', () => {
    const { everywhere = [], ...table } = readMap(docs, name);
    const found: Record<string, Set<string>> = {};
    for (const [module, targets] of modules) {
      const row = rowOf(module);
      const isFree = table[row]?.includes('all');
      const named = isFree ? ['all'] : targets.map(rowOf).filter((target) => !everywhere.includes(target));
      found[row] = new Set([...(found[row] ?? []), ...named]);
    }
    const sorted = Object.entries(found).map(([row, targets]) => [row, [...targets].toSorted()]);
    expect(Object.fromEntries(sorted)).toEqual(table);
  });
});
