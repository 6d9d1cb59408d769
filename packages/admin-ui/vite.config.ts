import { fileURLToPath } from 'node:url';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import type { Endpoint } from '@wordrise/core/contract';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Used on every page of the admin area, unlike the italics. */
const earlyFonts = /(inter-latin-wght-normal|newsreader-text|noto-serif-ipa)-.{8}\.woff2$/;

/** Fetches fonts with the page instead of after its style sheet: text is drawn once, in its final font. */
function preloadFonts(): Plugin {
  const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true };
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => earlyFonts.test(file))
          .map((file) => ({ tag: 'link', injectTo: 'head', attrs: { ...attrs, href: `./${file}` } })),
    },
  };
}

/**
 * Browsers call the API by method and path, and the server checks what they send: the table of calls comes without its
 * schemas, most of which no page uses. Only one page shows what each call is for, so that is in a list of its own.
 */
function plainEndpoints(): Plugin {
  return {
    name: 'plain-endpoints',
    load: {
      filter: { id: /(core\/src\/contract\/endpoints|features\/system\/endpoint-list)\.ts$/ },
      async handler(id) {
        // Not at the top: other tools read this file before core is built.
        const { endpoints } = await import('@wordrise/core/contract');
        const all = Object.entries<Endpoint>(endpoints);
        if (id.endsWith('list.ts')) {
          const list = all.map(([_name, { method, path, summary, access }]) => ({
            method,
            path,
            summary,
            access,
          }));
          return `export const endpointList = ${JSON.stringify(list)};`;
        }
        const plain = all.map(([name, { method, path }]) => [name, { method, path }]);
        return `export const endpoints = ${JSON.stringify(Object.fromEntries(plain))};`;
      },
    },
  };
}

const loginPage = here('src/features/accounts/login-page.tsx');
/** What the login page loads, by module. */
let ofLogin: Set<string> | undefined;

/** Names the file of a module that the login page needs too; `null` for others. */
function nameOfLogin(id: string, build: Pick<Rolldown.PluginContext, 'getModuleInfo'>): string | null {
  if (!ofLogin) {
    ofLogin = new Set([here('index.html'), loginPage]);
    // Grows while it is walked.
    for (const module of ofLogin) {
      for (const imported of build.getModuleInfo(module)?.importedIds ?? []) ofLogin.add(imported);
    }
  }
  // React's own files require each other, which is not listed.
  const isNeeded = ofLogin.has(id) || /\/node_modules\/(react|react-dom|scheduler)\//.test(id);
  return isNeeded && id !== loginPage ? 'app' : null;
}

/** The folder of a module that belongs to one feature; `null` for others. */
const nameOfFeature = (id: string) => /\/features\/([\w-]+)\//.exec(id)?.[1] ?? null;

// The admin area. scripts/build.ts runs it, and after it the landing page's client and the server's module with
// their own inputs.
export default defineConfig({
  root: here('.'),
  // Files refer to each other by relative addresses, so that a site may be below a path of its host. The server
  // completes those of pages.
  base: './',
  plugins: [react(), vanillaExtractPlugin({ identifiers: 'short' }), preloadFonts(), plainEndpoints()],
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production'],
  },
  build: {
    outDir: 'dist/site',
    // Everything in files: inlined data would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    // The polyfill would be an inline script.
    modulePreload: { polyfill: false },
    target: 'es2022',
    manifest: true,
    rolldownOptions: {
      output: {
        // Code that pages share is in few files: what the login page needs too, what only the pages of one feature need,
        // and the rest, with the layout of the admin area. A page of the admin area is five scripts, not twenty.
        codeSplitting: {
          // A group takes what its test names, not also what that imports.
          includeDependenciesRecursively: false,
          groups: [
            { name: nameOfLogin, debugName: 'app', priority: 3 },
            { name: 'admin', test: /\/shell\/admin-layout\.tsx$/, priority: 2 },
            { name: nameOfFeature, debugName: 'feature', minShareCount: 2, priority: 1 },
            { name: 'admin', minShareCount: 2 },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:5000',
      '/email-frame': 'http://127.0.0.1:5000',
      '/widgets.js': 'http://127.0.0.1:5000',
    },
  },
});
