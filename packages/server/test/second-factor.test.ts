import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { admin, cookieOf, startTestServer } from './start-test-server.ts';

test('a login needs a second step only while the second factor is on', async () => {
  const { call, ok, refused, signIn } = await startTestServer();
  await signIn();
  const { secret } = await ok('beginSecondFactor', { body: { currentPassword: admin.password } });
  const totp = new TOTP({ secret });
  const { recoveryCodes } = await ok('confirmSecondFactor', { body: { code: totp.generate() } });
  expect(await ok('secondFactor')).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });

  const step = await refused('login', { body: admin, cookie: undefined });
  expect(step).toMatchObject({ status: 401, code: 'auth.code_required' });
  expect(step.headers.getSetCookie()).toEqual([]);
  const wrong = await refused('login', { body: { ...admin, code: 'wrong' }, cookie: undefined });
  expect(wrong).toMatchObject({ status: 400, code: 'auth.wrong_code', fields: { code: [wrong.message] } });
  const [code = '', another = ''] = recoveryCodes;
  const cookie = cookieOf(await call('login', { body: { ...admin, code }, cookie: undefined }));
  expect((await call('currentUser', { cookie })).status).toBe(200);

  const proof = { currentPassword: admin.password, code: another };
  const guess = await refused('disableSecondFactor', { body: { ...proof, currentPassword: 'wrong' } });
  expect(guess).toMatchObject({ status: 400, code: 'auth.wrong_password' });
  await ok('disableSecondFactor', { body: proof });
  const off = await refused('renewRecoveryCodes', { body: proof });
  expect(off).toMatchObject({ status: 409, code: 'second_factor.off' });
  expect((await call('login', { body: admin })).status).toBe(200);
});
