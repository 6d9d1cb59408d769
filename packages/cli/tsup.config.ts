import { cpSync, rmSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { builtinsWhenUsed } from '../../scripts/builtins-when-used.ts';
import { joinFiles } from '../../scripts/join-files.ts';
import { modulesOf, writeNotices } from '../../scripts/third-party.ts';

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
    js: "const require = (id) => process.getBuiltinModule('node:module').createRequire(import.meta.url)(id);",
  },
  removeNodeProtocol: false,
  esbuildPlugins: [builtinsWhenUsed],
  // Core's built files have a line like the banner, which esbuild cannot rename.
  esbuildOptions(options) {
    options.conditions = ['source'];
    // A short command reads less without comments. `joinFiles` breaks the lines again.
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
