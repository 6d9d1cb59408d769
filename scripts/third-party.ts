import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A work of others that is inside a package's files. */
interface Work {
  /** Such as `preact 11.2.0 (MIT)`. */
  title: string;
  license: string;
}

interface NoticeOptions {
  /** Modules and folders of npm packages whose code is in the files; our own are left out. */
  modules: Iterable<string>;
  /** What is not code: the title and the file of its license. */
  others?: readonly { title: string; file: string }[];
}

/**
 * Writes the licenses of everything that a build has put into a package's files.
 *
 * @throws Error if one of them names no license
 */
export function writeNotices(file: string, { modules, others = [] }: NoticeOptions): void {
  const works = new Map<string, Work>();
  for (const module of modules) {
    const folder = packageOf(module);
    if (folder && !works.has(folder)) works.set(folder, describe(folder));
  }
  for (const { title, file: source } of others) {
    works.set(source, { title, license: readFileSync(source, 'utf8').trim() });
  }
  const sorted = [...works.values()].toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
  const rule = '-'.repeat(80);
  const parts = sorted.map(({ title, license }) => `${rule}\n${title}\n${rule}\n\n${license}\n`);
  mkdirSync(dirname(file), { recursive: true });
  const intro =
    parts.length > 0
      ? 'The files of this package contain works of others, under these licenses.'
      : 'The files of this package contain no works of others.';
  writeFileSync(file, `${[intro, ...parts].join('\n\n').trimEnd()}\n`);
}

/** The folder of the npm package that a module is in; none for our own modules and virtual ones. */
function packageOf(module: string): string | undefined {
  const path = module.replace(/^\0/, '').replace(/\?.*$/, '');
  if (!path.includes('node_modules/') || !existsSync(path)) return undefined;
  // A folder inside may have a manifest of its own, without a license.
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(realpathSync(path))?.[0];
}

function describe(folder: string): Work {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!license) throw new Error(`${name} is in the built files, and names no license.`);
  const title = `${name} ${version} (${license})`;
  const file = readdirSync(folder).find((entry) => /^(un)?licen[sc]e([-.][\w.-]+)?$/i.test(entry));
  if (file) return { title, license: readFileSync(join(folder, file), 'utf8').trim() };
  const by = author?.name ?? author ?? 'its contributors';
  return { title, license: `Copyright ${by}. Licensed under ${license}; the package carries no text of it.` };
}

/** For Vite and Rollup: remembers the modules of which something is in the output. */
export function collectModules(into: Set<string>) {
  return {
    name: 'collect-modules',
    generateBundle(
      _options: unknown,
      bundle: Record<string, { modules?: Record<string, { code: string | null }> }>,
    ) {
      for (const { modules = {} } of Object.values(bundle)) {
        for (const [id, { code }] of Object.entries(modules)) if (code) into.add(id);
      }
    },
  };
}

/** For tsup: the modules that esbuild has put into its files; the record of them is removed by the caller. */
export function modulesOf(metafile: string, root: string): string[] {
  const { outputs } = JSON.parse(readFileSync(metafile, 'utf8')) as {
    outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
  };
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [join(root, path)] : [],
    ),
  );
}
