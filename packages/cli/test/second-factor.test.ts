import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { givenInstallation } from './run-cli.ts';

test('admin shows the state of the second factor, and switches it off', async () => {
  const { open, run } = await givenInstallation();
  expect((await run(['admin', 'status'])).stderr).toContain('There is no admin account yet.');
  const { accounts, close } = await open();
  const { id } = await accounts.setup({ username: 'admin', password: 'correct horse' });
  const off = { isOn: false, since: null, recoveryCodesLeft: 0, isReadable: true };
  expect((await run(['admin', 'status', '--json'])).json()).toEqual({
    username: 'admin',
    secondFactor: off,
    sessions: 0,
  });
  const { secret } = await accounts.secondFactor.begin(id, 'correct horse');
  await accounts.secondFactor.confirm(id, new TOTP({ secret }).generate());
  await close();
  expect((await run(['admin', 'status'])).stdout).toMatch(
    /Two-step sign-in +on since .+ 10 recovery codes left\n/,
  );
  const replaced = { env: { SESSION_SECRET: 'another'.repeat(5) } };
  const cause = "The app's codes cannot be checked: its key was encrypted with another SESSION_SECRET.";
  expect((await run(['admin', 'status'], replaced)).stdout).toContain(`10 recovery codes left\n  ! ${cause}`);
  expect((await run(['doctor', '--json'], replaced)).json().findings).toContainEqual({
    name: 'Two-step sign-in',
    status: 'failed',
    detail: expect.stringContaining(cause),
  });
  expect((await run(['doctor', '--json'])).stdout).not.toContain('Two-step sign-in');
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
