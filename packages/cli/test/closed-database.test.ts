import { chmodSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';
import { givenInstallation, type Installation, startUnprivileged } from './run-cli.ts';

const raw = /EACCES|EISDIR|ENOTDIR|ENOENT|EROFS|SQLITE|unable to open|\n +at |a bug in Wordrise/;

/** Ways to deny this user the database, and what the answer names. */
const closings = [
  {
    what: 'a folder that may not be opened',
    modes: { folder: 0o000 },
    says: /may not open the folder \S+\/closed\. Run Wordrise as the user that owns it/,
  },
  {
    what: 'a folder that may not be written to',
    modes: { folder: 0o555 },
    says: /may not write to the folder \S+\/closed\. Run Wordrise as the user that owns it/,
  },
  {
    what: 'a file that may not be read',
    modes: { file: 0o000 },
    says: /may not read (and write )?\S+\/wordrise\.db\. Run Wordrise as the user that owns it/,
  },
];

/** One for each way in which the database is opened. */
const commands = [['serve'], ['words', 'list'], ['process', '--dry-run'], ['doctor']];
const others = [['migrate'], ['backup', 'backup.tar.gz'], ['setup', '--yes']];

/** An installation whose database is in a folder `closed`. */
async function givenClosed({ folder: folderMode = 0o700, file: fileMode = 0o600 }): Promise<Installation> {
  const installation = await givenInstallation();
  const closed = join(temporaryFolder(), 'closed');
  const file = join(closed, 'wordrise.db');
  mkdirSync(closed);
  renameSync(installation.env.DATABASE_URL?.replace('sqlite:', '') ?? '', file);
  chmodSync(file, fileMode);
  chmodSync(closed, folderMode);
  onTestFinished(() => chmodSync(closed, 0o700));
  installation.env.DATABASE_URL = `sqlite:${file}`;
  return installation;
}

test.each(closings)('$what is one sentence that says what to do', async ({ modes, says }) => {
  const installation = await givenClosed(modes);
  for (const args of 'file' in modes ? commands : [...commands, ...others]) {
    const { code, stdout, stderr } = await startUnprivileged(installation, args).ended;
    const shown = (stdout + stderr).replaceAll(/\s+/g, ' ');
    expect({ args, code, shown }).toEqual({ args, code: 1, shown: expect.stringMatching(says) });
    expect(shown).not.toMatch(raw);
  }
});

test('commands that write refuse a read-only file; a dry run reads it', async () => {
  const installation = await givenClosed({ file: 0o444 });
  const refused = await startUnprivileged(installation, ['words', 'list']).ended;
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('may not read and write') });
  expect(await startUnprivileged(installation, ['process', '--dry-run']).ended).toMatchObject({ code: 0 });
});
