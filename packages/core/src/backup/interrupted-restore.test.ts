import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backUp, givenInstallation, outboxOf, type Place, restore } from '../../../../test/backups.ts';
import { childScript } from '../../../../test/child-script.ts';
import { type DatabaseKind, temporaryFolder } from '../../../../test/databases.ts';
import { openWordrise } from '../wordrise.ts';

/** An installation, and the backup of another, which may have the other kind of database. */
async function givenBoth(kind: DatabaseKind, from = kind) {
  const { file } = await backUp(await givenInstallation(from, 'new'));
  const place = await givenInstallation(kind, 'old');
  writeFileSync(join(place.config.dataDir, 'outbox/two.eml'), 'Subject: two\r\n\r\n');
  writeFileSync(place.envFile, '');
  return { file, place };
}

test.each<[DatabaseKind, DatabaseKind]>([
  ['sqlite', 'sqlite'],
  ['postgresql', 'postgresql'],
  ['sqlite', 'postgresql'],
  ['postgresql', 'sqlite'],
])(
  'a restore killed at any step leaves the old installation or the new one (%s to %s)',
  async (from, kind) => {
    const { file, place } = await givenBoth(kind, from);
    const { file: old } = await backUp(place);
    const whole = await restoreInChild(place, file);
    expect(whole.status, whole.stderr).toBe(0);
    const seen = new Set<string>();
    for (const killAt of killsOf(whole.stdout.trim().split('\n'), kind)) {
      await restore(place, old, { replace: true });
      const { signal, stderr } = await restoreInChild(place, file, { KILL_AT: `${killAt}` });
      expect(signal, stderr).toBe('SIGKILL');
      seen.add(await wordOfWhole(place));
    }
    // Both outcomes of a kill occurred.
    expect([...seen].toSorted()).toEqual(['new', 'old']);
  },
);

/** The steps before which to kill: some, and on PostgreSQL those between work on files and in the database. */
function killsOf(steps: string[], kind: DatabaseKind): number[] {
  const isQuery = (at: number) => steps[at] === 'query';
  const every = kind === 'sqlite' ? 12 : 100;
  return steps.flatMap((_, at) => (at % every === 0 || isQuery(at) !== isQuery(at - 1) ? [at + 1] : []));
}

// Only for SQLite: the work of PostgreSQL at a step is not in our files.
test('what is on the disk at any step of a restore becomes the old installation or the new one', async () => {
  const { file, place } = await givenBoth('sqlite');
  const images = temporaryFolder();
  const { status, stderr } = await restoreInChild(place, file, { IMAGES: images });
  expect(status, stderr).toBe(0);
  const { dataDir } = place.config;
  const words: string[] = [];
  const steps = readdirSync(images).length;
  for (let step = 1; step <= steps; step += 1) {
    rmSync(dataDir, { recursive: true });
    renameSync(join(images, `${step}`), dataDir);
    words.push(await wordOfWhole(place));
  }
  const decided = words.indexOf('new');
  expect(decided).toBeGreaterThan(0);
  expect(words).toEqual(words.map((_, at) => (at < decided ? 'old' : 'new')));
});

async function restoreInChild(
  { environment, envFile }: Place,
  file: string,
  more: Record<string, string> = {},
) {
  const script = await childScript(join(import.meta.dirname, '../../../../test/restore.child.ts'));
  return spawnSync(process.execPath, [script], {
    env: { ...process.env, ...environment, BACKUP: file, ENV_FILE: envFile, ...more },
    encoding: 'utf8',
  });
}

/** The word of an installation, after a check that everything else in it belongs to this word. */
async function wordOfWhole(place: Place): Promise<string> {
  const wordrise = await openWordrise(place.config, { access: 'existing' });
  const { words } = await wordrise.words.list({ page: 1, limit: 10, letter: '', search: '' });
  await wordrise.close();
  const [found = ''] = words.map(({ word }) => word);
  expect(words.map(({ word }) => word)).toEqual([found]);
  expect(outboxOf(place)).toBe(`Subject: ${found}\r\n\r\n`);
  expect(existsSync(join(place.config.dataDir, 'outbox/two.eml'))).toBe(found === 'old');
  expect(existsSync(join(place.config.dataDir, 'restore.json'))).toBe(false);
  return found;
}
