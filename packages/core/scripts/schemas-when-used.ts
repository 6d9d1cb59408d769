import { resolve } from 'node:path';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const standIn = resolve('src/platform/schemas-when-used.ts');
const entry = resolve('src/contract/index.ts');

/** Core's own modules get the zod that makes schemas when they are used; the entry point publishes zod itself. */
export const schemasWhenUsed: Plugin = {
  name: 'schemas-when-used',
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, ({ importer }) =>
      importer.startsWith(resolve('src')) && importer !== standIn && importer !== entry
        ? { path: standIn }
        : undefined,
    );
  },
};
