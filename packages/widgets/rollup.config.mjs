import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import nodeResolve from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { vanillaExtractPlugin } from '@vanilla-extract/rollup-plugin';
import { transform } from 'esbuild';
import esbuild from 'rollup-plugin-esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const styleFile = here('dist/style.css');

// Plain names are readable in a browser's inspector, and their repetition compresses well.
const vanilla = (extract) =>
  vanillaExtractPlugin({ identifiers: ({ debugId }) => `wordrise-${debugId}`, extract });

/** The first build writes the style sheet; the others need only the class names. */
const withoutStyleFiles = () => ({
  name: 'without-style-files',
  resolveId: (id) => (/\.vanilla\.css/.test(id) ? { id: '\0no-styles', moduleSideEffects: false } : null),
  load: (id) => (id === '\0no-styles' ? 'export {};' : null),
});

/** Users of the components import the style sheet themselves, since not every bundler can import CSS from a package. */
const noStyleImports = () => ({
  name: 'no-style-imports',
  renderChunk: (code) => ({ code: code.replace(/^import '[^']+\.vanilla\.css';\n/gm, ''), map: null }),
});

const minifiedStyles = () => ({
  name: 'minified-styles',
  async writeBundle() {
    const { code } = await transform(readFileSync(styleFile, 'utf8'), { loader: 'css', minify: true });
    // esbuild keeps spaces in custom properties and their fallbacks.
    writeFileSync(styleFile, code.trim().replace(/([,:]) /g, '$1'));
    // TypeScript wants types for every import, style sheets included.
    writeFileSync(`${styleFile}.d.ts`, 'export {};\n');
  },
});

const widgetCss = () => ({
  name: 'widget-css',
  resolveId: (id) => (id === 'virtual:widget-css' ? '\0widget-css' : null),
  load(id) {
    if (id !== '\0widget-css') return null;
    // In a shadow root nothing else has these part names.
    const css = readFileSync(styleFile, 'utf8').replaceAll('.wordrise-root [', '[');
    const hash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
    return `export default ${JSON.stringify(css)};\nexport const hash = ${JSON.stringify(hash)};`;
  },
});

/** `this` is undefined in a module, and some pages load every script as a module. */
const globalName = () => ({
  name: 'global-name',
  renderChunk: (code) => ({
    code: code.replace('this.Wordrise = this.Wordrise || {}', 'globalThis.Wordrise ??= {}'),
    map: null,
  }),
});

/** Reads core's constants from their source, because the unused ones in its build cannot be tree-shaken. */
const resolve = () =>
  nodeResolve({ extensions: ['.mjs', '.js', '.ts', '.tsx'], exportConditions: ['source'] });

const scripts = (options) => esbuild({ target: 'es2022', jsx: 'automatic', tsconfig: false, ...options });
const small = ({ module = false, preamble } = {}) =>
  terser({
    ecma: 2020,
    compress: { passes: 3, unsafe_arrows: true },
    module,
    format: { comments: false, preamble },
  });

// The views take only types from React, so Preact's core draws them without preact/compat. Its classic JSX function
// is smaller than its JSX runtime.
const preactJsx = { jsx: 'transform', jsxFactory: 'h', banner: "import { h } from 'preact';" };

export default [
  {
    input: 'src/index.ts',
    external: [/^react($|\/)/],
    output: { file: 'dist/index.js', format: 'es', sourcemap: true, assetFileNames: '[name][extname]' },
    plugins: [
      resolve(),
      vanilla({ name: 'style.css' }),
      scripts(),
      noStyleImports(),
      small({ module: true, preamble: "'use client';" }),
      minifiedStyles(),
    ],
  },
  {
    input: 'src/server.tsx',
    output: { file: 'dist/server.js', format: 'es', sourcemap: true },
    plugins: [resolve(), withoutStyleFiles(), widgetCss(), vanilla(), scripts({ jsxImportSource: 'preact' })],
  },
  {
    input: 'src/element.ts',
    output: [
      {
        file: 'dist/element.js',
        format: 'es',
        sourcemap: true,
        plugins: [small({ module: true })],
      },
      {
        file: 'dist/wordrise-widgets.js',
        format: 'iife',
        name: 'Wordrise',
        extend: true,
        plugins: [globalName(), small()],
      },
    ],
    plugins: [resolve(), withoutStyleFiles(), widgetCss(), vanilla(), scripts(preactJsx)],
  },
];
