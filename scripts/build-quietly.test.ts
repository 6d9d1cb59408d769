import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/databases.ts';

/** A checkout with one source file, whose build does nothing. */
function givenCheckout() {
  const folder = temporaryFolder();
  const write = (file: string, text: string, mode = 0o644) => {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text, { mode });
  };
  write('bin/lerna', '#!/bin/sh\nmkdir -p packages/cli/dist && : >> packages/cli/dist/main.js\n', 0o755);
  write('packages/core/src/a.ts', '');
  mkdirSync(join(folder, 'scripts'));
  copyFileSync(join(import.meta.dirname, 'build-quietly.mjs'), join(folder, 'scripts/build-quietly.mjs'));
  return {
    edit() {
      const later = new Date(Date.now() + 60_000);
      utimesSync(join(folder, 'packages/core/src/a.ts'), later, later);
    },
    build() {
      const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
      const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/build-quietly.mjs')], {
        env,
        encoding: 'utf8',
      });
      expect(status).toBe(0);
      return stderr;
    },
  };
}

test('a build says so if it will take a while, and nothing if all is built', () => {
  const { build, edit } = givenCheckout();
  expect(build()).toMatch(/^Building Wordrise\./);
  expect(build()).toBe('');
  edit();
  expect(build()).toBe('Building what changed since the last build.\n');
});
