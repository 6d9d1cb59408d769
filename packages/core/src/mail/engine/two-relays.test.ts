import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { statement } from '../../../../../test/statement.ts';
import { noSmtpLimits } from '../../platform/settings/config.ts';
import { Registration } from '../../readers/reader-tables.ts';
import { smtpPolicy } from '../policy.ts';
import type { SmtpFault } from '../sandbox/smtp-server.ts';

const minute = 60_000;
const tooMuch: SmtpFault = { at: 'mail', code: 421, text: '4.7.0 Too much mail' };

type Given = Parameters<typeof openTestSending>[1] & { readers?: number; domains?: readonly string[] };

/** An email that is due, and two mail servers. */
async function openDue(
  kind: (typeof databaseKinds)[number],
  { readers = 40, domains = ['example.com'], second = {}, ...given }: Given = {},
) {
  const sending = await openTestSending(kind, { second, ...given });
  const { givenReaders, schedule, later, first, second: other, provider } = sending;
  if (!other) throw new Error('There is no second server.');
  // At these domains in turn.
  const each = readers / domains.length;
  if (domains.length === 1) await givenReaders(readers, 'reader', domains[0]);
  else
    for (let nth = 0; nth < each; nth += 1)
      for (const domain of domains) await givenReaders(1, `reader${nth}-`, domain);
  const id = await schedule(1000);
  later(1000);
  const everyone = () => [...first.received, ...other.received].map(({ to }) => to);
  return {
    ...sending,
    id,
    second: other,
    everyone,
    /** Nobody got it twice, from whichever server. */
    expectOnce(count: number) {
      expect(everyone()).toHaveLength(count);
      expect(new Set(everyone()).size).toBe(count);
    },
    relays: async () => (await provider.deliveries.progress('1'))?.relays,
    domainsAt: ({ received }: typeof first) => [
      ...new Set(received.map(({ to }) => to.slice(to.indexOf('@') + 1))),
    ],
  };
}

describe.each(databaseKinds)('failover on %s', (kind) => {
  test('an email from before there were two servers is not counted by either', async () => {
    const { pass, relays, db } = await openDue(kind);
    await pass();
    await db.em().execute('delete from smtp_send_relays');
    expect(await relays()).toEqual([]);
  });

  test('nothing goes through the second server while the first one works', async () => {
    const { pass, first, second, states, relays } = await openDue(kind);
    await pass();
    expect(await states()).toEqual({ sent: 40 });
    expect([first.received.length, second.received.length]).toEqual([40, 0]);
    expect(await relays()).toEqual([
      { relay: 'first', sent: 40, until: null, reason: null },
      { relay: 'second', sent: 0, until: null, reason: null },
    ]);
  });

  test('a first server that cannot be reached costs no time, and is used again once it is back', async () => {
    const sending = await openDue(kind);
    const { pass, first, second, states, relays, later, schedule, provider } = sending;
    await first.stop();
    const events = await pass();
    expect(await states()).toEqual({ sent: 40 });
    expect(second.received).toHaveLength(40);
    expect(events).toContainEqual({
      step: 'deliveries',
      outcome: 'waiting',
      message: expect.stringMatching(
        /^The first mail server cannot be reached: .*ECONNREFUSED.* The second one carries the emails\.$/,
      ),
    });
    const rests = [
      {
        relay: 'first',
        sent: 0,
        until: '2026-12-01T12:00:31.000Z',
        reason: expect.stringMatching(/REFUSED/),
      },
      { relay: 'second', sent: 40, until: null, reason: null },
    ];
    expect(await relays()).toEqual(rests);
    // The next one, before it is tried again.
    await first.restart();
    await schedule(1000);
    later(1000);
    expect(await provider.deliveries.isDue()).toBe(true);
    await pass();
    expect([first.received.length, second.received.length]).toEqual([0, 80]);
    later(minute);
    await schedule(1000);
    later(1000);
    await pass();
    expect([first.received.length, second.received.length]).toEqual([40, 80]);
    expect(await states()).toEqual({ sent: 120 });
    expect(sending.everyone()).toHaveLength(120);
  });

  test('how long it has been out is known, and that it is back is noticed without an email', async () => {
    const { pass, first, later, schedule, provider } = await openDue(kind);
    const states = async () =>
      (await provider.deliveries.relays()).map(({ outSince }) => outSince?.toISOString());
    await first.stop();
    await pass();
    const since = '2026-12-01T12:00:01.000Z';
    expect(await states()).toEqual([since, undefined]);
    expect(await provider.deliveries.relays()).toMatchObject([
      {
        relay: 'first',
        sent: 0,
        until: expect.any(Date),
        reason: expect.stringMatching(/REFUSED/),
        hasStandIn: true,
      },
      { relay: 'second', sent: 40, until: undefined, reason: null, hasStandIn: false },
    ]);
    // The next email finds it out again, which is the same outage.
    later(5 * minute);
    await schedule(1000);
    later(1000);
    await pass();
    expect(await states()).toEqual([since, undefined]);
    later(15 * minute);
    await pass();
    expect(await states()).toEqual([since, undefined]);
    await first.restart();
    later(15 * minute);
    await pass();
    expect(await states()).toEqual([undefined, undefined]);
    expect(first.received).toEqual([]);
    await first.stop();
    await schedule(1000);
    later(1000);
    await pass();
    expect(await states()).toEqual(['2026-12-01T12:35:03.000Z', undefined]);
  });

  test('answers are counted for each server', async () => {
    const { pass, first, provider, states } = await openDue(kind);
    first.setFault(({ at, to }) => {
      if (at === 'data' && to === 'reader7@example.com') return 'drop-after';
      if (at !== 'rcpt') return undefined;
      if (to === 'reader1@example.com') return { at, code: 550, text: '5.1.1 No such mailbox' };
      return to === 'reader2@example.com' ? { at, code: 450, text: '4.2.0 Greylisted' } : undefined;
    });
    await pass();
    expect(await states()).toEqual({ sent: 37, failed: 1, deferred: 1, unknown: 1 });
    expect(await provider.deliveries.relays()).toMatchObject([
      { relay: 'first', sent: 37, failed: 1, deferred: 1, unknown: 1, outSince: undefined },
      { relay: 'second', sent: 0, failed: 0, deferred: 0, unknown: 0 },
    ]);
  });

  test('a first server that goes down in the middle', async () => {
    const { pass, first, second, states, later, expectOnce } = await openDue(kind, { readers: 200 });
    let accepted = 0;
    first.setFault(({ at }) => {
      if (at === 'data') accepted += 1;
      if (accepted === 50) void first.stop();
      return undefined;
    });
    await pass();
    const { sent = 0, deferred = 0, unknown = 0, ...others } = await states();
    expect(others).toEqual({});
    expect(second.received.length).toBeGreaterThan(100);
    // At most what was at a connection of the first.
    expect(deferred + unknown).toBeLessThanOrEqual(3);
    expect(sent + deferred + unknown).toBe(200);
    later(5 * minute);
    await pass();
    const after = await states();
    expect(after).toEqual({ sent: 200 - unknown, ...(unknown > 0 && { unknown }) });
    const both = first.received.length + second.received.length;
    expect(both).toBeGreaterThanOrEqual(200 - unknown);
    expectOnce(both);
  });

  test.each<{ why: string; fault: SmtpFault; says: RegExp; outcome: string }>([
    {
      why: 'refuses our login',
      fault: { at: 'login', code: 535, text: '5.7.8 Wrong password' },
      says: /^The first mail server refuses our emails: .*5\.7\.8 Wrong password.* The second one carries/,
      outcome: 'failed',
    },
    {
      why: 'asks for less',
      fault: tooMuch,
      says: /^The first mail server takes no more now: 421 4\.7\.0 Too much mail\. The second one carries/,
      outcome: 'waiting',
    },
  ])('a first server that $why', async ({ fault, says, outcome }) => {
    const { pass, first, second, states, later, expectOnce, db } = await openDue(kind, {
      readers: 100,
      server: { user: 'word', password: 'old' },
    });
    first.setFault(({ at }) =>
      typeof fault === 'object' && 'at' in fault && at === fault.at ? fault : undefined,
    );
    const events = await pass();
    expect(events).toContainEqual({ step: 'deliveries', outcome, message: expect.stringMatching(says) });
    // All but those that were on their way when it first said so.
    expect(second.received.length).toBeGreaterThan(70);
    expect(first.received).toEqual([]);
    // Those that it answered are tried again after a while, like any.
    for (let passes = 0; passes < 10 && second.received.length < 100; passes += 1) {
      later(6 * minute);
      await pass();
    }
    expect(await states()).toEqual({ sent: 100 });
    expectOnce(100);
    const [row] = await db.read(statement<{ most: number }>('select max(attempts) as most from deliveries'));
    // One may have met only connections that the server was closing.
    expect(Number(row?.most)).toBeLessThanOrEqual(2);
  });

  test('a used-up hour: the rest of it goes through the second server, for two processes', async () => {
    const { pass, first, second, states, later, schedule, openProvider, relays, expectOnce } = await openDue(
      kind,
      {
        smtp: { limits: { ...noSmtpLimits, perHour: 25 } },
      },
    );
    const other = openProvider();
    const [events] = await Promise.all([pass(), pass(other)]);
    expect([first.received.length, second.received.length]).toEqual([25, 15]);
    expect(await states()).toEqual({ sent: 40 });
    expectOnce(40);
    expect(await relays()).toEqual([
      {
        relay: 'first',
        sent: 25,
        until: '2026-12-01T13:05:00.000Z',
        reason: 'The limit of 25 emails an hour is reached.',
      },
      { relay: 'second', sent: 15, until: null, reason: null },
    ]);
    expect(events.filter(({ message }) => message.includes('Sending continues'))).toEqual([]);
    later(66 * minute);
    await schedule(1000);
    later(1000);
    await pass();
    expect([first.received.length, second.received.length]).toEqual([50, 30]);
  });

  test('both are out: the emails wait, nobody is tried again and again, and all go out later', async () => {
    const { pass, first, second, states, later, provider, expectOnce } = await openDue(kind);
    await first.stop();
    await second.stop();
    const events = await pass();
    expect(events).toContainEqual({
      step: 'deliveries',
      outcome: 'waiting',
      message: expect.stringMatching(/^The mail server cannot be reached: /),
    });
    const { queued = 0, deferred = 0 } = await states();
    expect(queued + deferred).toBe(40);
    expect(await provider.deliveries.isDue()).toBe(false);
    await second.restart();
    later(minute);
    await pass();
    expect(await states()).toEqual({ sent: 40 });
    expect(second.received).toHaveLength(40);
    expectOnce(40);
  });

  test.each(['first', 'second'] as const)('a lost answer of the %s server stays unknown', async (which) => {
    const { pass, first, second, states, later, db } = await openDue(kind);
    if (which === 'second') await first.stop();
    const faulty = which === 'first' ? first : second;
    faulty.setFault(({ at, to }) =>
      at === 'data' && to === 'reader7@example.com' ? 'drop-after' : undefined,
    );
    await pass();
    // The server that had it goes away, so that all that is left goes to the other one.
    await faulty.stop();
    if (which === 'second') await first.restart();
    for (let passes = 0; passes < 5; passes += 1) {
      later(10 * minute);
      await pass();
    }
    expect(await states()).toEqual({ sent: 39, unknown: 1 });
    expect(faulty.received.filter(({ to }) => to === 'reader7@example.com')).toHaveLength(1);
    const away = faulty === first ? second : first;
    expect(away.received.filter(({ to }) => to === 'reader7@example.com')).toEqual([]);
    const [row] = await db.read(
      statement<{ answer: string }>("select answer from deliveries where state = 'unknown'"),
    );
    expect(row?.answer.endsWith('(the second mail server)')).toBe(which === 'second');
  });

  test('an answer about a reader is an answer: it is not tried through the other server', async () => {
    const { pass, first, second, states, later, db, expectOnce } = await openDue(kind);
    first.setFault(({ at, to }) => {
      if (at !== 'rcpt') return undefined;
      if (to === 'reader1@example.com') return { at, code: 550, text: '5.1.1 No such mailbox' };
      return to === 'reader2@example.com' ? { at, code: 450, text: '4.2.0 Greylisted' } : undefined;
    });
    await pass();
    expect(await states()).toEqual({ sent: 38, failed: 1, deferred: 1 });
    expect(second.received).toEqual([]);
    // The temporary one may go through whichever is up then.
    await first.stop();
    later(30 * minute);
    await pass();
    expect(await states()).toEqual({ sent: 39, failed: 1 });
    expect(second.received.map(({ to }) => to)).toEqual(['reader2@example.com']);
    expectOnce(39);
    expect(await db.em().count(Registration, { status: 'bounced' })).toBe(1);
  });

  test('what the first server refuses because of its content is not tried through the other', async () => {
    const { pass, first, second, states } = await openDue(kind, { readers: 100 });
    first.setFault(({ at }) => (at === 'data' ? { at, code: 554, text: '5.7.1 Not accepted' } : undefined));
    const events = await pass();
    expect(events).toContainEqual(
      expect.objectContaining({ outcome: 'failed', message: expect.stringContaining('was paused') }),
    );
    expect(second.received).toEqual([]);
    const { failed = 0, queued = 0, deferred = 0 } = await states();
    expect(failed).toBeLessThan(50);
    expect(failed + queued + deferred).toBe(100);
  });

  test('a dead domain is known to be dead, and keeps the email from nobody', async () => {
    const { pass, first, states, later, db } = await openDue(kind, {
      readers: 60,
      domains: ['example.com', 'dead.example'],
      policy: { addressRefusalsTolerated: { atFirst: 3, later: 5 } },
    });
    first.setFault(({ at, to = '' }) =>
      at === 'rcpt' && to.endsWith('@dead.example')
        ? { at, code: 550, text: '5.1.1 No such user' }
        : undefined,
    );
    for (let passes = 0; passes < 10; passes += 1) {
      await pass();
      later(minute);
    }
    expect(await states()).toEqual({ sent: 30, failed: 30 });
    expect(await db.em().count(Registration, { status: 'bounced' })).toBe(30);
  });

  test('a second server that refuses every address costs no reader, and does not stop the first one', async () => {
    const { pass, first, second, states, later, db } = await openDue(kind, {
      readers: 60,
      policy: { addressRefusalsTolerated: { atFirst: 3, later: 5 } },
    });
    second.setFault(({ at }) => (at === 'rcpt' ? { at, code: 550, text: 'relay not permitted' } : undefined));
    await first.stop();
    await pass();
    const { failed = 0 } = await states();
    expect(failed).toBeGreaterThanOrEqual(3);
    expect(failed).toBeLessThan(40);
    await first.restart();
    for (let passes = 0; passes < 3; passes += 1) {
      later(2 * minute);
      await pass();
    }
    expect(await states()).toEqual({ sent: 60 - failed, failed });
    expect(await db.em().count(Registration, { status: 'subscribed' })).toBe(60);
  });

  test('emails to one person go through the second server only if they have not left', async () => {
    const { provider, first, second } = await openDue(kind, { readers: 1 });
    const email = { to: 'ada@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
    await provider.service.sendTest(email);
    expect([first.received.length, second.received.length]).toEqual([1, 0]);
    first.setFault(({ at }) => (at === 'data' ? 'drop-after' : undefined));
    await expect(provider.service.sendTest(email)).rejects.toThrow(/It may arrive/);
    expect([first.received.length, second.received.length]).toEqual([2, 0]);
    await first.stop();
    await provider.service.sendTest(email);
    expect(await provider.service.send(email)).toBe('sent');
    expect([first.received.length, second.received.length]).toEqual([2, 2]);
  });
});

describe.each(databaseKinds)('two servers by group on %s', (kind) => {
  const domains = ['gmail.com', 'example.org', 'example.com', 'example.net'];
  const second = { carries: ['Google', 'example.org'] };

  test('each reader gets the email through theirs, from two processes', async () => {
    const sending = await openDue(kind, { second, domains, readers: 120 });
    const { pass, openProvider, states, domainsAt, relays, expectOnce } = sending;
    await Promise.all([pass(), pass(openProvider())]);
    expect(domainsAt(sending.second).toSorted()).toEqual(['example.org', 'gmail.com']);
    expect(domainsAt(sending.first).toSorted()).toEqual(['example.com', 'example.net']);
    for (let passes = 0; passes < 20 && Object.keys(await states()).length > 1; passes += 1) {
      sending.later(minute);
      await pass();
    }
    expect(await states()).toEqual({ sent: 120 });
    expectOnce(120);
    expect(await relays()).toMatchObject([{ sent: 60 }, { sent: 60 }]);
    const id = (raw: Buffer) => /^Message-ID: <[^@>]+@example\.com>\r?$/m.test(raw.toString('latin1'));
    expect(sending.second.received.every(({ raw, from }) => id(raw) && from.startsWith('bounces+'))).toBe(
      true,
    );
  });

  test.each(['first', 'second'] as const)(
    'the %s one is dead: its readers wait, the others do not',
    async (dead) => {
      const sending = await openDue(kind, { second, domains, readers: 120 });
      const { pass, states, later, db, provider, expectOnce } = sending;
      const [gone, other] =
        dead === 'first' ? [sending.first, sending.second] : [sending.second, sending.first];
      await gone.stop();
      const events = await pass();
      for (let passes = 0; passes < 5 && other.received.length < 60; passes += 1) {
        later(2000);
        await pass();
      }
      expect(other.received).toHaveLength(60);
      expect(await states()).toEqual({ sent: 60, deferred: 60 });
      expect(events).toContainEqual({
        step: 'deliveries',
        outcome: 'waiting',
        message: expect.stringMatching(
          new RegExp(
            `^The ${dead} mail server cannot be reached: .* Its readers wait for it, the others do not`,
          ),
        ),
      });
      expect(await provider.deliveries.isDue()).toBe(false);
      const [row] = await db.read(
        statement<{ most: number }>('select max(attempts) as most from deliveries'),
      );
      expect(Number(row?.most)).toBe(1);
      await gone.restart();
      for (let passes = 0; passes < 20 && gone.received.length < 60; passes += 1) {
        later(minute);
        await pass();
      }
      expect(await states()).toEqual({ sent: 120 });
      expectOnce(120);
    },
  );

  test('a used-up hour of one holds nobody else back', async () => {
    const limits = { ...noSmtpLimits, perHour: 10 };
    const sending = await openDue(kind, { second: { ...second, limits }, domains, readers: 120 });
    const { pass, states, later, relays, first } = sending;
    for (let passes = 0; passes < 4; passes += 1) {
      await pass();
      later(5000);
    }
    expect([first.received.length, sending.second.received.length]).toEqual([60, 10]);
    expect(await states()).toEqual({ sent: 70, deferred: 50 });
    expect(await relays()).toEqual([
      { relay: 'first', sent: 60, until: null, reason: null },
      {
        relay: 'second',
        sent: 10,
        until: expect.any(String),
        reason: 'The limit of 10 emails an hour is reached.',
      },
    ]);
    expect((await sending.provider.deliveries.progress('1'))?.hold).toBe(null);
  });

  test('one that is slow or asks for less slows nobody else down', async () => {
    const sending = await openDue(kind, { second, domains, readers: 240 });
    const { pass, states, later, first, expectOnce } = sending;
    sending.second.setFault(({ at }) => (at === 'data' ? { slowMs: 100 } : undefined));
    let slowBefore = 0;
    first.setFault(() => {
      if (first.received.length < 100) slowBefore = sending.second.received.length;
      return undefined;
    });
    await pass();
    // While the first one sent to 100 readers, the other one sent to a few, and was not waited for.
    expect(first.received.length).toBeGreaterThan(100);
    expect(slowBefore).toBeLessThan(90);
    sending.second.setFault(() => undefined);
    for (let passes = 0; passes < 30 && Object.keys(await states()).length > 1; passes += 1) {
      later(10_000);
      await pass();
    }
    expect(await states()).toEqual({ sent: 240 });
    expectOnce(240);
  });

  test('one that refuses every address costs no reader, even if it has only one domain', async () => {
    const sending = await openDue(kind, {
      second: { carries: ['gmail.com'] },
      domains: ['gmail.com', 'example.com'],
      readers: 80,
      policy: { addressRefusalsTolerated: { atFirst: 3, later: 5 } },
    });
    const { pass, states, later, db, first, provider } = sending;
    sending.second.setFault(({ at }) =>
      at === 'rcpt' ? { at, code: 550, text: 'relay not permitted' } : undefined,
    );
    const events = await pass();
    for (let passes = 0; passes < 20; passes += 1) {
      later(2 * minute);
      events.push(...(await pass()));
    }
    expect(first.received).toHaveLength(40);
    expect(await db.em().count(Registration, { status: 'subscribed' })).toBe(80);
    // Once only its readers are left, it waits for the owner.
    expect(events).toContainEqual(
      expect.objectContaining({ outcome: 'failed', message: expect.stringContaining('was paused') }),
    );
    sending.second.setFault(() => undefined);
    await provider.deliveries.change('1', 'resume');
    for (let passes = 0; passes < 10; passes += 1) {
      later(11 * minute);
      await pass();
    }
    expect(await states()).toEqual({ sent: 80 });
  });

  test('domains behind a provider are known once DNS has said so', async () => {
    const none = () => Promise.resolve([]);
    const sending = await openDue(kind, {
      second: { carries: ['Google'] },
      domains: ['club.example', 'example.com'],
      readers: 20,
      dns: {
        resolveTxt: none,
        resolve4: none,
        resolve6: none,
        resolveMx: async (domain) => (domain === 'club.example' ? [{ exchange: 'aspmx.l.google.com' }] : []),
      },
    });
    const { pass, schedule, later, domainsAt, first } = sending;
    await pass();
    expect(first.received.length + sending.second.received.length).toBe(20);
    first.received.length = 0;
    sending.second.received.length = 0;
    later(minute);
    await schedule(1000);
    later(1000);
    await pass();
    expect(domainsAt(sending.second)).toEqual(['club.example']);
    expect(domainsAt(first)).toEqual(['example.com']);
  });
});

test('both are checked, and each message says which one it is about', async () => {
  const { provider, second } = await openTestSending('sqlite', {
    second: { carries: 'failover' },
    policy: { timeouts: smtpPolicy.timeouts },
  });
  const ok = (await provider.check()).checks;
  expect(ok.map(({ name, ok: isOk }) => `${name} ${isOk}`)).toEqual([
    'reachable true',
    'encryption true',
    'credentials true',
    'reachable true',
    'encryption true',
    'credentials true',
  ]);
  await second?.stop();
  const { checks, hasStandIn } = await provider.check();
  expect(hasStandIn).toBe(true);
  expect(checks.at(-1)).toEqual({
    name: 'reachable',
    ok: false,
    detail: expect.stringMatching(/^second mail server: .*ECONNREFUSED.* Check SMTP_SECOND_URL\.$/),
  });
});
