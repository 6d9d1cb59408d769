import { defineConfig } from 'vite';

export default defineConfig(({ isSsrBuild }) => ({
  // One React for the page and the widgets, also where this folder lies beside another version of it.
  resolve: { dedupe: ['react', 'react-dom'] },
  ssr: { noExternal: ['@wordrise/widgets'] },
  build: isSsrBuild
    ? { outDir: 'dist/server' }
    : {
        outDir: 'dist/client',
        rolldownOptions: {
          input: 'src/client.tsx',
          output: { entryFileNames: 'client.js', assetFileNames: 'client[extname]' },
        },
      },
}));
