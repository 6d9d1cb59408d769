import { expect, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl, temporaryFolder } from '../../test/databases.ts';
import { chaos } from './chaos.ts';

test(`nothing is doubled, lost, stuck or orphaned in short runs on ${databaseKinds.join(' and ')}`, async () => {
  // Both at once: much of a run is waiting, for processes to start and for their pauses.
  const runs = databaseKinds.map(async (kind) => {
    const folder = temporaryFolder();
    const databaseUrl = await temporaryDatabaseUrl(kind);
    const { violations } = await chaos({ folder, databaseUrl, seed: 1, seconds: 20 });
    return { kind, violations };
  });
  expect(await Promise.all(runs)).toEqual(databaseKinds.map((kind) => ({ kind, violations: [] })));
});
