import { expect, test } from 'vitest';
import { childScript } from '../../test/child-script.ts';
import { temporaryFolder } from '../../test/databases.ts';
import { hasPgbouncer } from '../../test/pgbouncer.ts';
import { failover, watchingChild } from './failover.ts';

test.for([
  { name: 'itself', pooler: false },
  { name: 'behind PgBouncer', pooler: true },
])(
  'PostgreSQL, $name, is killed in the middle of a send: its standby goes on, nobody gets it twice, and no signup is lost',
  async ({ pooler }, { skip }) => {
    skip(pooler && !hasPgbouncer, 'PgBouncer is not installed.');
    const { counts, violations } = await failover({
      folder: temporaryFolder(),
      readers: 600,
      seconds: 240,
      pooler,
      program: await childScript(watchingChild),
    });
    expect(violations).toEqual([]);
    expect(counts['accepted before the failure']).toBeLessThan(600);
    // More than that: anyone who signed up before it began gets it too.
    expect((counts.sent ?? 0) + (counts.unknown ?? 0)).toBeGreaterThanOrEqual(600);
  },
);
