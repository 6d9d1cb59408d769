import { expect, test } from 'vitest';
import {
  type DatabaseKind,
  databaseKinds,
  temporaryDatabaseUrl,
  temporaryFolder,
} from '../../test/databases.ts';
import { type FuzzReport, fuzz } from './fuzz.ts';

/**
 * Calls that take a password, a code, an address, a file with named columns, or the number or version of something that exists, and
 * the challenge, which a server without a bot check does not offer.
 */
const needsMoreThanChance = new Set([
  'challenge',
  'fixWord',
  'setupAdmin',
  'changePassword',
  'endSession',
  'beginSecondFactor',
  'confirmSecondFactor',
  'disableSecondFactor',
  'renewRecoveryCodes',
  'getWord',
  'scheduleEmail',
  'moveEmail',
  'cancelEmail',
  'updateEmail',
  'exchangeEmails',
  'restoreEmail',
  'getEmailContent',
  'getDelivery',
  'listRecipients',
  'listProblems',
  'swapWord',
  'changeDelivery',
  'changeWeeklyEmail',
  'cancelSend',
  'getTemplateVersion',
  'restoreTemplate',
  'sendTestEmail',
  'uploadLogo',
  'uploadRecording',
  'removeRecording',
  'removeOrigin',
  'describeReader',
  'removePerson',
  'removeReaders',
  'getReaderImport',
  'checkReaderImport',
  'startReaderImport',
  'refusedReaders',
  'stopReaderImport',
  'deleteReaderImport',
  'deleteLeavingText',
  'getTheme',
  'editTheme',
  'scheduleTheme',
  'removeTheme',
  'uploadThemes',
  'uploadRecording',
  'removeRecording',
  'readOutbox',
  'metrics',
  'savePrivacy',
]);

test(`every answer of short runs on ${databaseKinds.join(' and ')} is as documented`, async () => {
  // Both at once: part of a run is waiting, for the server and for requests that never end.
  const reports = await Promise.all(databaseKinds.map(fuzzShortly));
  for (const { failures, statuses, neverSucceeded } of reports) {
    expect(failures.map(({ number, reason }) => `request ${number} of seed 1 ${reason}`)).toEqual([]);
    // A run whose requests are all refused finds nothing.
    expect(statuses[200]).toBeGreaterThan(100);
    const unlucky = neverSucceeded.filter((name) => !needsMoreThanChance.has(name));
    expect(unlucky.length, unlucky.join(', ')).toBeLessThan(6);
  }
});

async function fuzzShortly(kind: DatabaseKind): Promise<FuzzReport> {
  return fuzz({
    folder: temporaryFolder(),
    databaseUrl: await temporaryDatabaseUrl(kind),
    seed: 1,
    numbers: [...Array(2000).keys()],
    measured: false,
  });
}
