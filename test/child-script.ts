import { type ChildProcess, spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { inject, onTestFinished } from 'vitest';

/** Native modules, and one that a script may patch: they stay where they are. */
const stay: Plugin = {
  name: 'stay',
  resolveId: {
    filter: { id: /^(better-sqlite3|pg|@resvg\/resvg-js)$/ },
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

/** Starts a script of `test/` in a separate process, which is killed when the test ends at the latest. */
export async function startScript(name: string, env: Record<string, string>): Promise<ChildProcess> {
  const script = await childScript(join(import.meta.dirname, name));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [script], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
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
  const place = join(inject('testRun').folder, crypto.randomUUID());
  const dir = join(place, 'dist');
  const { output } = await bundle.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
    keepNames: true,
  });
  await bundle.close();
  // The dictionary is looked for in the folders above the script, and the version beside its folder.
  const core = join(import.meta.dirname, '../packages/core');
  symlinkSync(join(core, 'dist/dictionary-data'), join(dir, 'dictionary-data'));
  symlinkSync(join(core, 'package.json'), join(place, 'package.json'));
  return join(dir, output[0].fileName);
}
