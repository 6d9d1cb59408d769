import { expect, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl, temporaryFolder } from '../../test/databases.ts';
import { fuzz } from './fuzz.ts';

test.each(databaseKinds)('every answer of a short run on %s is as documented', async (kind) => {
  const report = await fuzz({
    folder: temporaryFolder(),
    databaseUrl: await temporaryDatabaseUrl(kind),
    seed: 1,
    numbers: [...Array(800).keys()],
    measured: false,
  });
  const failures = report.failures.map(({ number, reason }) => `request ${number} of seed 1 ${reason}`);
  expect(failures).toEqual([]);
  // A run that is refused at the door finds nothing. Some 20 calls need a password, a code, or an email that is waiting.
  expect(report.statuses[200]).toBeGreaterThan(100);
  expect(report.neverSucceeded.length).toBeLessThan(24);
});
