import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl, temporaryFolder } from '../../../../test/databases.ts';
import { aWord } from '../../../../test/words.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { openWordrise } from '../wordrise.ts';
import { type RelayFault, relayRow, startRelay } from './http-relay.testing.ts';

describe.each(databaseKinds)('a provider that is one row and its own client, on %s', (kind) => {
  test('sends to each reader exactly once, from two processes, through faults', async () => {
    const clock = { now: new Date('2026-12-01T12:00:00Z') };
    const faults = new Map<string, RelayFault>([
      ['reader3@example.com', 429],
      ['reader7@example.com', 500],
      ['reader11@example.com', 'silence'],
    ]);
    const relay = await startRelay((to) => {
      const fault = faults.get(to);
      faults.delete(to);
      return fault;
    });
    onTestFinished(relay.close);
    const config = loadConfig({
      DATABASE_URL: await temporaryDatabaseUrl(kind),
      DATA_DIR: temporaryFolder(),
      SESSION_SECRET: 'x'.repeat(32),
      EMAIL_PROVIDER: 'smtp-sandbox',
      CONFIRM_SIGNUPS: 'off',
      PUBLIC_URL: 'https://words.example',
    });
    const open = async () => {
      const overrides = { now: () => clock.now, providerRow: relayRow(relay.url), bcryptCost: 4 };
      const wordrise = await openWordrise(config, overrides);
      onTestFinished(wordrise.close);
      return wordrise;
    };
    const [one, other] = [await open(), await open()];
    const readers = Array.from({ length: 40 }, (_, nth) => `reader${nth}@example.com`);
    for (const [nth, email] of readers.entries()) {
      await one.readers.signUp(
        { email, firstName: 'Ada', favoriteWord: undefined },
        { address: `192.0.${nth}.1` },
      );
    }
    await one.processor.runPass();
    const { id: wordId } = await one.words.add(aWord({ word: 'petrichor' }));
    const { id } = await one.schedule.add({
      wordId,
      scheduledDate: '2026-12-01T13:00:00Z',
      status: 'pending',
    });
    clock.now = new Date('2026-12-01T13:00:00Z');
    for (let passes = 0; passes < 4; passes += 1) {
      await Promise.all([one.processor.runPass(), other.processor.runPass()]);
      clock.now = new Date(clock.now.getTime() + 10 * 60_000);
    }
    expect(relay.accepted.toSorted()).toEqual(readers.toSorted());
    expect(await one.schedule.delivery(id)).toMatchObject({
      scheduled_emails: { status: 'sent' },
      progress: { recipients: 40, sent: 39, unknown: 1, failed: 0 },
    });
    expect(await one.schedule.doubts()).toMatchObject([{ word: 'petrichor', readers: 1 }]);
    const { checks } = await one.mail.examine();
    expect({ facts: one.mail.facts.label, checks }).toEqual({ facts: 'Relay', checks: [] });
    expect((await one.privacy.get()).content).toContain('A relay passes our emails on.');
  });
});
