import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/databases.ts';
import { startPostgres } from '../../../../test/postgres.ts';
import { aWord } from '../../../../test/words.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { openWordrise } from '../wordrise.ts';
import { backups } from './backups.ts';

/** Of Debian's packages postgresql-15 and the like, with pg_dump. */
const [binaries = ''] = globSync('/usr/lib/postgresql/*/bin').filter((folder) =>
  globSync(join(folder, 'pg_dump')).some(Boolean),
);

test.skipIf(!binaries)('a dump restored by pg_restore holds back what may have been sent since', async () => {
  const server = await startPostgres({ binaries });
  onTestFinished(server.stop);
  const copyUrl = Object.assign(new URL(server.url), { pathname: '/copy' }).href;
  const clock = { now: new Date() };
  const configOf = (url: string) =>
    loadConfig({
      DATABASE_URL: url,
      DATA_DIR: temporaryFolder(),
      EMAIL_PROVIDER: 'smtp-sandbox',
      CONFIRM_SIGNUPS: 'off',
    });
  const open = (url: string) => openWordrise(configOf(url), { now: () => clock.now });
  const original = await open(server.url);
  await original.readers.signUp(
    { email: 'ada@example.com', firstName: 'Ada', favoriteWord: undefined },
    { address: undefined },
  );
  await original.processor.runPass();
  const later = async (hours: number, word: string) => {
    const { id: wordId } = await original.words.add(aWord({ word }));
    const scheduledDate = new Date(clock.now.getTime() + hours * 3_600_000).toISOString();
    return (await original.schedule.add({ wordId, scheduledDate, status: 'pending' })).id;
  };
  const [soon, tomorrow] = [await later(1, 'soon'), await later(30, 'tomorrow')];
  const madeAt = clock.now;
  const file = join(temporaryFolder(), 'wordrise.dump');
  execFileSync(join(binaries, 'pg_dump'), ['--format=custom', `--file=${file}`, server.url]);
  clock.now = new Date(clock.now.getTime() + 2 * 3_600_000);
  await original.processor.runPass();
  await original.close();

  execFileSync(join(binaries, 'createdb'), [`--maintenance-db=${server.url}`, 'copy']);
  execFileSync(join(binaries, 'pg_restore'), [`--dbname=${copyUrl}`, '--no-owner', file]);
  const settled = await backups.settleDump(configOf(copyUrl), { madeAt, now: clock.now, holdsSending: true });
  expect(settled).toEqual({ held: 1 });

  const copy = await open(copyUrl);
  onTestFinished(copy.close);
  expect(await copy.sending.heldSince()).toEqual(clock.now);
  const statuses = (await copy.schedule.list(10)).map(({ scheduled_emails: { id, status } }) => [id, status]);
  expect(Object.fromEntries(statuses)).toMatchObject({ [soon]: 'failed', [tomorrow]: 'scheduled' });
  await copy.sending.resume();
  await copy.processor.runPass();
  expect((await copy.readers.describe('ada@example.com')).outbox).toEqual([]);
  await expect(
    backups.settleDump(configOf(copyUrl), { madeAt, now: clock.now, holdsSending: true }),
  ).rejects.toMatchObject({ code: 'backup.refused' });
});
