import { defineConfig } from 'vite';

export default defineConfig(({ isSsrBuild }) => ({
  // One React for the page and the widgets, even if another version is installed in a parent folder.
  resolve: { dedupe: ['react', 'react-dom'] },
  ssr: { noExternal: ['@wordrise/widgets'] },
  build: isSsrBuild
    ? { outDir: 'dist/server' }
    : {
        outDir: 'dist/client',
        // Keeps light-dark() in the form's styles, so that the form follows the page's color-scheme.
        cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
        rolldownOptions: {
          input: 'src/client.tsx',
          output: { entryFileNames: 'client.js', assetFileNames: 'client[extname]' },
        },
      },
}));
