import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { packageNames } from './package-metadata.ts';
import { readmeSamples, samplePrelude } from './readme-samples.ts';

const root = join(import.meta.dirname, '..');

interface Manifest {
  name: string;
  exports?: Record<string, string | { types?: string }>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/**
 * Type-checks every entry point of the packages that `@wordrise/cli` installs, including all declarations that they
 * refer to, and the samples of the READMEs. The only other types are those of Node.js and, for the widgets, of React.
 *
 * @param cli The installed package's folder.
 * @throws Error with what TypeScript found, or a declaration that imports what its package does not depend on
 */
export function checkPackedTypes(cli: string): void {
  const manifests = packageNames
    .filter((name) => name !== 'cli')
    .map((name) => {
      const folder = join(cli, 'node_modules/@wordrise', name);
      const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      requireDependencies(folder, manifest);
      return manifest;
    });
  const entries = manifests.flatMap(({ name, exports = {} }) =>
    Object.entries(exports).flatMap(([path, to]) =>
      typeof to === 'object' && to.types ? [name + path.slice(1)] : [],
    ),
  );
  const imports = entries.map((entry, index) => `import * as entry${index} from '${entry}';`);
  const uses = entries.map((_, index) => `entry${index}`).join(', ');
  writeFileSync(join(cli, 'types.ts'), `${imports.join('\n')}\nexport default [${uses}];\n`);
  const samples = readmeSamples().map(({ source, code }) => {
    const file = `${source.replaceAll('/', '-')}-${code.length}.tsx`;
    writeFileSync(join(cli, file), samplePrelude + code);
    return file;
  });
  const types = join(root, 'node_modules/@types');
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    typeRoots: [types],
    types: ['node'],
    paths: { react: [`${types}/react`], 'react/*': [`${types}/react/*.d.ts`] },
  };
  writeFileSync(
    join(cli, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['types.ts', ...samples] }),
  );
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', cli], { stdio: 'inherit' });
  console.log(`types: ${entries.length} entry points, ${samples.length} samples of READMEs`);
}

const imported = /(?:^(?:import|export)\b[^'"]*\bfrom|^import|\bimport\()\s*["']([^"'\n]+)["']/gm;

function requireDependencies(folder: string, manifest: Manifest): void {
  const { name, dependencies, peerDependencies } = manifest;
  const known = new Set(Object.keys({ [name]: '', ...dependencies, ...peerDependencies }));
  for (const file of globSync('dist/**/*.d.ts', { cwd: folder })) {
    for (const [, module = ''] of readFileSync(join(folder, file), 'utf8').matchAll(imported)) {
      const [, wanted = ''] = /^((?:@[^/]+\/)?[^/]+)/.exec(module) ?? [];
      if (module.startsWith('.') || isBuiltin(module) || known.has(wanted)) continue;
      throw new Error(`${name}: ${file} imports ${module}, which is not installed with it.`);
    }
  }
}
