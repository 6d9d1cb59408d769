import { describe, expect, test } from 'vitest';
import { accountDeps, admin, local, setupToken, tokenFor } from '../../../../test/account-deps.ts';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { setupInput } from '../contract/accounts.ts';
import { attemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import { User } from './account-tables.ts';
import {
  changePassword,
  createSetupToken,
  logIn,
  needsSetup,
  resetPassword,
  setupAdmin,
} from './admin-account.ts';
import { createSessionStore } from './session-store.ts';

const address = '192.0.2.1';
const user = { username: 'admin' };

describe.each(databaseKinds)('the admin account on %s', (kind) => {
  test('is created once, even by several calls at the same time', async () => {
    const deps = await accountDeps(await openTestDatabase(kind));
    expect(await needsSetup(deps())).toBe(true);
    const results = await Promise.allSettled(
      [1, 2, 3].map((n) => setupAdmin(deps(), { ...admin, username: `admin${n}` }, local)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'auth.setup_done' });
    }
    expect(await needsSetup(deps())).toBe(false);
    expect(await deps().database.em().count(User)).toBe(1);
  });

  test('is created over the network only with the setup token', async () => {
    const deps = await accountDeps(await openTestDatabase(kind));
    for (const token of [undefined, '', 'a guess', tokenFor('other').value, `${setupToken.value}x`]) {
      const stranger = setupAdmin(deps(), { ...admin, token }, { address, isLocal: false });
      await expect(stranger).rejects.toMatchObject({ code: 'auth.setup_token' });
    }
    expect(await needsSetup(deps())).toBe(true);
    const older = tokenFor('an older secret').value;
    expect(await setupAdmin(deps(), { ...admin, token: older }, { address })).toMatchObject(user);
    const again = setupAdmin(deps(), { ...admin, token: setupToken.value }, { address });
    await expect(again).rejects.toMatchObject({ code: 'auth.setup_done' });
  });

  test('accepts the right password, and gives the same answer to a wrong one and an unknown user', async () => {
    const deps = await accountDeps(await openTestDatabase(kind));
    await setupAdmin(deps(), admin, local);
    expect(await logIn(deps(), admin, { address })).toMatchObject({ username: 'admin' });
    const wrong = { code: 'auth.invalid_credentials', message: 'Invalid username or password' };
    await expect(logIn(deps(), { ...admin, password: 'wrong' }, { address })).rejects.toMatchObject(wrong);
    await expect(logIn(deps(), { ...admin, username: 'nobody' }, { address })).rejects.toMatchObject(wrong);
  });

  test('wrong passwords from anywhere slow a login down, and lock nobody out', async () => {
    const db = await openTestDatabase(kind);
    const [one, two] = [await accountDeps(db), await accountDeps(db)];
    await setupAdmin(one(), admin, local);
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const deps = { ...(attempt % 2 ? one() : two()), wait };
      const username = attempt % 3 ? 'admin' : 'ADMIN';
      const wrong = logIn(deps, { username, password: 'wrong' }, { address: `198.51.100.${attempt}` });
      await expect(wrong).rejects.toMatchObject({ code: 'auth.invalid_credentials' });
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect(await logIn({ ...one(), wait }, admin, { address: '198.51.100.200' })).toMatchObject(user);
    expect(waits.at(-1)).toBe(8000);
    await logIn({ ...one(), wait }, admin, { address: '198.51.100.200' });
    expect(waits.at(-1)).toBe(0);
  });

  test('an address that tries too often is refused by all processes, with the time to wait', async () => {
    const db = await openTestDatabase(kind);
    const [one, two] = [await accountDeps(db), await accountDeps(db)];
    await setupAdmin(one(), admin, local);
    const { points } = attemptLimits.loginPerAddress;
    for (let attempt = 0; attempt < points; attempt += 1) {
      const wrong = { username: `admin${attempt}`, password: 'wrong' };
      await logIn(attempt % 2 ? one() : two(), wrong, { address }).catch(() => {});
    }
    const refused = { code: 'limit.too_many', retryAfterSeconds: expect.any(Number) };
    await expect(logIn(one(), admin, { address })).rejects.toMatchObject(refused);
    expect(await logIn(two(), admin, { address: '198.51.100.1' })).toMatchObject(user);
  });

  test('a browser that has signed in before has a separate limit', async () => {
    const deps = await accountDeps(await openTestDatabase(kind));
    const { id: userId } = await setupAdmin(deps(), admin, local);
    const wrong = { ...admin, password: 'wrong' };
    for (let attempt = 0; attempt < attemptLimits.loginPerAddress.points; attempt += 1)
      await logIn(deps(), wrong, { address }).catch(() => {});
    const waits: number[] = [];
    const known = { ...deps(), wait: async (ms: number) => void waits.push(ms) };
    const device = { id: 'laptop', userId, since: deps().now() };
    const tooMany = { code: 'limit.too_many' };
    expect(await logIn(known, admin, { address, device })).toMatchObject(user);
    // A browser that signed in someone else does not count here.
    const other = { ...device, userId: userId + 1 };
    await expect(logIn(known, admin, { address, device: other })).rejects.toMatchObject(tooMany);
    for (let attempt = 0; attempt < attemptLimits.loginPerDevice.points; attempt += 1) {
      const guess = logIn(known, wrong, { address: `198.51.100.${attempt}`, device });
      await expect(guess).rejects.toMatchObject({ code: 'auth.invalid_credentials' });
    }
    await expect(logIn(known, admin, { address, device })).rejects.toMatchObject(tooMany);
    expect(await logIn(known, admin, { address, device: { ...device, id: 'phone' } })).toMatchObject(user);
    expect(waits).toEqual([]);
    // The password was changed since.
    const old = { ...device, id: 'phone', since: new Date(deps().now().getTime() - 1) };
    await expect(logIn(known, admin, { address, device: old })).rejects.toMatchObject(tooMany);
  });

  test('a reset of the password clears every limit', async () => {
    const deps = await accountDeps(await openTestDatabase(kind));
    const { id: userId } = await setupAdmin(deps(), admin, local);
    const device = { id: 'laptop', userId, since: deps().now() };
    for (let attempt = 0; attempt < 31; attempt += 1) {
      await logIn(deps(), { ...admin, password: 'wrong' }, { address }).catch(() => {});
      await logIn(deps(), { ...admin, password: 'wrong' }, { device }).catch(() => {});
    }
    await resetPassword(deps(), 'battery staple');
    const waits: number[] = [];
    const patient = { ...deps(), wait: async (ms: number) => void waits.push(ms) };
    const now = { ...admin, password: 'battery staple' };
    expect(await logIn(patient, now, { address })).toMatchObject(user);
    expect(await logIn(patient, now, { address, device })).toMatchObject(user);
    expect(waits).toEqual([0]);
  });

  test('a login that succeeds forgets the failures before it', async () => {
    const deps = await accountDeps(await openTestDatabase(kind));
    await setupAdmin(deps(), admin, local);
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 8; attempt += 1) {
        await logIn(deps(), { ...admin, password: 'wrong' }, { address: `203.0.113.${attempt}` }).catch(
          () => {},
        );
      }
      expect(await logIn(deps(), admin, { address: '203.0.113.99' })).toMatchObject({ username: 'admin' });
    }
  });

  test('changing the password needs the old one and ends every other session', async () => {
    const db = await openTestDatabase(kind);
    const deps = await accountDeps(db);
    const { id } = await setupAdmin(deps(), admin, local);
    const store = createSessionStore({ database: db, now: deps().now, keepAddressDays: 30 });
    for (const sid of ['mine', 'laptop', 'phone']) await store.create(sid, { userId: id }, 60_000);
    const change = { currentPassword: 'wrong', newPassword: 'battery staple' };
    const wrong = changePassword(deps(), id, change, 'mine');
    await expect(wrong).rejects.toMatchObject({
      code: 'auth.wrong_password',
      message: 'Current password is incorrect',
    });
    expect(await store.get('phone')).toBeDefined();
    await changePassword(deps(), id, { ...change, currentPassword: admin.password }, 'mine');
    expect(await store.get('mine')).toBeDefined();
    expect(await store.get('laptop')).toBeUndefined();
    expect(await store.get('phone')).toBeUndefined();
    await expect(logIn(deps(), admin, { address })).rejects.toMatchObject({
      code: 'auth.invalid_credentials',
    });
    expect(await logIn(deps(), { ...admin, password: 'battery staple' }, { address })).toMatchObject({ id });
  });

  test('only one of several simultaneous password changes succeeds', async () => {
    const deps = await accountDeps(await openTestDatabase(kind));
    const { id } = await setupAdmin(deps(), admin, local);
    const wanted = ['battery staple 1', 'battery staple 2', 'battery staple 3'];
    const changes = await Promise.allSettled(
      wanted.map((newPassword) =>
        changePassword(deps(), id, { currentPassword: admin.password, newPassword }, undefined),
      ),
    );
    const changed = wanted.filter((_password, n) => changes[n]?.status === 'fulfilled');
    expect(changed).toHaveLength(1);
    expect(await logIn(deps(), { ...admin, password: changed[0] as string }, { address })).toMatchObject({
      id,
    });
  });

  test('refuses common passwords and the username, however they are set', async () => {
    const deps = await accountDeps(await openTestDatabase(kind));
    const common = { code: 'input.invalid', message: expect.stringContaining('most common passwords') };
    for (const password of ['password1', 'QWERTYUIOP', '12345678'])
      await expect(setupAdmin(deps(), { ...admin, password }, local)).rejects.toMatchObject(common);
    const same = setupAdmin(deps(), { username: 'wordsmith', password: 'WordSmith' }, local);
    await expect(same).rejects.toMatchObject({
      code: 'input.invalid',
      fields: { password: [expect.any(String)] },
    });
    const { id } = await setupAdmin(deps(), admin, local);
    const change = { currentPassword: admin.password, newPassword: 'iloveyou' };
    const fields = { newPassword: [expect.any(String)] };
    await expect(changePassword(deps(), id, change, 'mine')).rejects.toMatchObject({ ...common, fields });
    await expect(resetPassword(deps(), 'football')).rejects.toMatchObject(common);
    expect(await logIn(deps(), admin, { address })).toMatchObject(user);
  });

  test('an address of any length is counted', async () => {
    const deps = await accountDeps(await openTestDatabase(kind));
    const endless = 'y'.repeat(5000);
    await expect(logIn(deps(), admin, { address: endless })).rejects.toMatchObject({
      code: 'auth.invalid_credentials',
    });
  });

  test('the owner of the machine may reset a forgotten password', async () => {
    const deps = await accountDeps(await openTestDatabase(kind));
    await expect(resetPassword(deps(), 'battery staple')).rejects.toMatchObject({
      code: 'auth.setup_needed',
    });
    await setupAdmin(deps(), admin, local);
    await resetPassword(deps(), 'battery staple');
    expect(await logIn(deps(), { ...admin, password: 'battery staple' }, { address })).toMatchObject({
      username: 'admin',
    });
  });
});

test.each([
  { why: 'a name too short', input: { username: 'ab', password: 'longenough' }, field: 'username' },
  { why: 'a password too short', input: { username: 'abc', password: 'short12' }, field: 'password' },
  { why: 'more than bcrypt reads', input: { username: 'abc', password: 'é'.repeat(37) }, field: 'password' },
])('setup refuses $why', ({ input, field }) => {
  const result = setupInput.safeParse(input);
  expect(result.error?.issues[0]?.path).toEqual([field]);
});

test.each([true, false])(
  'the setup link has a token unless local calls are trusted: %s',
  (trustsLocalCalls) => {
    const { partOfLink } = createSetupToken({ sessionSecrets: ['a secret'], trustsLocalCalls });
    expect(partOfLink).toMatch(trustsLocalCalls ? /^$/ : /^#token=[\w-]{32}$/);
  },
);
