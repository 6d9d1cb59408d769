import { cpSync, rmSync } from 'node:fs';
import { defineConfig } from 'tsup';
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
    ...['commander', /^fast-(string|wrap)/, 'inquirer', 'ora', 'chalk', 'csv-stringify'],
    ...['@wordrise/core/constants', '@wordrise/core/settings'],
  ],
  // For modules in CommonJS among them.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
  removeNodeProtocol: false,
  // Core's built files have a line like the banner, which esbuild cannot rename.
  esbuildOptions(options) {
    options.conditions = ['source'];
  },
  async onSuccess() {
    writeNotices('dist/THIRD-PARTY-NOTICES.txt', { modules: modulesOf('dist/metafile-esm.json', '.') });
    rmSync('dist/metafile-esm.json');
    // What docs/going-live.md copies: an installation from npm has no checkout.
    for (const name of ['systemd', 'cron', 'nginx', 'caddy'])
      cpSync(`../../examples/${name}`, `dist/examples/${name}`, { recursive: true });
  },
});
