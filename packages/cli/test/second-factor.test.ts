import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { givenInstallation } from './run-cli.ts';

test('admin shows the state of the second factor, and switches it off', async () => {
  const { open, run } = await givenInstallation();
  expect((await run(['admin', 'status'])).stderr).toContain('There is no admin account yet.');
  const { accounts, close } = await open();
  const { id } = await accounts.setup({ username: 'admin', password: 'correct horse' });
  const off = { isOn: false, since: null, recoveryCodesLeft: 0 };
  expect((await run(['admin', 'status', '--json'])).json()).toEqual({
    username: 'admin',
    secondFactor: off,
    sessions: 0,
  });
  const { secret } = await accounts.secondFactor.begin(id, 'correct horse');
  await accounts.secondFactor.confirm(id, new TOTP({ secret }).generate());
  await close();
  expect((await run(['admin', 'status'])).stdout).toMatch(
    /Two-step sign-in +on since .+ 10 recovery codes left/,
  );
  const dry = (await run(['admin', 'disable-second-factor', '--dry-run', '--json'])).json();
  expect(dry).toEqual({ dryRun: true, username: 'admin', wasOn: true });
  const done = await run(['admin', 'disable-second-factor']);
  expect(done.stdout).toBe('“admin” signs in with the password alone.\n');
  expect((await run(['admin', 'disable-second-factor'])).stdout).toContain('was off already');
  expect((await run(['audit'])).stdout).toContain('Two-step sign-in turned off');
});

test('a common password is refused as wrong usage', async () => {
  const { open, run } = await givenInstallation();
  const { accounts, close } = await open();
  await accounts.setup({ username: 'admin', password: 'correct horse' });
  await close();
  const reset = ['admin', 'reset-password', '--password-stdin'];
  const refused = await run(reset, { input: 'password1\n' });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('most common passwords') });
  expect((await run(reset, { input: 'battery staple\n' })).code).toBe(0);
});
