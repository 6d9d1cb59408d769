import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl, temporaryFolder } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { signupInputFor } from '../contract/signups.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { attemptLimits, openAttemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { openWordrise } from '../wordrise.ts';
import type { BotVerdict } from './bot-check.ts';
import { forgetUnusedConsents } from './consent.ts';
import { countReaders, listReaders } from './list-readers.ts';
import { Consent, Registration } from './reader-tables.ts';
import { openSignupStore, signUp } from './sign-up.ts';
import { openSuppressions } from './suppressions.ts';

const reader = signupInputFor.required.parse({
  email: ' Reader@Example.COM ',
  firstName: ' Ada ',
  favoriteWord: '',
});
const privacy = { version: 'v1', text: '# Privacy' };
const from = (address: string) => ({ address });

async function signupDeps(db: OpenDatabase, verdict?: BotVerdict) {
  return (now = new Date('2026-07-01T12:00:00Z')) => {
    const deps = { database: db, now: () => now };
    const limits = openAttemptLimits(deps);
    const store = openSignupStore({ ...deps, limits, suppressions: openSuppressions(deps.database) });
    return {
      store,
      limits,
      blockedDomains: { blocked: ['spam.example'], refusesDisposable: true },
      firstName: 'required' as const,
      botCheck: verdict && { verify: async () => verdict },
      confirms: false,
      keepAddress: true,
      keepZone: true,
      privacy: async () => privacy,
    };
  };
}

describe.each(databaseKinds)('a signup on %s', (kind) => {
  test('is stored once; a repeat answers the same and changes nothing', async () => {
    const db = await openTestDatabase(kind);
    const deps = await signupDeps(db);
    const first = await signUp(deps(), reader, from('192.0.2.1'));
    const again = await signUp(deps(), { ...reader, firstName: 'Mallory' }, from('192.0.2.2'));
    expect(again).toEqual(first);
    const rows = await db.em().find(Registration, {});
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      email: 'reader@example.com',
      firstName: 'Ada',
      favoriteWord: null,
      ipAddress: '192.0.2.1',
      status: 'waiting',
    });
  });

  test('is checked and normalized without the form, too', async () => {
    const DATABASE_URL = await temporaryDatabaseUrl(kind);
    const config = loadConfig({ NODE_ENV: 'test', DATABASE_URL, DATA_DIR: temporaryFolder() });
    const { readers, close } = await openWordrise(config, { bcryptCost: 4 });
    onTestFinished(close);
    for (const email of ['Bob@Example.com', 'bob@example.com', ' bob@example.com '])
      await readers.signUp({ email, firstName: ' Bob ' });
    const noName = 'First name is required';
    const noAddress = 'Please enter a valid email address';
    await expect(readers.signUp({ email: 'not an address' })).rejects.toMatchObject({
      name: 'DomainError',
      code: 'input.invalid',
      message: noAddress,
      fields: { email: [noAddress], firstName: [noName] },
    });
    await expect(readers.signUp({ email: 'ada@example.com' })).rejects.toMatchObject({ message: noName });
    await expect(readers.signUp({} as never)).rejects.toMatchObject({ code: 'input.invalid' });
    await expect(readers.signUp(undefined as never)).rejects.toMatchObject({ code: 'input.invalid' });
    expect((await readers.count()).total).toBe(1);
    const stored = { email: 'bob@example.com', firstName: 'Bob' };
    expect(await readers.find(' BOB@Example.com')).toMatchObject(stored);
    expect(await readers.describe('Bob@example.COM ')).toMatchObject(stored);
    await readers.remove(' Bob@Example.com');
    expect((await readers.count()).total).toBe(0);
  });

  test.each(['ada@spam.example', 'ada@mail.spam.example', 'ada@mailinator.com'])(
    'of %s is refused, because of its domain',
    async (email) => {
      const db = await openTestDatabase(kind);
      const deps = await signupDeps(db);
      await expect(signUp(deps(), { ...reader, email }, from('192.0.2.1'))).rejects.toMatchObject({
        code: 'signup.blocked_domain',
      });
      await signUp(deps(), { ...reader, email: 'ada@notspam.example' }, from('192.0.2.1'));
      expect(await db.em().count(Registration)).toBe(1);
    },
  );

  test.each([
    { timezone: 'europe/berlin', keepZone: true, stored: 'Europe/Berlin' },
    { timezone: 'Mars/Olympus', keepZone: true, stored: null },
    { timezone: '+02:00', keepZone: true, stored: null },
    { timezone: 'x'.repeat(5000), keepZone: true, stored: null },
    { timezone: 'Europe/Berlin', keepZone: false, stored: null },
  ])('from $timezone is never lost, and keeps the zone that is known ($stored)', async (given) => {
    const db = await openTestDatabase(kind);
    const deps = { ...(await signupDeps(db))(), keepZone: given.keepZone };
    const input = signupInputFor.required.parse({ ...reader, timezone: given.timezone });
    await signUp(deps, input, from('192.0.2.1'));
    const [stored] = await db.em().find(Registration, {});
    expect(stored?.timezone ?? null).toBe(given.stored);
  });

  test('again does not change the zone that a reader has', async () => {
    const db = await openTestDatabase(kind);
    const deps = (await signupDeps(db))();
    await signUp(deps, { ...reader, timezone: 'Europe/Berlin' }, from('192.0.2.1'));
    await db.em().nativeUpdate(Registration, {}, { timezone: 'Asia/Tokyo', status: 'unsubscribed' });
    await signUp(deps, { ...reader, timezone: 'Europe/Paris' }, from('192.0.2.1'));
    expect(await db.em().find(Registration, {})).toMatchObject([{ timezone: 'Asia/Tokyo' }]);
  });

  test('keeps what the form and the privacy page said, each text once', async () => {
    const db = await openTestDatabase(kind);
    const deps = (await signupDeps(db))();
    const say = (email: string, consent?: string, version = 'v1') =>
      signUp(
        { ...deps, privacy: async () => ({ ...privacy, version }) },
        { ...reader, email, consent },
        from('192.0.2.1'),
      );
    await Promise.all([
      say('a@example.com', 'I agree.'),
      say('b@example.com', 'I agree.'),
      say('c@example.com'),
    ]);
    await say('d@example.com', 'I agree.', 'v2');
    // Until the address is confirmed, the latest signup counts; here it is, so nothing changes.
    await say('a@example.com', 'Something else.');
    const readers = await db.em().find(Registration, {}, { orderBy: { email: 'asc' } });
    const texts = new Map((await db.em().find(Consent, {})).map((row) => [row.key, row]));
    expect(readers.map(({ consentKey }) => texts.get(`${consentKey}`))).toMatchObject([
      { text: 'I agree.', privacyVersion: 'v1', privacyText: '# Privacy' },
      { text: 'I agree.', privacyVersion: 'v1' },
      { text: '', privacyVersion: 'v1' },
      { text: 'I agree.', privacyVersion: 'v2' },
    ]);
    expect(texts.size).toBe(4);
    const forget = () => db.em().transactional((em) => forgetUnusedConsents(db, em));
    await forget();
    const left = async () =>
      (await db.em().find(Consent, {})).map(({ text, privacyVersion }) => [text, privacyVersion]);
    expect((await left()).sort()).toEqual([
      ['', 'v1'],
      ['I agree.', 'v1'],
      ['I agree.', 'v2'],
    ]);
    await db.em().nativeDelete(Registration, { email: { $in: ['b@example.com', 'd@example.com'] } });
    await forget();
    expect((await left()).sort()).toEqual([
      ['', 'v1'],
      ['I agree.', 'v1'],
    ]);
  });

  test('and the removal of the last reader with a text at the same time never lose the text', async () => {
    const db = await openTestDatabase(kind);
    const deps = (await signupDeps(db))();
    for (let n = 0; n < 10; n += 1) {
      const consent = `Text ${n}`;
      await signUp(deps, { ...reader, email: `old${n}@example.com`, consent }, from(`192.0.2.${n}`));
      const removing = db.em().transactional(async (em) => {
        await em.nativeDelete(Registration, { email: `old${n}@example.com` });
        await forgetUnusedConsents(db, em);
      });
      const signing = signUp(
        deps,
        { ...reader, email: `new${n}@example.com`, consent },
        from(`192.0.2.${n}`),
      );
      await Promise.all([removing, signing]);
    }
    const keys = (await db.em().find(Consent, {})).map(({ key }) => key).sort();
    const used = (await db.em().find(Registration, {})).map(({ consentKey }) => consentKey).sort();
    expect(used).toHaveLength(10);
    expect(keys).toEqual(used);
  });

  test('repeated with one address at the same time is stored once', async () => {
    const db = await openTestDatabase(kind);
    const deps = await signupDeps(db);
    await Promise.all(Array.from({ length: 8 }, (_, n) => signUp(deps(), reader, from(`192.0.2.${n}`))));
    expect(await db.em().count(Registration)).toBe(1);
  });

  test('with the honeypot filled in answers the same and stores nothing', async () => {
    const db = await openTestDatabase(kind);
    const deps = await signupDeps(db);
    const honest = await signUp(deps(), reader, from('192.0.2.1'));
    const bot = { ...reader, email: 'bot@example.com', website: 'http://spam.example' };
    expect(await signUp(deps(), bot, from('192.0.2.1'))).toEqual(honest);
    expect(await db.em().count(Registration)).toBe(1);
  });

  test.each([
    { verdict: { outcome: 'rejected', reason: 'score 0.1' } as const, code: 'bot_check.rejected' },
    { verdict: { outcome: 'unavailable', reason: 'no answer' } as const, code: 'bot_check.unreachable' },
  ])('is refused if the bot check says $verdict.outcome', async ({ verdict, code }) => {
    const db = await openTestDatabase(kind);
    const deps = await signupDeps(db, verdict);
    await expect(signUp(deps(), reader, from('192.0.2.1'))).rejects.toMatchObject({ code });
    expect(await db.em().count(Registration)).toBe(0);
  });

  test('is limited per address', async () => {
    const db = await openTestDatabase(kind);
    const deps = await signupDeps(db);
    const { points } = attemptLimits.signupPerAddress;
    for (let n = 0; n < points; n += 1) {
      await signUp(deps(), { ...reader, email: `r${n}@example.com` }, from('192.0.2.1'));
    }
    const over = { code: 'limit.too_many', retryAfterSeconds: expect.any(Number) };
    await expect(signUp(deps(), reader, from('192.0.2.1'))).rejects.toMatchObject(over);
    await signUp(deps(), reader, from('192.0.2.2'));
    expect(await db.em().count(Registration)).toBe(points + 1);
  });

  test('is found by part of its address, taken literally', async () => {
    const db = await openTestDatabase(kind);
    const deps = await signupDeps(db);
    for (const email of ['a_b@example.com', 'axb@example.com', 'zoe@example.org']) {
      await signUp(deps(), { ...reader, email }, from('192.0.2.1'));
    }
    const found = async (search: string) =>
      (
        await listReaders(
          { database: db, now: () => new Date('2026-12-01T12:00:00Z'), timezone: 'UTC' },
          { page: 1, limit: 10, search },
        )
      ).readers.map(({ email }) => email);
    expect(await found('A_B')).toEqual(['a_b@example.com']);
    expect(await found('example.com')).toEqual(['axb@example.com', 'a_b@example.com']);
    expect(await found('%')).toEqual([]);
    expect(await found('')).toHaveLength(3);
  });

  test('counts on its day in the time zone', async () => {
    const db = await openTestDatabase(kind);
    const deps = await signupDeps(db);
    const times = [
      '2026-07-01T03:59:00Z',
      '2026-07-01T04:01:00Z',
      '2026-06-30T12:00:00Z',
      '2026-05-01T12:00:00Z',
    ];
    for (const [n, time] of times.entries()) {
      await signUp(deps(new Date(time)), { ...reader, email: `r${n}@example.com` }, from('192.0.2.1'));
    }
    const now = () => new Date('2026-07-01T12:00:00Z');
    const { total, perDay } = await countReaders({ database: db, now, timezone: 'America/New_York' });
    expect(total).toBe(4);
    expect(perDay).toHaveLength(30);
    expect(perDay.slice(-2)).toEqual([
      { day: '2026-06-30', count: 2 },
      { day: '2026-07-01', count: 1 },
    ]);
  });
});

test.each([
  { why: 'no address', input: { firstName: 'Ada' }, message: 'Please enter a valid email address' },
  {
    why: 'half an address',
    input: { email: 'ada@', firstName: 'Ada' },
    message: 'Please enter a valid email address',
  },
  {
    why: 'a wildcard, which the provider would search with',
    input: { email: '*@example.com', firstName: 'Ada' },
    message: 'Please enter a valid email address',
  },
  {
    why: 'a line break',
    input: { email: 'a@example.com\nBcc: b@example.com', firstName: 'Ada' },
    message: 'Please enter a valid email address',
  },
  { why: 'no name', input: { email: 'ada@example.com', firstName: '  ' }, message: 'First name is required' },
])('$why is refused', ({ input, message }) => {
  expect(signupInputFor.required.safeParse(input).error?.issues.map((issue) => issue.message)).toContain(
    message,
  );
});
