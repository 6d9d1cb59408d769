import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { admin, cookieOf, startTestServer } from '../start-test-server.ts';

describe.each(databaseKinds)('each call with good and with bad input, on %s', (kind) => {
  const start = () => startTestServer({ kind });

  test('setup, login, who am I, logout', async () => {
    const { ok, refused, call, owner } = await start();
    expect(await ok('needsSetup')).toEqual({ needsSetup: true });
    const short = await refused('setupAdmin', { body: { username: 'ab', password: 'short' } });
    expect(short.fields).toEqual({
      username: ['Username must be at least 3 characters'],
      password: ['Password must be at least 8 characters'],
    });
    const { user } = await ok('setupAdmin', { body: owner });
    expect(await ok('needsSetup')).toEqual({ needsSetup: false });
    expect(await refused('setupAdmin', { body: admin })).toMatchObject({
      status: 403,
      code: 'auth.setup_done',
      message: 'Setup has already been completed',
    });
    expect(await refused('login', { body: { ...admin, password: 'wrong' } })).toMatchObject({
      status: 401,
      message: 'Invalid username or password',
    });
    const response = await call('login', { body: admin });
    expect(await response.json()).toEqual({ user });
    const attributes = response.headers.getSetCookie().join('\n').toLowerCase();
    expect(attributes).toContain('httponly');
    expect(attributes).toContain('samesite=lax');
    const cookie = cookieOf(response);
    expect(await ok('currentUser', { cookie })).toEqual(user);
    await ok('logout', { cookie });
    expect(await refused('currentUser', { cookie })).toMatchObject({ status: 401 });
  });

  test('POST /api/auth/change-password', async () => {
    const { ok, refused, signIn, call } = await start();
    const other = await signIn();
    await signIn();
    const wrong = { currentPassword: 'wrong', newPassword: 'battery staple' };
    expect(await refused('changePassword', { body: wrong })).toMatchObject({
      status: 400,
      message: 'Current password is incorrect',
    });
    const short = { currentPassword: admin.password, newPassword: 'short' };
    expect((await refused('changePassword', { body: short })).fields).toEqual({
      newPassword: ['New password must be at least 8 characters'],
    });
    const long = { currentPassword: admin.password, newPassword: 'é'.repeat(40) };
    expect((await refused('changePassword', { body: long })).fields?.newPassword?.[0]).toContain('72 bytes');
    await ok('changePassword', { body: { ...short, newPassword: 'battery staple' } });
    expect((await call('currentUser')).status).toBe(200);
    expect((await call('currentUser', { cookie: other })).status).toBe(401);
  });
});
