import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import type { PassEvent } from '../mail/pass-event.ts';
import { confirmationPolicy } from '../mail/policy.ts';
import { attemptLimits, openAttemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import { readerLinks } from './links.ts';
import { Confirmation } from './reader-tables.ts';
import { heldConfirmations, mailboxOf, sendConfirmations } from './send-confirmations.ts';
import { openSignupStore } from './sign-up.ts';
import { openSuppressions } from './suppressions.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const perHour = attemptLimits.confirmations.points;

async function openConfirmations(kind: DatabaseKind, { perDomain = 1_000_000 } = {}) {
  const database = await openTestDatabase(kind);
  const clock = { now: new Date('2026-07-01T12:00:00Z') };
  const now = () => clock.now;
  const confirmationsPerDomain = { points: perDomain, seconds: 60 * 60 };
  const limits = openAttemptLimits({ database, now }, { confirmationsPerDomain });
  const suppressions = openSuppressions(database);
  const store = openSignupStore({ database, now, limits, suppressions, confirm: 'all' });
  const sent: string[] = [];
  const serviceMail = async () => ({
    send: async ({ to }: { to: string }) => {
      sent.push(to);
      return 'sent' as const;
    },
    links: {},
    sendToReader: async () => ({ kind: 'sent' as const, answer: '' }),
    sendTest: async () => {},
  });
  const deps = {
    database,
    now,
    limits,
    suppressions,
    serviceMail,
    productName: 'Wordrise',
    publicUrl: 'https://words.example',
  };
  const { confirm } = readerLinks({ ...deps, provider: async () => ({}) as never, ownsList: true });
  return {
    clock,
    database,
    sent,
    later: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    async signUp(...emails: string[]) {
      const rows = emails.map((email) => ({ email, firstName: 'Ada', favoriteWord: null, ipAddress: null }));
      await Promise.all(rows.map((row) => store({ row })));
    },
    /** @returns the addresses that were written to, and what the pass said */
    async pass() {
      sent.length = 0;
      const said: string[] = [];
      const onEvent = ({ outcome, message }: PassEvent) => void said.push(`${outcome}: ${message}`);
      await sendConfirmations(deps, { onEvent });
      return { sent: [...sent], said };
    },
    held: () => heldConfirmations(deps),
    async confirm(email: string) {
      const found = await database.em().findOneOrFail(Confirmation, { email });
      expect(await confirm(found.token)).toBeDefined();
    },
  };
}

const many = (count: number, name = 'r') =>
  Array.from({ length: count }, (_, n) => `${name}${String(n).padStart(3, '0')}@example.com`);

describe.each(databaseKinds)('confirmation emails on %s', (kind) => {
  test('reach one mailbox three times a day, whatever is added to its address', async () => {
    const { signUp, pass, later } = await openConfirmations(kind);
    const tagged = Array.from({ length: 20 }, (_, n) => `victim+${n}@gmail.com`);
    await signUp(...tagged, 'v.i.c.tim@gmail.com', 'vic.tim+x@googlemail.com', 'v.ictim@example.com');
    const first = await pass();
    expect(first.sent.filter((email) => /@g/.test(email))).toHaveLength(3);
    expect(first.sent).toContain('v.ictim@example.com');
    later(hour);
    expect((await pass()).sent).toEqual([]);
    later(day);
    const second = await pass();
    expect(second.sent).toHaveLength(3);
    expect(first.sent.filter((email) => second.sent.includes(email))).toEqual([]);
    // A week later it is over.
    for (let n = 0; n < 10; n += 1) {
      later(day);
      await pass();
    }
    later(day);
    expect((await pass()).sent).toEqual([]);
  });

  test('to one domain stop at its own ceiling; other domains do not wait, and none is lost', async () => {
    const { signUp, pass, later, held } = await openConfirmations(kind, { perDomain: 2 });
    const company = ['a@company.example', 'b@company.example', 'c@company.example', 'd@company.example'];
    await signUp(...company);
    later(minute);
    await signUp('ada@home.example', 'bob@other-company.example');
    const first = await pass();
    expect(first.sent.filter((email) => company.includes(email))).toHaveLength(2);
    expect(first.sent).toEqual(expect.arrayContaining(['ada@home.example', 'bob@other-company.example']));
    expect(first.said).toContain(
      'waiting: 2 confirmation emails went to company.example within an hour, which is the limit for one domain. 2 more go out later.',
    );
    expect(await held()).toMatchObject({ waiting: 2, ceiling: 2 });
    later(5 * minute);
    expect((await pass()).sent).toEqual([]);
    later(hour);
    const second = await pass();
    expect([...first.sent, ...second.sent].filter((email) => company.includes(email)).toSorted()).toEqual(
      company,
    );
    expect(await held()).toBeUndefined();
  });

  test('stop at an hourly ceiling; the rest go out later, and the owner hears of it', async () => {
    const { signUp, pass, later, held } = await openConfirmations(kind);
    const all = many(perHour + 20);
    await signUp(...all);
    expect(await held()).toBeUndefined();
    const first = await pass();
    expect(first.sent).toHaveLength(perHour);
    expect(first.said).toEqual([
      `waiting: ${perHour} confirmation emails went out within an hour, which is the limit. 20 more go out later.`,
      `done: ${perHour} readers were asked to confirm`,
    ]);
    expect(await held()).toMatchObject({ waiting: 20, ceiling: perHour });
    later(5 * minute);
    expect((await pass()).sent).toEqual([]);
    later(hour);
    const second = await pass();
    expect([...first.sent, ...second.sent].toSorted()).toEqual(all);
    expect(await held()).toBeUndefined();
  });

  test('two passes at once stay below the ceiling', async () => {
    const { signUp, pass, sent } = await openConfirmations(kind);
    await signUp(...many(perHour + 20));
    await Promise.all([pass(), pass(), pass()]);
    expect(sent).toHaveLength(perHour);
    expect(new Set(sent).size).toBe(perHour);
  });

  test('may go out faster as readers confirm', async () => {
    const { signUp, pass, confirm, later } = await openConfirmations(kind);
    await signUp(...many(perHour + 100));
    const { sent } = await pass();
    for (const email of sent.slice(0, 10)) await confirm(email);
    later(5 * minute);
    expect((await pass()).sent).toHaveLength(10 * confirmationPolicy.morePerConfirmed);
  });

  test('that wait longer than a link is valid still go out, and the link still works', async () => {
    const { signUp, pass, confirm, later } = await openConfirmations(kind);
    await signUp(...many(perHour, 'a'));
    await pass();
    await signUp('late@example.com');
    await pass();
    later(confirmationPolicy.validMs + hour);
    expect((await pass()).sent).toEqual(['late@example.com']);
    later(confirmationPolicy.validMs - hour);
    await pass();
    await confirm('late@example.com');
  });
});

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['ada+news@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['a.da@example.com', 'a.da@example.com'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['a.da@googlemail.com', 'ada@gmail.com'],
  ['+ada@example.com', '+ada@example.com'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
