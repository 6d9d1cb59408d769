import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './test/chromium.ts';
import { LongestFirst } from './test/longest-first.ts';

// Workers, and the commands that tests start, share their compiled code.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

// In memory no commit waits for a disk; a run needs some 300 MB there.
const memory = '/dev/shm';
if (existsSync(memory) && freeBytes(memory) > 2e9) process.env.TMPDIR ??= memory;

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

// Packages are tested from their sources: no build is needed, but for the tests of built files.
const source = {
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  ssr: {
    resolve: { conditions: ['source', 'node', 'development|production'], externalConditions: ['node'] },
  },
};

const common = {
  // A worker loads modules once for all its files: loading React or MikroORM takes longer than most files do.
  isolate: false,
  // Only what hangs takes this long, on the slowest machine.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000, interval: 20 } },
};

export default defineConfig({
  test: {
    // Much of the time is spent waiting for commands, browsers and databases: no processor is left out.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    teardownTimeout: 60_000,
    projects: [
      {
        ...source,
        test: {
          ...common,
          name: 'node',
          environment: 'node',
          include: ['packages/{core,server,cli}/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.browser.test.*'],
          globalSetup: ['./test/postgres.ts', './test/dictionary-data.ts'],
        },
      },
      {
        ...source,
        plugins: [vanillaExtractPlugin()],
        test: {
          ...common,
          name: 'dom',
          environment: 'jsdom',
          include: ['packages/{widgets,admin-ui}/{src,test}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.*'],
          setupFiles: ['./test/clean-page.ts'],
        },
      },
      // `npm test` goes without a browser where there is none.
      ...(existsSync(chromiumPath)
        ? [
            {
              ...source,
              test: {
                ...common,
                name: 'browser',
                environment: 'node',
                include: ['packages/*/test/**/*.browser.test.ts'],
                globalSetup: ['./test/browser-run.ts'],
              },
            },
          ]
        : []),
    ],
  },
});
