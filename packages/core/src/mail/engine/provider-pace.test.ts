import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { startScript } from '../../../../../test/child-script.ts';
import { databaseKinds, temporaryFolder } from '../../../../../test/databases.ts';
import { eventually } from '../../../../../test/eventually.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { statement } from '../../../../../test/statement.ts';
import type { Instant } from '../../platform/database/query.ts';
import type { DnsResolver } from '../dns/resolver.ts';
import type { SmtpFault } from '../sandbox/smtp-server.ts';

const minute = 60_000;
const tooMuch = '4.7.28 Our system has detected an unusual rate of mail';
const asksForLess: SmtpFault = { at: 'rcpt', code: 421, text: tooMuch };

/** An email that is due, to readers at domains in turn. */
async function openDue(
  kind: (typeof databaseKinds)[number],
  domains: readonly string[],
  { each = 30, ...given }: Parameters<typeof openTestSending>[1] & { each?: number } = {},
) {
  const sending = await openTestSending(kind, given);
  const { givenReaders, schedule, later, setFault, received } = sending;
  for (let nth = 0; nth < each; nth += 1)
    for (const domain of domains) await givenReaders(1, `reader${nth}-`, domain);
  await schedule(1000);
  later(1000);
  const tries = new Set<string>();
  return {
    ...sending,
    /** These domains ask for less. */
    slow: (slow: readonly string[], fault: SmtpFault = asksForLess) =>
      setFault(({ at, to = '' }) => {
        const domain = to.slice(to.indexOf('@') + 1);
        if (at === 'rcpt') tries.add(to);
        return slow.includes(domain) ? fault : undefined;
      }),
    /** Addresses that were tried since the last call. The connection may try one again that the server closed. */
    tried() {
      const tried = [...tries];
      tries.clear();
      return tried;
    },
    receivedAt: (domain: string) => received.filter(({ to }) => to.endsWith(`@${domain}`)).length,
    progress: () => sending.provider.deliveries.progress('1'),
  };
}

/** Answers with these mail servers. */
function dnsWith(hosts: Record<string, string>): DnsResolver {
  const none = () => Promise.resolve([]);
  return {
    resolveTxt: none,
    resolve4: none,
    resolve6: none,
    resolveMx: async (domain) => (hosts[domain] ? [{ exchange: hosts[domain] }] : []),
  };
}

describe.each(databaseKinds)('mailbox providers on %s', (kind) => {
  test('one that asks for less waits, and slows nobody else down', async () => {
    const sending = await openDue(kind, ['gmail.com', 'example.com']);
    const { slow, pass, tried, receivedAt, states, later, received, progress, provider, db, now } = sending;
    slow(['gmail.com']);
    await pass();
    expect(receivedAt('example.com')).toBe(30);
    // Those that were on their way already.
    expect(tried().filter((to) => to.endsWith('@gmail.com')).length).toBeLessThan(20);
    expect(await states()).toEqual({ sent: 30, deferred: 30 });
    expect(await provider.deliveries.isDue()).toBe(false);
    // Their ranges are not looked at before the first of them is due.
    const ranges = await db.read(
      statement<{ next: Instant; first: Instant }>(
        `select min(next_at) as next, (select min(due_at) from deliveries where state = 'deferred') as first
          from smtp_ranges where worker is null and next_at is not null`,
      ),
    );
    expect(ranges.map(({ next }) => new Date(next))).toEqual(ranges.map(({ first }) => new Date(first)));
    expect(new Date(ranges[0]?.next ?? 0).getTime()).toBeGreaterThan(now().getTime());
    expect((await progress())?.providers).toEqual([
      { name: 'Google', sent: 0, waiting: 30, until: expect.any(String), reason: `421 ${tooMuch}` },
      { name: '', sent: 30, waiting: 0, until: null, reason: null },
    ]);
    // Another try after 30 seconds, with one email, and then not for longer.
    later(40_000);
    await pass();
    expect(tried()).toHaveLength(1);
    later(40_000);
    await pass();
    expect(tried()).toEqual([]);
    slow([]);
    for (let minutes = 0; minutes < 30 && received.length < 60; minutes += 1) {
      later(minute);
      await pass();
    }
    expect(await states()).toEqual({ sent: 60 });
    expect(new Set(received.map(({ to }) => to)).size).toBe(60);
    // None of this was the reader's or the email's fault. One may have met only connections that the server was closing.
    const [row] = await db.read(statement<{ most: number }>('select max(attempts) as most from deliveries'));
    expect(Number(row?.most)).toBeLessThanOrEqual(2);
  });

  test('one that takes mail again gets all of it, those that wait for others too', async () => {
    const { slow, pass, later, states, setFault } = await openDue(kind, ['gmail.com'], { each: 120 });
    slow(['gmail.com']);
    await pass();
    // Each takes a moment, so that as many as may are on their way, and others wait for them.
    setFault(({ at }) => (at === 'data' ? { slowMs: 50 } : undefined));
    for (let passes = 0; passes < 20 && (await states()).sent !== 120; passes += 1) {
      later(10 * minute);
      await pass();
    }
    expect(await states()).toEqual({ sent: 120 });
  });

  test.each([
    { carries: 'failover' as const, slowAt: 'first' as const },
    { carries: ['Google'], slowAt: 'second' as const },
  ])('with two mail servers too, by $carries', async ({ carries, slowAt }) => {
    const dns = dnsWith({ 'a.example': 'aspmx.l.google.com', 'b.example': 'mx.b.example' });
    const sending = await openDue(kind, ['gmail.com', 'a.example', 'b.example', 'example.com'], {
      second: { carries },
      dns,
    });
    const { pass, states, later, first, second, provider } = sending;
    if (!second) throw new Error('There is no second server.');
    const server = slowAt === 'first' ? first : second;
    let isSlow = true;
    const tried = new Set<string>();
    server.setFault(({ at, to = '' }) => {
      if (at !== 'rcpt' || !isSlow || !/@(gmail\.com|a\.example)$/.test(to)) return undefined;
      tried.add(to);
      return asksForLess;
    });
    const receivedAt = (domain: string) =>
      [...first.received, ...second.received].filter(({ to }) => to.endsWith(`@${domain}`)).length;
    await pass();
    // By group, who is with Google is only known once DNS has answered; until then, they are readers of the first server.
    const elsewhere = receivedAt('a.example');
    for (
      let passes = 0;
      passes < 5 && receivedAt('b.example') + receivedAt('example.com') < 60;
      passes += 1
    ) {
      later(2000);
      await pass();
    }
    expect([receivedAt('b.example'), receivedAt('example.com')]).toEqual([30, 30]);
    expect(receivedAt('gmail.com')).toBe(0);
    if (carries === 'failover') expect(elsewhere).toBe(0);
    expect(tried.size).toBeLessThan(30);
    // Neither server is slowed down, and what one says about a provider does not send its readers through the other.
    expect((await provider.deliveries.relays()).map(({ until, outSince }) => until ?? outSince)).toEqual([
      undefined,
      undefined,
    ]);
    if (carries === 'failover') expect(second.received).toEqual([]);
    isSlow = false;
    for (let minutes = 0; minutes < 40 && Object.keys(await states()).length > 1; minutes += 1) {
      later(minute);
      await pass();
    }
    expect(await states()).toEqual({ sent: 120 });
    const everyone = [...first.received, ...second.received].map(({ to }) => to);
    expect(new Set(everyone).size).toBe(everyone.length);
  });

  test('three that ask for less, while nobody accepts anything, are the relay itself', async () => {
    const { slow, pass, provider, states, later, db } = await openDue(
      kind,
      ['gmail.com', 'outlook.com', 'example.com', 'example.org'],
      { each: 10 },
    );
    slow(['gmail.com', 'outlook.com', 'example.com', 'example.org']);
    await pass();
    expect(await provider.deliveries.isDue()).toBe(false);
    expect(await db.read(statement('select name from provider_backoffs'))).toEqual([{ name: 'smtp' }]);
    slow([]);
    for (let minutes = 0; minutes < 10; minutes += 1) {
      later(minute);
      await pass();
    }
    expect(await states()).toEqual({ sent: 40 });
  });

  test('domains on the same mail servers belong together, once one of them is slow', async () => {
    const dns = dnsWith({ 'a.example': 'mx1.host.example', 'b.example': 'mx2.host.example' });
    const { slow, pass, tried, later, db, progress } = await openDue(
      kind,
      ['a.example', 'b.example', 'c.example'],
      { each: 4, dns },
    );
    slow(['a.example'], { at: 'rcpt', code: 451, text: '4.7.1 Rate limit exceeded' });
    await pass();
    tried();
    // The next pass finds out.
    later(40_000);
    await pass();
    const providers = statement<{ domain: string; provider: string }>(
      "select domain, provider from mailbox_domains where provider = 'host.example' order by domain",
    );
    await eventually(async () => {
      later(10 * minute);
      await pass();
      expect(await db.read(providers)).toContainEqual({ domain: 'a.example', provider: 'host.example' });
    });
    expect((await progress())?.providers.find(({ waiting }) => waiting > 0)).toMatchObject({
      reason: '451 4.7.1 Rate limit exceeded',
    });
  });

  test.each([
    ['fails', () => Promise.reject(new Error('SERVFAIL'))],
    ['never answers', () => new Promise<never>(() => {})],
  ])('a DNS that %s stops nothing', async (_, resolveMx) => {
    const dns = { ...dnsWith({}), resolveMx };
    const { slow, pass, states, receivedAt, later } = await openDue(kind, ['a.example', 'b.example'], {
      each: 5,
      dns,
    });
    slow(['a.example']);
    await pass();
    later(40_000);
    await pass();
    expect(receivedAt('b.example')).toBe(5);
    slow([]);
    for (let minutes = 0; minutes < 30; minutes += 1) {
      later(minute);
      await pass();
    }
    expect(await states()).toEqual({ sent: 10 });
  });

  test('another process learns who is slow', async () => {
    const { slow, pass, tried, openProvider, schedule, later } = await openDue(kind, ['gmail.com'], {
      each: 5,
    });
    slow(['gmail.com']);
    await pass();
    tried();
    await schedule(1000);
    later(1000);
    await pass(openProvider());
    expect(tried()).toEqual([]);
  });

  test('their numbers add up to all that was accepted: during a send, and after it was killed', async () => {
    const sending = await openTestSending(kind);
    const { db, clock, server, provider, schedule, givenReaders, setFault, pass } = sending;
    clock.now = new Date(Date.now() - minute);
    for (const domain of ['gmail.com', 'example.com']) await givenReaders(60, 'reader', domain);
    await schedule(1000);
    const isLast = (to: string) => to === 'reader59@example.com';
    setFault(({ at, to = '' }) => (at !== 'data' ? undefined : isLast(to) ? 'withheld' : { slowMs: 50 }));
    const child = await startScript('alerts.child.ts', {
      DATABASE_URL: db.url,
      DATA_DIR: temporaryFolder(),
      SESSION_SECRET: 'x'.repeat(32),
      EMAIL_PROVIDER: 'smtp',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: `${server.port}`,
      SMTP_SECURITY: 'none',
      SMTP_CONNECTIONS: '3',
      MAIL_FROM: 'word@example.com',
      POSTAL_ADDRESS: '1 Sample Street',
    });
    // Two that were answered last may not be recorded, and are unknown after the kill.
    const nearlyAll = { sent: expect.toSatisfy((sent) => sent > 115), names: ['Google', ''] };
    async function added() {
      const { sent = 0, providers = [] } = (await provider.deliveries.progress('1')) ?? {};
      if (providers.length > 0) expect(providers.reduce((sum, one) => sum + one.sent, 0)).toBe(sent);
      return { sent, names: providers.map(({ name }) => name) };
    }
    await eventually(async () => {
      clock.now = new Date();
      expect(await added()).toEqual(nearlyAll);
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    setFault(() => undefined);
    clock.now = new Date(Date.now() + 10 * minute);
    await pass();
    expect(await added()).toEqual(nearlyAll);
  });

  test('nothing is looked up or stored while nobody is slow, except how many were sent to the big ones', async () => {
    const dns = { ...dnsWith({}), resolveMx: () => expect.unreachable('asked') };
    const { pass, db, progress } = await openDue(kind, ['gmail.com', 'example.com'], { each: 3, dns });
    await pass();
    expect(await db.read(statement('select * from mailbox_domains'))).toEqual([]);
    expect(await db.read(statement('select * from mailbox_providers'))).toEqual([]);
    expect((await progress())?.providers).toEqual([
      { name: 'Google', sent: 3, waiting: 0, until: null, reason: null },
      { name: '', sent: 3, waiting: 0, until: null, reason: null },
    ]);
  });
});
