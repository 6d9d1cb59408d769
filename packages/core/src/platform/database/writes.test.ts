import { expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { statement } from '../../../../../test/statement.ts';

const into = 'rate_limits (key, points, expire)';
const keys = 'select key from rate_limits order by key';

test.each(databaseKinds)(
  'statements that are not awaited belong to their transaction on %s',
  async (kind) => {
    const db = await openTestDatabase(kind);
    await db.writeTogether(async (run, insert) => {
      insert(into, [['a', 1, 0]]);
      insert(into, [['b', 1, 0]]);
      run(statement('delete from rate_limits where key = ?', ['a']));
    });
    expect(await db.read(statement(keys))).toEqual([{ key: 'b' }]);
    const refused = db.insertTogether(async (insert) => {
      insert(into, [['c', 1, 0]]);
      insert(into, [['d', null, 0]]);
      insert(into, [['e', 1, 0]]);
    });
    await expect(refused).rejects.toMatchObject({
      code: expect.stringMatching(/^(SQLITE_CONSTRAINT_NOTNULL|23502)$/),
    });
    expect(await db.read(statement(keys))).toEqual([{ key: 'b' }]);
    // The connection is free again.
    await db.insertTogether((insert) => insert(into, [['c', 1, 0]]));
    expect(await db.read(statement(keys))).toEqual([{ key: 'b' }, { key: 'c' }]);
  },
);

test('every write to a SQLite file waits for the disk, except a transaction that need not', async () => {
  const db = await openTestDatabase('sqlite');
  if (db.native.kind !== 'sqlite') throw new Error('This is not SQLite.');
  const { database } = db.native;
  const level = () => database.pragma('synchronous', { simple: true });
  const [normal, full] = [1, 2];
  const levelOf = (options: { isVolatile?: boolean }) =>
    db.writeTogether(async (_, insert) => {
      void insert(into, [[crypto.randomUUID(), 1, 0]]);
      return level();
    }, options);
  expect(await levelOf({ isVolatile: true })).toBe(normal);
  expect(await levelOf({})).toBe(full);
  expect(await levelOf({ isVolatile: true })).toBe(normal);
  await db.em().execute(`update rate_limits set points = 2`);
  expect(level()).toBe(full);
  expect(await levelOf({ isVolatile: true })).toBe(normal);
  expect(await db.em().transactional(async (em) => [await em.execute('select 1'), level()][1])).toBe(full);
});
