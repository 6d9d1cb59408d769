import { expect, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl, temporaryFolder } from '../../test/databases.ts';
import { fuzz } from './fuzz.ts';

/** Calls that take a password, a code, an address, or the number of something that exists. */
const needsMoreThanChance = new Set([
  ...[
    'setupAdmin',
    'changePassword',
    'endSession',
    'beginSecondFactor',
    'confirmSecondFactor',
    'disableSecondFactor',
    'renewRecoveryCodes',
  ],
  ...['scheduleEmail', 'moveEmail', 'cancelEmail', 'updateEmail', 'exchangeEmails'],
  ...['getDelivery', 'changeDelivery', 'cancelSend'],
  ...['getTemplateVersion', 'restoreTemplate', 'sendTestEmail', 'removeOrigin'],
  ...['describePerson', 'removePerson', 'readOutbox', 'metrics'],
]);

test.each(databaseKinds)('every answer of a short run on %s is as documented', async (kind) => {
  const report = await fuzz({
    folder: temporaryFolder(),
    databaseUrl: await temporaryDatabaseUrl(kind),
    seed: 1,
    numbers: [...Array(1200).keys()],
    measured: false,
  });
  const failures = report.failures.map(({ number, reason }) => `request ${number} of seed 1 ${reason}`);
  expect(failures).toEqual([]);
  // A run whose requests are all refused finds nothing.
  expect(report.statuses[200]).toBeGreaterThan(100);
  expect(report.neverSucceeded.filter((name) => !needsMoreThanChance.has(name)).length).toBeLessThan(6);
});
