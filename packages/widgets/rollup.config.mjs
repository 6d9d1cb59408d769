import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import alias from '@rollup/plugin-alias';
import nodeResolve from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import terser from '@rollup/plugin-terser';
import { vanillaExtractPlugin } from '@vanilla-extract/rollup-plugin';
import { transform } from 'esbuild';
import esbuild from 'rollup-plugin-esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const styleFile = here('dist/style.css');

// Plain names: they read well in a browser's inspector, and repeat well in a compressed file.
const vanilla = (extract) =>
  vanillaExtractPlugin({ identifiers: ({ debugId }) => `wordrise-${debugId}`, extract });

/** The first build writes the style sheet; the others only need the class names. */
const withoutStyleFiles = () => ({
  name: 'without-style-files',
  resolveId: (id) => (/\.vanilla\.css/.test(id) ? { id: '\0no-styles', moduleSideEffects: false } : null),
  load: (id) => (id === '\0no-styles' ? 'export {};' : null),
});

/** Whoever imports the components imports the style sheet; not every bundler could. */
const noStyleImports = () => ({
  name: 'no-style-imports',
  renderChunk: (code) => ({ code: code.replace(/^import '[^']+\.vanilla\.css';\n/gm, ''), map: null }),
});

const minifiedStyles = () => ({
  name: 'minified-styles',
  async writeBundle() {
    const { code } = await transform(readFileSync(styleFile, 'utf8'), { loader: 'css', minify: true });
    // esbuild leaves the blanks in custom properties and their fallbacks.
    writeFileSync(styleFile, code.trim().replace(/([,:]) /g, '$1'));
    // Compilers ask for the types of whatever is imported.
    writeFileSync(`${styleFile}.d.ts`, 'export {};\n');
  },
});

const widgetCss = () => ({
  name: 'widget-css',
  resolveId: (id) => (id === 'virtual:widget-css' ? '\0widget-css' : null),
  load(id) {
    if (id !== '\0widget-css') return null;
    // In a shadow root nothing else is called by these names.
    const css = readFileSync(styleFile, 'utf8').replaceAll('.wordrise-root [', '[');
    const hash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
    return `export default ${JSON.stringify(css)};\nexport const hash = ${JSON.stringify(hash)};`;
  },
});

/** `this` is nothing in a module, and some pages load every script as one. */
const globalName = () => ({
  name: 'global-name',
  renderChunk: (code) => ({
    code: code.replace('this.Wordrise = this.Wordrise || {}', 'globalThis.Wordrise ??= {}'),
    map: null,
  }),
});

/** Core's constants are read from their source: what its build adds to them could not be left out again. */
const resolve = (extensions) => nodeResolve({ extensions, exportConditions: ['source'] });

const scripts = (options) => esbuild({ target: 'es2022', jsx: 'automatic', tsconfig: false, ...options });
const small = (options) =>
  terser({
    ecma: 2020,
    compress: { passes: 3, unsafe_arrows: true },
    ...options,
    format: { comments: false, ...options?.format },
  });

// The widgets use what React and Preact have in common, so that of preact/compat nothing but createElement is taken along.
const preact = () => [
  alias({ entries: [{ find: /^react$/, replacement: 'preact/compat' }] }),
  resolve(['.mjs', '.js', '.ts', '.tsx']),
  withoutUnused(),
];
// Its automatic JSX runtime would bring a second maker of nodes along.
const classicJsx = {
  jsx: 'transform',
  jsxFactory: 'createElement',
  banner: "import { createElement } from 'react';",
};

/** What Preact asks before it treats a component as a class, and a thrown thing as a promise. */
const neverSo = [/\((\w)=\w\.prototype\)&&\1\.render\b/g, /\b(\w)&&\1\.then\b/g];

/** The views are functions that throw no promises: Preact's halves for classes and for Suspense are 335 bytes gzip. */
const withoutUnused = () => ({
  name: 'without-unused',
  transform(code, id) {
    if (!/node_modules.preact.dist.preact\.mjs$/.test(id)) return null;
    const lean = neverSo.reduce((left, question) => {
      const answered = left.replaceAll(question, 'false');
      if (answered === left) this.error(`Preact does not ask ${question} any more: see what it asks now.`);
      return answered;
    }, code);
    return { code: lean, map: null };
  },
});
const treeshake = { moduleSideEffects: (id) => !/node_modules.preact/.test(id) };
// Preact's names among its own parts, and those of what only classes and plug-ins have.
const inner = /^(__|component|getDerived|getChild|shouldComponent|setState|forceUpdate|contextType|debounce)/;
const short = { mangle: { properties: { regex: inner } } };
const environment = replace({ preventAssignment: true, values: { 'process.env.NODE_ENV': '"production"' } });

export default [
  {
    input: 'src/index.ts',
    external: [/^react($|\/)/],
    output: { file: 'dist/index.js', format: 'es', sourcemap: true, assetFileNames: '[name][extname]' },
    plugins: [
      resolve(['.ts', '.tsx']),
      vanilla({ name: 'style.css' }),
      scripts(),
      noStyleImports(),
      small({ module: true, format: { preamble: "'use client';" } }),
      minifiedStyles(),
    ],
  },
  {
    input: 'src/server.tsx',
    output: { file: 'dist/server.js', format: 'es', sourcemap: true },
    plugins: [
      alias({ entries: [{ find: 'react/jsx-runtime', replacement: here('src/server/jsx-runtime.ts') }] }),
      resolve(['.ts', '.tsx']),
      withoutStyleFiles(),
      widgetCss(),
      vanilla(),
      scripts(),
    ],
  },
  {
    input: 'src/element.ts',
    output: [
      {
        file: 'dist/element.js',
        format: 'es',
        sourcemap: true,
        plugins: [small({ module: true, ...short })],
      },
      {
        file: 'dist/wordrise-widgets.js',
        format: 'iife',
        name: 'Wordrise',
        extend: true,
        plugins: [globalName(), small(short)],
      },
    ],
    treeshake,
    plugins: [...preact(), withoutStyleFiles(), widgetCss(), vanilla(), scripts(classicJsx), environment],
  },
];
