import { expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { givenInstallation } from './run-cli.ts';

const week = 7 * 86_400_000;

test.each(databaseKinds)('shows where the admin is signed in, and signs out (%s)', async (kind) => {
  const { open, run } = await givenInstallation(kind);
  const { accounts, close } = await open();
  const { id: userId } = await accounts.setup({ username: 'admin', password: 'correct horse' });
  for (const sid of ['laptop', 'phone', 'library']) {
    await accounts.sessions.create(sid, { userId }, week, { address: '192.0.2.1', userAgent: 'curl/8' });
  }
  await close();

  const { sessions } = (await run(['sessions', 'list', '--json'])).json();
  expect(sessions).toHaveLength(3);
  expect(sessions[0]).toMatchObject({ browser: 'curl', address: '192.0.2.1', isCurrent: false });
  const shown = await run(['sessions', 'list']);
  expect(shown.stdout.split('\n')[0]).toMatch(/^[\w-]{16}\tcurl\t192\.0\.2\.1\t.+\t.+$/);

  expect((await run(['sessions', 'end'])).code).toBe(2);
  expect((await run(['sessions', 'end', sessions[0].id, '--all'])).code).toBe(2);
  const unknown = await run(['sessions', 'end', 'none']);
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no such session.') });
  const one = (await run(['sessions', 'end', sessions[0].id, '--json'])).json();
  expect(one).toEqual({ dryRun: false, ended: 1 });
  const dry = (await run(['sessions', 'end', '--all', '--dry-run', '--json'])).json();
  expect(dry).toEqual({ dryRun: true, ended: 2 });
  expect(await run(['sessions', 'end', '--all'])).toMatchObject({ stdout: '2 sessions signed out.\n' });
  const none = await run(['sessions', 'list']);
  expect(none).toMatchObject({ stdout: '', stderr: expect.stringContaining('not signed in anywhere') });
  const { entries } = (await run(['audit', '--json'])).json();
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'session.end_all',
    'session.end',
    'setup',
  ]);
});
