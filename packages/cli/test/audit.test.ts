import { expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { givenInstallation } from './run-cli.ts';

test.each(databaseKinds)('shows what happened, by web and by command line (%s)', async (kind) => {
  const { open, run } = await givenInstallation(kind);
  expect((await run(['audit', '--json'])).json()).toEqual({ entries: [], total: 0, hasMore: false });
  expect(await run(['audit'])).toMatchObject({ stdout: '', stderr: expect.stringContaining('Nothing yet.') });

  const { accounts, readers, close } = await open();
  const admin = { username: 'admin', password: 'correct horse' };
  await accounts.setup(admin);
  for (const password of ['wrong', 'wrong again']) {
    const refused = accounts.logIn({ username: 'admin', password }, { address: '192.0.2.1' });
    await expect(refused).rejects.toMatchObject({ code: 'auth.invalid_credentials' });
  }
  const typo = { username: 'the password by mistake', password: 'wrong' };
  await expect(accounts.logIn(typo, { address: '192.0.2.1' })).rejects.toThrow();
  await accounts.logIn(admin, { address: '192.0.2.1' });
  const ada = { email: 'ada@example.com', firstName: 'Ada', favoriteWord: undefined };
  await readers.signUp(ada, { address: '192.0.2.2' });
  await close();
  await run(['readers', 'remove', ada.email, '--yes']);

  const { entries, total } = (await run(['audit', '--json'])).json();
  expect(total).toBe(5);
  const from = { via: 'web', address: '192.0.2.1' };
  expect(entries).toMatchObject([
    { action: 'reader.remove', via: 'cli', detail: 'reader 1', account: null, address: null },
    { action: 'login', outcome: 'done', account: 'admin', ...from },
    { action: 'login', outcome: 'refused', account: null, count: 1, ...from },
    { action: 'login', outcome: 'refused', account: 'admin', count: 2, ...from },
    { action: 'setup', outcome: 'done', via: 'cli' },
  ]);
  const shown = await run(['audit', '--limit', '2']);
  expect(shown.stdout.split('\n')[0]).toMatch(/\tReader removed: reader 1\t\tcommand line$/);
  expect(shown.stderr).toContain('Showing 1 to 2 of 5 entries. The next page: --page 2');
  expect((await run(['audit', '--limit', '1', '--page', '4'])).stdout).toContain('(2 times)');
  const all = JSON.stringify(entries) + shown.stdout;
  expect(all).not.toMatch(/@|by mistake/);
});
