import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * What commander takes from Node. As usual imports they cost a fifth of the time that `--help` has:
 * Node looks at every name a module exports, and starts what it needs for child processes.
 */
const builtins: Record<string, string> = {
  'node:process': 'export default process;',
  'node:fs': "export default process.getBuiltinModule('node:fs');",
  'node:path': "export default process.getBuiltinModule('node:path');",
  'node:events': "export const { EventEmitter } = process.getBuiltinModule('node:events');",
  'node:util': "export const { stripVTControlCharacters } = process.getBuiltinModule('node:util');",
  // For commands that are programs of their own; there are none.
  'node:child_process': 'export default {};',
};

const lightBuiltins: Plugin = {
  name: 'light-builtins',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, importer }) =>
      /[\\/]commander[\\/]/.test(importer) && builtins[path] ? { path, namespace: 'light' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'light' }, ({ path }) => ({ contents: builtins[path] ?? '' }));
  },
};

export default defineConfig({
  entry: ['src/main.ts'],
  format: ['esm'],
  platform: 'node',
  target: 'node22',
  dts: false,
  sourcemap: true,
  clean: true,
  // Every command is a chunk of its own, read when it is called.
  splitting: true,
  noExternal: ['commander', '@wordrise/core/constants', '@wordrise/core/settings'],
  removeNodeProtocol: false,
  esbuildPlugins: [lightBuiltins],
});
