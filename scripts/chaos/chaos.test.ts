import { expect, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl, temporaryFolder } from '../../test/databases.ts';
import { chaos } from './chaos.ts';

test.each(databaseKinds)('nothing is doubled, lost, stuck or orphaned in a short run on %s', async (kind) => {
  const folder = temporaryFolder();
  const databaseUrl = await temporaryDatabaseUrl(kind);
  const { violations } = await chaos({ folder, databaseUrl, seed: 1, seconds: 20 });
  expect(violations).toEqual([]);
});
