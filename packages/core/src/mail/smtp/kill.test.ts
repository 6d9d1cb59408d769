import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { killSending } from '../../../../../test/kill-sending.ts';

// A longer run: see docs/testing.md.
const {
  READERS = '300',
  KILLS = '10',
  SECONDS = '600',
  SEED = '1',
  DATABASES = databaseKinds.join(),
} = process.env;
const kinds = databaseKinds.filter((kind) => DATABASES.includes(kind));

describe.each(kinds)('an email whose processes are killed at random, on %s', (kind) => {
  test('reaches nobody twice and leaves nobody out, and few without an answer', async () => {
    const readers = Number(READERS);
    const limits = { kills: Number(KILLS), seconds: Number(SECONDS), seed: Number(SEED) };
    const { killed, accepted, inState, faults, inFlight, send } = await killSending({
      kind,
      readers,
      ...limits,
    });
    const [sent, failed, unknown] = [inState('sent'), inState('failed'), inState('unknown')];
    const counts = { sent: sent.length, failed: failed.length, unknown: unknown.length };
    if (readers > 300)
      console.log({ kind, readers, killed, accepted: accepted.length, ...counts, ...faults });

    const got = new Set(accepted);
    expect(killed).toBeGreaterThan(4);
    expect(accepted).toHaveLength(got.size);
    // Whoever we say got it did, and whoever got it is sent or unknown.
    expect(sent.filter((email) => !got.has(email))).toEqual([]);
    expect(accepted.filter((email) => !sent.includes(email) && !unknown.includes(email))).toEqual([]);
    expect(failed.filter((email) => !email.startsWith('gone'))).toEqual([]);
    expect(sent.length + failed.length + unknown.length).toBe(readers);
    const dropped = (faults['dropped before the end'] ?? 0) + (faults['dropped after the end'] ?? 0);
    expect(unknown.length).toBeLessThanOrEqual(killed * inFlight + dropped);
    expect(send).toMatchObject({ recipients: readers, ...counts });
  });
});
