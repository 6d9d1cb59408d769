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
