import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { inject } from 'vitest';

/** A native module, and one that a script may patch: they stay where they are. */
const stay: Plugin = {
  name: 'stay',
  resolveId: {
    filter: { id: /^(better-sqlite3|pg)$/ },
    handler: (name) => ({ id: import.meta.resolve(name), external: 'absolute' }),
  },
};

/**
 * A script as one file, for tests that start it many times: reading its several hundred modules takes half of the
 * processor time of such a short process.
 */
export function childScript(path: string): Promise<string> {
  const bundled = scripts.get(path) ?? bundle(path);
  scripts.set(path, bundled);
  return bundled;
}

const scripts = new Map<string, Promise<string>>();

async function bundle(path: string): Promise<string> {
  const bundle = await rolldown({
    input: path,
    platform: 'node',
    resolve: { conditionNames: ['source', 'node', 'import', 'default'] },
    // What MikroORM does without where it is not installed.
    external: [
      /^@mikro-orm\/(seeder|entity-generator|migrations-mongodb)$/,
      'dataloader',
      'tinyglobby',
      'pg-native',
    ],
    plugins: [stay],
    logLevel: 'silent',
  });
  const dir = join(inject('testRun').folder, crypto.randomUUID());
  const { output } = await bundle.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
    keepNames: true,
  });
  await bundle.close();
  return join(dir, output[0].fileName);
}
