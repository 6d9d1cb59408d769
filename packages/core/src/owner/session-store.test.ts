import { describe, expect, test } from 'vitest';
import { accountDeps, admin, local } from '../../../../test/account-deps.ts';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { statement } from '../../../../test/statement.ts';
import { setupAdmin } from './admin-account.ts';
import { createSessionStore } from './session-store.ts';

const day = 86_400_000;

describe.each(databaseKinds)('sessions on %s', (kind) => {
  test('name the admin who is signed in with them, while there is one', async () => {
    const db = await openTestDatabase(kind);
    const user = await setupAdmin((await accountDeps(db))(), admin, local);
    const now = new Date();
    const store = createSessionStore({ database: db, now: () => now, keepAddressDays: 30 });
    await store.create('a', { userId: user.id }, 60_000);
    await store.create('b', { userId: user.id + 1 }, 60_000);
    expect((await store.get('a'))?.user).toEqual({ id: user.id, username: 'admin' });
    expect(await store.get('b')).toMatchObject({ data: { userId: user.id + 1 }, user: undefined });
    expect(await store.get('c')).toBeUndefined();
  });

  test('end when their time is up, continue while used, and never come back', async () => {
    const db = await openTestDatabase(kind);
    const clock = { now: new Date('2026-07-01T12:00:00Z') };
    const deps = { database: db, now: () => clock.now };
    const store = createSessionStore({ ...deps, keepAddressDays: 30 });
    const hour = 3_600_000;
    await store.create('a', { userId: 1, note: 'hello' }, 2 * hour);
    await store.create('b', { userId: 1 }, 2 * hour);
    clock.now = new Date(clock.now.getTime() + hour);
    await store.prolong('a', 2 * hour);
    clock.now = new Date(clock.now.getTime() + hour);
    expect((await store.get('a'))?.data).toEqual({ userId: 1, note: 'hello' });
    expect(await store.get('b')).toBeUndefined();
    await store.prolong('b', 2 * hour);
    expect(await store.get('b')).toBeUndefined();
    await store.destroy('a');
    await store.prolong('a', 2 * hour);
    expect(await store.get('a')).toBeUndefined();
    expect(await store.endExpired()).toBe(0);
    clock.now = new Date(clock.now.getTime() + 31 * 24 * hour);
    expect(await store.countExpired()).toBe(1);
    expect(await store.endExpired()).toBe(1);
  });

  test('are not ended by a processor whose clock is 30 days ahead', async () => {
    const db = await openTestDatabase(kind);
    const user = await setupAdmin((await accountDeps(db))(), admin, local);
    const now = new Date();
    const server = createSessionStore({ database: db, now: () => now, keepAddressDays: 30 });
    const ahead = new Date(now.getTime() + 30 * day);
    const processor = createSessionStore({ database: db, now: () => ahead, keepAddressDays: 30 });
    await server.create('a', { userId: user.id }, 7 * day, { address: '192.0.2.1' });
    expect(await processor.countExpired()).toBe(0);
    expect(await processor.endExpired()).toBe(0);
    expect(await server.get('a')).toMatchObject({ user });
  });

  test('end 30 days after the sign-in, however much they are used', async () => {
    const db = await openTestDatabase(kind);
    const clock = { now: new Date('2026-07-01T12:00:00Z') };
    const user = await setupAdmin((await accountDeps(db, clock))(), admin, local);
    const store = createSessionStore({ database: db, now: () => clock.now, keepAddressDays: 30 });
    const end = new Date(clock.now.getTime() + 30 * day);
    await store.create('a', { userId: user.id }, 7 * day);
    for (let n = 0; n < 5; n += 1) {
      clock.now = new Date(clock.now.getTime() + 6 * day - 1);
      await store.prolong('a', 7 * day);
    }
    expect(await store.get('a')).toMatchObject({ expire: end, endsAt: end });
    clock.now = end;
    await store.prolong('a', 7 * day);
    expect(await store.get('a')).toBeUndefined();
    // This includes one to which an older version gave a longer life.
    await db.em().execute('update sessions set expire = ?', [new Date(end.getTime() + day)]);
    expect(await store.get('a')).toBeUndefined();
  });

  test('are listed with browser, network and times, and are signed out by an id that cannot be used to sign in', async () => {
    const db = await openTestDatabase(kind);
    const clock = { now: new Date('2026-07-01T12:00:00Z') };
    const user = await setupAdmin((await accountDeps(db, clock))(), admin, local);
    const store = createSessionStore({ database: db, now: () => clock.now, keepAddressDays: 30 });
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await store.create('a', { userId: user.id }, 7 * day, { address: '2001:db8:1:2:3::4', userAgent });
    clock.now = new Date('2026-07-02T12:00:00Z');
    await store.create('b', { userId: user.id }, 7 * day);
    await store.create('old', { userId: user.id }, 0);
    const [b, a, ...others] = await store.list('a');
    expect(others).toEqual([]);
    expect(a).toEqual({
      id: expect.stringMatching(/^[\w-]{16}$/),
      browser: 'Firefox on Linux',
      address: '2001:db8:1:2::/64',
      signedInAt: '2026-07-01T12:00:00.000Z',
      usedAt: '2026-07-01T12:00:00.000Z',
      isCurrent: true,
    });
    expect(b).toMatchObject({ browser: 'Unknown browser', address: null, isCurrent: false });
    await store.prolong('a', 7 * day);
    expect((await store.list()).map(({ usedAt }) => usedAt)[0]).toBe('2026-07-02T12:00:00.000Z');
    expect(await store.get(a?.id ?? '')).toBeUndefined();
    expect(await store.end('a')).toBe(false);
    expect(await store.end(a?.id ?? '')).toBe(true);
    expect(await store.get('a')).toBeUndefined();
    expect(await store.get('b')).toBeDefined();
    expect(await store.endAll()).toBe(2);
    expect(await store.list()).toEqual([]);
  });

  test('keep their address only until they end, and none if addresses are not kept', async () => {
    const db = await openTestDatabase(kind);
    const clock = { now: new Date() };
    const deps = { database: db, now: () => clock.now };
    const store = createSessionStore({ ...deps, keepAddressDays: 30 });
    const origin = { address: '192.0.2.1' };
    await store.create('a', { userId: 1 }, 7 * day, origin);
    await createSessionStore({ ...deps, keepAddressDays: 0 }).create('b', { userId: 1 }, 7 * day, origin);
    expect((await store.list()).map(({ address }) => address).toSorted()).toEqual(['192.0.2.1', null]);
    clock.now = new Date(clock.now.getTime() + 7 * day);
    await store.endExpired();
    expect(JSON.stringify(await db.read(statement('select * from sessions')))).not.toContain('192.0.2');
  });
});
