/**
 * The last step of a package's build: writes the declarations of each entry point into one file, so that types of code
 * that is not published or installed stay out.
 *
 *     node ../../scripts/bundle-types.ts    # in the package's folder
 *
 * tsc has written dist/types; the manifest's `exports` say which entry points there are.
 */
import { readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { build } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

interface Manifest {
  exports: Record<string, { types?: string }>;
  dependencies?: Record<string, string>;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const { exports, dependencies = {} } = readManifest('.');
/** Each as `contract/index`: its name in `dist`. */
const entries = Object.values(exports).flatMap(({ types }) =>
  types ? [relative('dist', types).replace(/\.d\.ts$/, '')] : [],
);

await build({
  input: Object.fromEntries(entries.map((name) => [`${name}.d`, resolve(`dist/types/${name}.d.ts`)])),
  plugins: [packagesOfOurs(), withWrittenExtensions(), dts({ dtsInput: true, tsconfig: false })],
  logLevel: 'warn',
  output: { dir: 'dist', entryFileNames: '[name].ts', chunkFileNames: 'types-[hash].d.ts', cleanDir: false },
});

/** Declarations of other packages stay imports, including our packages that are installed as dependencies. */
function packagesOfOurs() {
  return {
    name: 'packages-of-ours',
    resolveId(id: string) {
      if (/^[./]/.test(id) || isAbsolute(id)) return null;
      const [, name = '', path = ''] = /^@wordrise\/([^/]+)(.*)$/.exec(id) ?? [];
      if (name === '' || `@wordrise/${name}` in dependencies) return { id, external: true };
      const { types = '' } = readManifest(join('..', name)).exports[`.${path}`] ?? {};
      return resolve('..', name, types.replace(/^\.\/dist\//, 'dist/types/'));
    },
  };
}

/** TypeScript writes `./word.ts` into declarations, where it means `./word.d.ts`. */
function withWrittenExtensions() {
  return {
    name: 'with-written-extensions',
    resolveId(this: PluginContext, id: string, importer: string | undefined) {
      if (!importer || !/^\.\.?\//.test(id) || !/(?<!\.d)\.tsx?$/.test(id)) return null;
      return this.resolve(id.replace(/\.tsx?$/, '.d.ts'), importer, { skipSelf: true });
    },
  };
}

interface PluginContext {
  resolve(id: string, importer: string, options: { skipSelf: boolean }): Promise<{ id: string } | null>;
}
