import { rmSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { modulesOf, writeNotices } from '../../scripts/third-party.ts';

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm'],
  platform: 'node',
  target: 'node22',
  dts: false,
  metafile: true,
  clean: true,
  splitting: true,
  // It brings much that is not used: a digest of percentiles, a tracer.
  noExternal: ['prom-client'],
  // It is CommonJS.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
  async onSuccess() {
    writeNotices('dist/THIRD-PARTY-NOTICES.txt', { modules: modulesOf('dist/metafile-esm.json', '.') });
    rmSync('dist/metafile-esm.json');
  },
});
