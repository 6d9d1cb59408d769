import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import nodeResolve from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { vanillaExtractPlugin } from '@vanilla-extract/rollup-plugin';
import { transform } from 'esbuild';
import esbuild from 'rollup-plugin-esbuild';
import { collectModules, writeNotices } from '../../scripts/third-party.ts';

const modules = new Set();
/** The last build writes the notices for the files of all builds. */
const notices = () => ({
  name: 'notices',
  writeBundle: () => writeNotices(here('dist/THIRD-PARTY-NOTICES.txt'), { modules }),
});

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const styleFiles = { widget: here('dist/style.css'), today: here('dist/today.css') };

/** Reads core's constants from their source, because the unused ones in its build cannot be tree-shaken. */
const sourceFirst = ['source'];

// Plain names are readable in a browser's inspector, and their repetition compresses well.
const vanilla = (extract) =>
  vanillaExtractPlugin({
    identifiers: ({ debugId }) => `wordrise-${debugId}`,
    extract,
    esbuildOptions: { conditions: sourceFirst },
  });

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

/**
 * Bundlers with Lightning CSS, such as Vite, write `light-dark()` in a way that older browsers understand. That needs two
 * properties, which they add only where a style sheet sets `color-scheme`: without one, every color of ours was invalid.
 * These are their values for a light page. Its own have more weight, and nothing reads them while the sheet is unchanged.
 */
const lightUnlessPageSays = ':where(:root){--lightningcss-light:initial;--lightningcss-dark: ;}';

const minifiedStyles = (styleFile) => ({
  name: 'minified-styles',
  async writeBundle() {
    const { code } = await transform(readFileSync(styleFile, 'utf8'), { loader: 'css', minify: true });
    // esbuild keeps spaces in custom properties and their fallbacks.
    writeFileSync(styleFile, lightUnlessPageSays + code.trim().replace(/([,:]) /g, '$1'));
    // TypeScript needs types for every import, including style sheets.
    writeFileSync(`${styleFile}.d.ts`, 'export {};\n');
  },
});

const widgetCss = () => ({
  name: 'widget-css',
  resolveId: (id) => (/^virtual:\w+-css$/.test(id) ? `\0${id}` : null),
  load(id) {
    const [, sheet] = /^\0virtual:(\w+)-css$/.exec(id) ?? [];
    if (!sheet) return null;
    // In a shadow root nothing else has these part names.
    const css = readFileSync(styleFiles[sheet], 'utf8')
      .replace(lightUnlessPageSays, '')
      .replaceAll('.wordrise-root [', '[');
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

const resolve = () =>
  nodeResolve({ extensions: ['.mjs', '.js', '.ts', '.tsx'], exportConditions: sourceFirst });

const scripts = (options) => esbuild({ target: 'es2022', jsx: 'automatic', tsconfig: false, ...options });
const small = ({ module = false, preamble } = {}) =>
  terser({
    ecma: 2020,
    // Unsafe only for code that replaces methods of the language or relies on a function's `new`.
    compress: { passes: 3, unsafe: true, unsafe_arrows: true, unsafe_methods: true },
    module,
    // Bundlers read these at the import of a script whose address is known only in the browser.
    format: { comments: module && /webpackIgnore|vite-ignore/, preamble },
  });

// The views take only types from React, so Preact's core draws them without preact/compat. Its classic JSX function
// is smaller than its JSX runtime.
const preactJsx = { jsx: 'transform', jsxFactory: 'h', banner: "import { h } from 'preact';" };

/** React components with their style sheet; React itself stays outside. */
const components = (input, name, styleFile) => ({
  input,
  external: [/^react($|\/)/],
  output: { file: `dist/${name}.js`, format: 'es', sourcemap: false, assetFileNames: '[name][extname]' },
  plugins: [
    resolve(),
    vanilla({ name: basename(styleFile) }),
    scripts(),
    noStyleImports(),
    small({ module: true, preamble: "'use client';" }),
    minifiedStyles(styleFile),
    collectModules(modules),
  ],
});

/** The script of `<wordrise-today>` has no Preact: its JSX makes elements, see make-element.ts. */
const elementJsx = () => ({
  name: 'element-jsx',
  transform: (code, id) =>
    id.endsWith('.tsx')
      ? {
          code: `import { makeElement } from ${JSON.stringify(here('src/today/make-element.ts'))};\n${code}`,
          map: null,
        }
      : null,
});

/** Builds everything that draws in a shadow root, or for one. The style sheets must be built first. */
const drawing = (jsx, ...more) => [
  resolve(),
  withoutStyleFiles(),
  widgetCss(),
  vanilla(),
  ...more,
  scripts(jsx),
  collectModules(modules),
];

const oneFile = (name) => ({
  file: `dist/${name}.js`,
  format: 'iife',
  name: 'Wordrise',
  extend: true,
  plugins: [globalName(), small()],
});

export default [
  components('src/index.ts', 'index', styleFiles.widget),
  components('src/today/word-today.tsx', 'today', styleFiles.today),
  {
    input: 'src/server.tsx',
    output: { file: 'dist/server.js', format: 'es', sourcemap: false },
    plugins: drawing({ jsxImportSource: 'preact' }),
  },
  {
    input: 'src/element.ts',
    output: [
      { file: 'dist/element.js', format: 'es', sourcemap: false, plugins: [small({ module: true })] },
      oneFile('wordrise-widgets'),
    ],
    plugins: drawing(preactJsx),
  },
  {
    input: 'src/bot-check/bot-check.ts',
    output: { file: 'dist/bot-check.js', format: 'es', sourcemap: false, plugins: [small({ module: true })] },
    plugins: [resolve(), scripts()],
  },
  {
    input: 'src/today/today-element.tsx',
    output: oneFile('wordrise-today'),
    plugins: [...drawing({ jsx: 'transform', jsxFactory: 'makeElement' }, elementJsx()), notices()],
  },
];
