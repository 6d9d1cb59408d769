/**
 * What the builds of the packages for Node.js have in common: what is a dependency of the package stays an import, and
 * everything else becomes a part of a few large files. Node.js takes about a millisecond for each file, however small.
 */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { resolve } from 'node:path';
import type { OutputOptions, Plugin, RolldownOptions } from 'rolldown';
import { collectModules, type NoticeOptions, writeNotices } from './third-party.ts';

type Group = NonNullable<Exclude<OutputOptions['codeSplitting'], boolean | undefined>['groups']>[number];

export interface NodeBundle {
  /** Names in `dist`, and sources. */
  input: Record<string, string>;
  /** Dependencies, or entry points of them, that become a part of the files nevertheless. */
  bundled?: readonly string[];
  /** What is not installed, and does without. */
  absent?: readonly string[];
  plugins?: Plugin[];
  /** Conditions of the packages that are bundled. */
  conditionNames?: string[];
  keepNames?: boolean;
  /** Files of more than one module, the most basic first: what one holds is imported by those after it. */
  groups: Group[];
  notices?: Pick<NoticeOptions, 'others'> & { modules?: string[] };
  /** Puts what is not code beside the files. */
  addData?: () => void;
}

/** The options of Rolldown for the package in the present folder. */
export function nodeBundle({ bundled = [], absent = [], notices, ...bundle }: NodeBundle): RolldownOptions {
  const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
  const imported = [...Object.keys(dependencies), ...absent];
  const modules = new Set<string>(notices?.modules);
  return {
    input: bundle.input,
    platform: 'node',
    // An entry point may be the file that holds what it gives; otherwise it would be one more file.
    preserveEntrySignatures: 'allow-extension',
    transform: { target: 'node22' },
    external: (id) => isOf(imported, id) && !isOf(bundled, id),
    resolve: bundle.conditionNames ? { conditionNames: bundle.conditionNames } : {},
    plugins: [
      plainBuiltins,
      ...(bundle.plugins ?? []),
      collectModules(modules),
      {
        name: 'beside-the-code',
        writeBundle() {
          writeNotices('dist/THIRD-PARTY-NOTICES.txt', { ...notices, modules });
          bundle.addData?.();
        },
      },
    ],
    output: {
      dir: 'dist',
      cleanDir: true,
      chunkFileNames: '[name]-[hash].js',
      // A command reads two megabytes of this: comments and indentation are a quarter, and a single sign beyond ASCII
      // makes V8 take twice the memory for the file.
      minify: { compress: { keepNames: { function: true, class: true } }, mangle: false },
      comments: false,
      charset: 'ascii',
      keepNames: bundle.keepNames ?? false,
      codeSplitting: {
        groups: bundle.groups.map((group, place, { length }) => ({ ...group, priority: length - place })),
      },
    },
  };
}

function isOf(names: readonly string[], id: string): boolean {
  return names.some((name) => id === name || id.startsWith(`${name}/`));
}

/** A file of everything that `source` needs before it runs. */
export function startOf(source: string, name: string): Group {
  const entry = resolve(source);
  const needed = new Set<string>();
  return {
    debugName: name,
    name(id, graph) {
      const add = (module: string) => {
        if (needed.has(module)) return;
        needed.add(module);
        for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) add(imported);
      };
      if (needed.size === 0) add(entry);
      return needed.has(id) ? name : null;
    },
  };
}

/**
 * Node's own modules are required: importing one makes Node collect everything that it exports, which for `node:fs`
 * loads its streams too, and takes three milliseconds.
 */
const plainBuiltins: Plugin = {
  name: 'plain-builtins',
  resolveId(id, importer) {
    if (!isBuiltin(id) || id === 'node:module') return null;
    if (importer?.startsWith('\0builtin:')) return { id, external: true };
    return `\0builtin:${id.replace(/^node:/, '')}`;
  },
  load(id) {
    if (!id.startsWith('\0builtin:')) return null;
    const code = `module.exports = require('node:${id.slice('\0builtin:'.length)}');`;
    return { code, moduleSideEffects: false };
  },
};
