import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Imports by file; both are paths within a package's `src`. */
export type ImportGraph = Map<string, string[]>;

/** What a file imports from its own package: statically, dynamically, types included. Tests are left out. */
export function readImports(src: string): ImportGraph {
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter(isProduction).toSorted();
  return new Map(files.map((file) => [file, importsOf(src, file)]));
}

function isProduction(file: string): boolean {
  return !/(^|[./])(test|testing|child|d)\.tsx?$|^testing\//.test(file);
}

const specifier = /(?:\bfrom|\bimport)\s*\(?\s*(['"])(\.[^'"]+)\1/g;

function importsOf(src: string, file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8');
  const targets = Array.from(text.matchAll(specifier), ([, , path]) =>
    relative(src, join(src, dirname(file), path ?? '')).replace(/\?.*$/, ''),
  );
  return [...new Set(targets)].filter((target) => /\.tsx?$/.test(target)).toSorted();
}

/** The cycles of a graph, each as the nodes on it. Nodes that only lead to a cycle are left out. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reachable = new Map([...graph.keys()].map((node) => [node, reach(graph, node)]));
  const cycles = new Map<string, string[]>();
  for (const [node, reached] of reachable) {
    if (!reached.has(node)) continue;
    const cycle = [...reached].filter((other) => reachable.get(other)?.has(node)).toSorted();
    cycles.set(cycle.join(), cycle);
  }
  return [...cycles.values()];
}

function reach(graph: ReadonlyMap<string, readonly string[]>, start: string): Set<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    open.push(...(graph.get(node) ?? []));
  }
  return seen;
}

/** The same imports between modules: `moduleOf` says which one a file belongs to. */
export function betweenModules(graph: ImportGraph, moduleOf: (file: string) => string): ImportGraph {
  const modules = new Map<string, Set<string>>();
  for (const [file, imports] of graph) {
    const from = moduleOf(file);
    const targets = modules.get(from) ?? new Set();
    modules.set(from, targets);
    for (const target of imports.map(moduleOf)) if (target !== from) targets.add(target);
  }
  return new Map([...modules].map(([module, targets]) => [module, [...targets].toSorted()]));
}

/** The packages of this repository that a package imports, without `@wordrise/`. */
export function readPackageImports(src: string): string[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter(isProduction);
  const names = files.flatMap((file) =>
    Array.from(
      readFileSync(join(src, file), 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'@wordrise\/([\w-]+)/g),
      ([, name]) => name ?? '',
    ),
  );
  return [...new Set(names)].toSorted();
}
