import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * Loads a module of Node.js when something of it is first used. `import { readFileSync } from 'node:fs'` also reads what
 * else the module offers, and with it streams and promises are loaded; `node:crypto` takes as long as half of
 * `node -e 0`, and a short command needs none of it.
 *
 * esbuild looks names up in an object that has the prototype of what the module exports, so the prototype answers.
 */
export const builtinsWhenUsed: Plugin = {
  name: 'builtins-when-used',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      // Some are functions, such as the class that `node:events` is; those are loaded in any case.
      kind === 'import-statement' && typeof process.getBuiltinModule(path) === 'object'
        ? { path, namespace: 'when-used' }
        : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'when-used' }, ({ path }) => ({
      contents:
        path === 'node:process'
          ? 'export default process;'
          : `let builtin;
            const load = () => (builtin ??= process.getBuiltinModule(${JSON.stringify(path)}));
            module.exports = Object.create(new Proxy({}, { get: (_, name) => load()[name] }));`,
    }));
  },
};
