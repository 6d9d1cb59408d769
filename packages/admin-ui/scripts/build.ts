// Builds everything below dist/:
//
//   site/      what browsers fetch: the admin area's index.html, and assets/ of both it and the landing page
//   index.js   what the server imports: renders the landing page, knows where site/ is
//   types/     declarations
//
// Three builds that share nothing: visitors of the landing page must not fetch a byte of the admin area, and the
// server needs the string renderer bundled, since the package has no dependencies of its own.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Manifest } from 'vite';
import type { LandingAssets } from '../src/landing/document.tsx';
import { pagePaths } from '../src/shell/pages.ts';
import { reportSizes } from './report-sizes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const configFile = `${root}vite.config.ts`;
process.env.NODE_ENV = 'production';

function takeManifest(): Manifest {
  const manifest = JSON.parse(readFileSync(`${root}dist/site/.vite/manifest.json`, 'utf8')) as Manifest;
  // Not for browsers.
  rmSync(`${root}dist/site/.vite`, { recursive: true });
  return manifest;
}

rmSync(`${root}dist`, { recursive: true, force: true });

await build({ configFile, logLevel: 'warn' });
const app = takeManifest();

await build({
  configFile,
  logLevel: 'warn',
  publicDir: false,
  build: {
    emptyOutDir: false,
    rolldownOptions: { input: { landing: `${root}src/landing/landing-client.ts` } },
  },
});
const landing = takeManifest()['src/landing/landing-client.ts'];
if (!landing) throw new Error('The landing page has no client in the manifest.');
const { file: script, css: styles = [], assets: files = [] } = landing;
const fonts = files.filter((file) => file.endsWith('.woff2'));
// The largest text on the page uses it; the other fonts may load a moment later.
const early = fonts.filter((file) => file.includes('newsreader-display'));

const absolute = (file: string) => `/${file}`;
await build({
  configFile,
  logLevel: 'warn',
  publicDir: false,
  define: {
    LANDING_ASSETS: JSON.stringify({
      script: absolute(script),
      styles: styles.map(absolute),
      fonts: early.map(absolute),
    } satisfies LandingAssets),
    // Not imported by the server's module: that would take the code of every page with it.
    PAGE_PATHS: JSON.stringify(pagePaths),
    'process.env.NODE_ENV': '"production"',
  },
  resolve: { conditions: ['source', 'module', 'node', 'production'] },
  ssr: { noExternal: true, resolve: { conditions: ['source', 'module', 'node', 'production'] } },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    manifest: false,
    ssr: `${root}src/index.ts`,
    target: 'node22',
    rolldownOptions: { output: { entryFileNames: 'index.js' } },
  },
});

await reportSizes({ dist: `${root}dist`, app, landing: [script, ...styles, ...fonts] });

// Includes the packages it builds on: a clean checkout does not have their declarations yet.
execFileSync('tsc', ['-b', root], { stdio: 'inherit', cwd: root });
