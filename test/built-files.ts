import { registerHooks } from 'node:module';
import { compileFunction, constants } from 'node:vm';

/** Imports with Node.js itself, bypassing Vitest's transforms. */
const importNatively = compileFunction('return import(url)', ['url'], {
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}) as <T>(url: string) => Promise<T>;

let isPrepared = false;

/** Vitest lets packages resolve to their sources; what the built files import are built files, as for users. */
export async function prepareBuiltFiles(): Promise<void> {
  if (isPrepared) return;
  isPrepared = true;
  registerHooks({
    resolve(specifier, context, next) {
      const isBuilt = /\/packages\/\w[\w-]*\/dist\//.test(context.parentURL ?? '');
      const conditions = context.conditions.filter((condition) => condition !== 'source');
      return next(specifier, isBuilt ? { ...context, conditions } : context);
    },
  });
  // Node.js warns once that this is experimental. Let it warn now, not in the output of a command.
  await importNatively('node:path');
  await new Promise(setImmediate);
}

/** Loads a built file as outside of tests. */
export async function importBuilt<T>(url: string): Promise<T> {
  await prepareBuiltFiles();
  return importNatively(url);
}
