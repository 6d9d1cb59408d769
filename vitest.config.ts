import { existsSync } from 'node:fs';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { defineConfig } from 'vitest/config';

// Packages are tested from their sources: no build is needed, but for the tests of built files.
const source = {
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  ssr: {
    resolve: { conditions: ['source', 'node', 'development|production'], externalConditions: ['node'] },
  },
};

/** Chromium is Debian's; nothing downloads a browser. `npm test` goes without where there is none. */
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export default defineConfig({
  test: {
    // Much of the time is spent waiting for commands and databases: no processor is left out.
    maxWorkers: '100%',
    projects: [
      {
        ...source,
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/{core,server,cli}/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.browser.test.*'],
          globalSetup: ['./test/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...source,
        plugins: [vanillaExtractPlugin()],
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['packages/{widgets,admin-ui}/{src,test}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.*'],
          testTimeout: 20_000,
        },
      },
      ...(existsSync(chromium)
        ? [
            {
              ...source,
              test: {
                name: 'browser',
                environment: 'node',
                include: ['packages/*/test/**/*.browser.test.ts'],
                env: { CHROMIUM_PATH: chromium },
                testTimeout: 60_000,
                hookTimeout: 120_000,
                fileParallelism: false,
                // A busy machine may lose a click; what fails twice has failed.
                retry: 1,
              },
            },
          ]
        : []),
    ],
  },
});
