import { expect, test } from 'vitest';
import { childScript } from '../../test/child-script.ts';
import { databaseKinds, temporaryFolder } from '../../test/databases.ts';
import { migratedDatabaseUrl } from '../../test/migrated-database.ts';
import { killSending, sendingChild } from './kill-sending.ts';
import { compareSend, type SendBooks } from './send-books.ts';

const servers = [undefined, 'failover', 'groups'] as const;

test.each(databaseKinds.flatMap((kind) => servers.map((second) => [kind, second] as const)))(
  'an email whose processes are killed at random reaches nobody twice, leaves nobody out and few without an answer, on %s, with a second server for %s',
  async (kind, second) => {
    const { killed, counts, violations } = await killSending({
      folder: temporaryFolder(),
      databaseUrl: await migratedDatabaseUrl(kind),
      readers: 300,
      kills: 10,
      seconds: 600,
      seed: 1,
      second,
      program: await childScript(sendingChild),
    });
    expect(violations).toEqual([]);
    expect(killed).toBeGreaterThan(4);
    const { sent = 0, failed = 0, unknown = 0, declined = 0 } = counts;
    expect(declined).toBeGreaterThan(0);
    if (second) expect(counts['accepted by the second server']).toBeGreaterThan(0);
    expect(sent + failed + unknown).toBeGreaterThanOrEqual(300 - declined);
  },
);

test.each(databaseKinds)(
  'an email of a warm-up reaches the readers who confirmed longest ago and nobody else, whichever process is killed, on %s',
  async (kind) => {
    const { killed, counts, violations } = await killSending({
      folder: temporaryFolder(),
      databaseUrl: await migratedDatabaseUrl(kind),
      readers: 400,
      warmUp: 200,
      kills: 8,
      seconds: 600,
      seed: 2,
      program: await childScript(sendingChild),
    });
    expect(violations).toEqual([]);
    expect(killed).toBeGreaterThan(3);
    const { sent = 0, failed = 0, unknown = 0, declined = 0 } = counts;
    expect(sent + failed + unknown).toBeGreaterThanOrEqual(200 - declined);
    expect(sent + failed + unknown).toBeLessThanOrEqual(200);
  },
);

test.each<[string, Partial<SendBooks>, string]>([
  ['accepted twice', { accepted: ['ada@example.com', 'ada@example.com'] }, 'twice: '],
  ['sent only in our books', { accepted: [] }, 'missing: '],
  ['still on its way', { states: new Map([['ada@example.com', 'sending']]) }, 'missing: '],
  ['accepted but queued here', { states: new Map([['ada@example.com', 'queued']]) }, 'wrong: '],
  ['accepted for a stranger', { accepted: ['ada@example.com', 'eve@example.com'] }, 'wrong: '],
  ['failed without a reason', { states: new Map([['ada@example.com', 'failed']]) }, 'wrong: '],
  ['without an answer too often', { states: new Map([['ada@example.com', 'unknown']]) }, 'unknown: '],
  [
    'left out',
    { accepted: [], states: new Map(), totals: { recipients: 0, sent: 0, failed: 0, unknown: 0 } },
    'missing: ',
  ],
  ['counted wrong', { totals: { recipients: 1, sent: 2, failed: 0, unknown: 0 } }, 'wrong: '],
])('an email that is %s is found', (_, change, line) => {
  const books: SendBooks = {
    accepted: ['ada@example.com'],
    states: new Map([['ada@example.com', 'sent']]),
    totals: { recipients: 1, sent: 1, failed: 0, unknown: 0 },
    wanted: new Set(['ada@example.com']),
    mostUnknown: 0,
  };
  expect(compareSend(books)).toEqual([]);
  expect(compareSend({ ...books, ...change }).some((found) => found.startsWith(line))).toBe(true);
});
