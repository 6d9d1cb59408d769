import { cpSync, rmSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { joinFiles } from '../../scripts/join-files.ts';
import { modulesOf, writeNotices } from '../../scripts/third-party.ts';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * What libraries take from modules of Node.js that load slowly: node:process reads every property of `process`, which
 * takes as long as the rest of `wordrise --help`. Commander needs the others only to start programs as subcommands.
 */
const builtins: Record<string, { importer: RegExp; contents: string }> = {
  'node:process': { importer: /./, contents: 'export default process;' },
  'node:child_process': {
    importer: /commander/,
    contents: 'export default {};',
  },
  'node:fs': { importer: /commander/, contents: 'export default {};' },
  'node:util': {
    importer: /commander/,
    contents: String.raw`export const stripVTControlCharacters = (text) => text.replace(/\u001b\[[\d;]*m/g, '');`,
  },
};

const leanBuiltins: Plugin = {
  name: 'lean-builtins',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, importer }) =>
      builtins[path]?.importer.test(importer) ? { path, namespace: 'lean' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'lean' }, ({ path }) => ({
      contents: builtins[path]?.contents ?? '',
    }));
  },
};

export default defineConfig({
  entry: ['src/main.ts'],
  format: ['esm'],
  platform: 'node',
  target: 'node22',
  dts: false,
  metafile: true,
  clean: true,
  // Every command is a chunk of its own, read when it is called.
  splitting: true,
  noExternal: [
    'commander',
    '@commander-js/extra-typings',
    /^fast-(string|wrap)/,
    'inquirer',
    'ora',
    'chalk',
    'csv-stringify',
    '@wordrise/core/constants',
    '@wordrise/core/settings',
  ],
  // For modules in CommonJS among them. Made when called: each file has this line, and most never need it.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = (id) => createRequireOfBundle(import.meta.url)(id);",
  },
  removeNodeProtocol: false,
  esbuildPlugins: [leanBuiltins],
  // Core's built files have a line like the banner, which esbuild cannot rename.
  esbuildOptions(options) {
    options.conditions = ['source'];
    // Comments and indentation are half of what a short command reads.
    options.minifyWhitespace = true;
    options.minifySyntax = true;
  },
  async onSuccess() {
    await joinFiles('dist', ['main'], {
      version: ['version'],
      program: ['program'],
      cli: ['cli'],
      words: ['words'],
    });
    writeNotices('dist/THIRD-PARTY-NOTICES.txt', {
      modules: modulesOf('dist/metafile-esm.json', '.'),
    });
    rmSync('dist/metafile-esm.json');
    // What docs/going-live.md copies: an installation from npm has no checkout.
    for (const name of ['systemd', 'cron', 'nginx', 'caddy'])
      cpSync(`../../examples/${name}`, `dist/examples/${name}`, {
        recursive: true,
      });
  },
});
