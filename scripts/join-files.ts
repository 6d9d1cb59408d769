import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/**
 * Joins what is always loaded together. tsup writes a file for every set of modules that some entry points share,
 * some 70 of them for a short command, and each takes Node.js half a millisecond to resolve and link.
 *
 * A group takes what all of its files import, except what an earlier group has, so no group imports a later one. What is
 * imported when it is called stays in files of its own.
 *
 * @param entries Names of the entry points, without extension
 * @param groups The files of each group: an entry point, or the start of the name of a file that is imported when called
 */
export async function joinFiles(
  folder: string,
  entries: readonly string[],
  groups: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  const groupOf = new Map<string, string>();
  for (const [group, starts] of Object.entries(groups)) {
    const [first = new Set<string>(), ...others] = await Promise.all(
      starts.map((start) => importedBy(resolve(folder, fileOf(names, start)))),
    );
    for (const file of first) {
      if (!groupOf.has(file) && others.every((other) => other.has(file))) groupOf.set(file, group);
    }
  }
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, resolve(folder, `${entry}.js`)])),
    platform: 'node',
    external: (id) => !/^[./]/.test(id),
    plugins: [ascii],
  });
  await bundle.write({
    dir: folder,
    chunkFileNames: '[name]-[hash].js',
    cleanDir: false,
    // Each statement on its own line: Node.js prints the line of an error that nobody catches.
    minify: false,
    codeSplitting: {
      groups: Object.keys(groups).map((name, index, { length }) => ({
        name,
        priority: length - index,
        test: (id) => groupOf.get(id) === name,
      })),
    },
  });
  await bundle.close();
  const written = new Set(entries.map((entry) => `${entry}.js`));
  for (const name of names) if (!written.has(name)) await rm(join(folder, name));
}

/**
 * A single letter beyond Latin 1 makes V8 hold a file in two bytes a letter, and Node.js decode it slowly. tsup escapes
 * such letters, but Rolldown writes them as they are.
 */
const ascii: Plugin = {
  name: 'ascii',
  generateBundle(_options, bundle) {
    const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      const raw = /String\.raw`[^`]*[^\0-\x7f]/.exec(file.code);
      if (raw) throw new Error(`A letter cannot be escaped where escapes have no meaning: ${raw[0]}`);
      file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
    }
  },
};

function fileOf(names: readonly string[], start: string): string {
  const found = names.find((name) => name === `${start}.js` || name.startsWith(`${start}-`));
  if (!found) throw new Error(`There is no built file ${start}.js to join with what it imports.`);
  return found;
}

/** A file, and all that is loaded with it. */
async function importedBy(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path = ''] of (await readFile(file, 'utf8')).matchAll(/\b(?:import|from) ?"(\.[^"]+\.js)"/g))
    await importedBy(join(dirname(file), path), found);
  return found;
}
