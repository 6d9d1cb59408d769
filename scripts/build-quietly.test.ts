import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/databases.ts';

/** A checkout with one source file, whose build writes a file with the content of the source, whatever was there. */
function givenCheckout() {
  const folder = temporaryFolder();
  const write = (file: string, text: string, mode = 0o644) => {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text, { mode });
  };
  const build = 'rm -rf packages/cli/dist && mkdir -p packages/cli/dist';
  write('bin/lerna', `#!/bin/sh\n${build} && cp packages/cli/src/main.ts packages/cli/dist/main.js\n`, 0o755);
  write('packages/cli/src/main.ts', 'first');
  mkdirSync(join(folder, 'scripts'));
  for (const file of ['nx.json', 'scripts/build-quietly.mjs']) {
    copyFileSync(join(import.meta.dirname, '..', file), join(folder, file));
  }
  const source = join(folder, 'packages/cli/src/main.ts');
  const built = join(folder, 'packages/cli/dist/main.js');
  return {
    write,
    /** With the old time, as some tools copy files. */
    edit(text: string) {
      const { atime, mtime } = statSync(source);
      writeFileSync(source, text);
      utimesSync(source, atime, mtime);
    },
    damage: () => rmSync(built),
    content: () => readFileSync(built, 'utf8'),
    /** Changes whenever the file is written. */
    version: () => statSync(built, { bigint: true }).ctimeNs,
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

const changed = 'Building what changed since the last build.\n';

test('a build says so if it will take a while, and nothing if all is built', () => {
  const { build, edit, content } = givenCheckout();
  expect(build()).toMatch(/^Building Wordrise\./);
  expect(build()).toBe('');
  edit('second');
  expect(build()).toBe(changed);
  expect(content()).toBe('second');
});

test('what was built is left alone while nothing changed, so that commands work during a start', () => {
  const { build, version } = givenCheckout();
  build();
  const before = version();
  build();
  expect(version()).toBe(before);
});

test.each(['packages/cli/src/other.ts', 'tsconfig.base.json', 'scripts/join-files.ts', 'package-lock.json'])(
  'a new %s is a change',
  (file) => {
    const { build, write } = givenCheckout();
    build();
    write(file, '{}');
    expect(build()).toBe(changed);
    expect(build()).toBe('');
  },
);

test('a file that is missing from the build is built again', () => {
  const { build, write, damage, content } = givenCheckout();
  write('packages/cli/dist/other.js', '');
  build();
  damage();
  build();
  expect(content()).toBe('first');
});
