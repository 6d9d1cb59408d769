import { fileURLToPath } from 'node:url';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The admin area. scripts/build.ts runs it, and after it the landing page's client and the server's module with
// their own inputs.
export default defineConfig({
  root: here('.'),
  plugins: [react(), vanillaExtractPlugin({ identifiers: 'short' })],
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
        // What nearly every page uses in one file: it compresses better than twenty small ones, by 2 kB a page.
        codeSplitting: {
          groups: [{ name: 'shared', test: /src\/(kit|design)\/|react-query/, minShareCount: 8 }],
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
