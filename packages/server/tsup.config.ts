import { cpSync, rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { modulesOf, writeNotices } from '../../scripts/third-party.ts';
import { libraryVersions } from './src/system/library-versions.ts';

/** koa-session was written for zod 3, which is a part of zod 4 and not in the files. Ours is core's. */
function zodOfEach(): NonNullable<Options['esbuildPlugins']>[number] {
  return {
    name: 'zod-of-each',
    setup(build) {
      build.onResolve({ filter: /^zod$/ }, ({ importer }) => ({
        path: importer.includes('node_modules/koa-session/') ? 'zod/v3' : 'zod',
        external: true,
      }));
    },
  };
}

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm'],
  platform: 'node',
  target: 'node22',
  dts: false,
  metafile: true,
  clean: true,
  splitting: true,
  define: { LIBRARY_VERSIONS: JSON.stringify(libraryVersions()) },
  // They bring much that is not used: a digest of percentiles, a tracer, a second zod, luxon, types of Node.js.
  noExternal: ['prom-client', 'koa-session', 'node-schedule', '@koa/bodyparser', 'zod'],
  esbuildPlugins: [zodOfEach()],
  // For modules in CommonJS among them. Made when called: each file has this line, and most never need it.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = (id) => createRequireOfBundle(import.meta.url)(id);",
  },
  async onSuccess() {
    cpSync('src/archive/fonts', 'dist/fonts', { recursive: true });
    writeNotices('dist/THIRD-PARTY-NOTICES.txt', {
      modules: modulesOf('dist/metafile-esm.json', '.'),
      others: [
        { title: 'Newsreader', file: '../admin-ui/src/design/fonts/Newsreader-OFL.txt' },
        { title: 'Gentium Plus', file: 'src/archive/fonts/Gentium-Plus-OFL.txt' },
        { title: 'Noto Serif', file: 'src/archive/fonts/Noto-Serif-OFL.txt' },
        { title: 'Noto Serif Hebrew', file: 'src/archive/fonts/Noto-Serif-Hebrew-OFL.txt' },
        { title: 'Noto Naskh Arabic', file: 'src/archive/fonts/Noto-Naskh-Arabic-OFL.txt' },
      ],
    });
    rmSync('dist/metafile-esm.json');
  },
});
