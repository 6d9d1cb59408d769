// Builds everything below dist/:
//
//   site/      what browsers fetch: the admin area's index.html, and assets/ of it and of the public pages
//   index.js   what the server imports: renders the public pages, knows where site/ is
//   types/     declarations of every file, which index.d.ts has what is needed of
//
// The builds share nothing: visitors of a public page must not fetch a byte of the admin area, and the
// server needs the string renderer bundled, since the package has no dependencies of its own.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Manifest } from 'vite';
import { collectModules, writeNotices } from '../../../scripts/third-party.ts';
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

const modules = new Set<string>();
/** In addition to those of the configuration. */
const plugins = [collectModules(modules)];

rmSync(`${root}dist`, { recursive: true, force: true });

// One style sheet for all its pages: twenty small ones would be twenty requests.
await build({ configFile, logLevel: 'warn', plugins, build: { cssCodeSplit: false } });
const app = takeManifest();
const login = app['src/features/accounts/login-page.tsx'];
if (!login) throw new Error('The login page is not in the manifest.');

/** The style sheet, fonts and script of the public pages of one folder. */
async function buildPublic(client: string): Promise<{ script: string; styles: string[]; fonts: string[] }> {
  await build({
    configFile,
    logLevel: 'warn',
    plugins,
    publicDir: false,
    build: {
      emptyOutDir: false,
      rolldownOptions: {
        input: { [basename(client, '-client.ts')]: root + client },
        output: { codeSplitting: false },
      },
    },
  });
  const entry = takeManifest()[client];
  if (!entry) throw new Error(`${client} is not in the manifest.`);
  const { file: script, css: styles = [], assets = [] } = entry;
  return { script, styles, fonts: assets.filter((file) => file.endsWith('.woff2')) };
}

const landing = await buildPublic('src/landing/landing-client.ts');
const archive = await buildPublic('src/archive/archive-client.ts');
// The largest text on a page, and the rest of it: fonts that came later would move what stands below their text.
const isEarly = (file: string) => /newsreader-display|inter-landing/.test(file);

function assetsOf({ script, styles, fonts }: typeof landing): string {
  const absolute = (file: string) => `/${file}`;
  return JSON.stringify({
    script: absolute(script),
    styles: styles.map(absolute),
    fonts: fonts.filter(isEarly).map(absolute),
  } satisfies LandingAssets);
}

await build({
  configFile,
  logLevel: 'warn',
  plugins,
  publicDir: false,
  define: {
    LANDING_ASSETS: assetsOf(landing),
    ARCHIVE_ASSETS: assetsOf(archive),
    LOGIN_SCRIPT: JSON.stringify(`/${login.file}`),
    // Not imported by the server's module, which would pull in the code of every page.
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

/** What a page without accented letters loads. */
const filesOf = ({ script, styles, fonts }: typeof landing) => [
  script,
  ...styles,
  ...fonts.filter((file) => !file.includes('/accents-')),
];
await reportSizes({ dist: `${root}dist`, app, landing: filesOf(landing), archive: filesOf(archive) });

// Includes the packages it builds on: a clean checkout does not have their declarations yet.
execFileSync('tsc', ['-b', root], { stdio: 'inherit', cwd: root });
execFileSync('node', ['../../scripts/bundle-types.ts'], { stdio: 'inherit', cwd: root });

const fonts = `${root}src/design/fonts/`;
writeNotices(`${root}dist/THIRD-PARTY-NOTICES.txt`, {
  modules,
  others: [
    { title: 'Inter', file: `${fonts}Inter-OFL.txt` },
    { title: 'Newsreader', file: `${fonts}Newsreader-OFL.txt` },
    { title: 'Noto Serif', file: `${fonts}Noto-Serif-OFL.txt` },
  ],
});
