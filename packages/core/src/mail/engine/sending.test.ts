import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { Registration } from '../../readers/reader-tables.ts';
import { smtpPolicy } from '../policy.ts';
import type { SmtpFault } from '../sandbox/smtp-server.ts';

const minute = 60_000;
const hour = 60 * minute;

describe.each(databaseKinds)('an email sent by SMTP on %s', (kind) => {
  test('reaches everybody who is on the list when its time comes, each once', async () => {
    const { givenReaders, schedule, pass, later, received, entry, states, db, clock } =
      await openTestSending(kind);
    await givenReaders(120);
    await db.em().insertMany(
      Registration,
      (['waiting', 'unconfirmed', 'unsubscribed', 'bounced', 'complained', 'refused'] as const).map(
        (status) => ({ email: `${status}@example.com`, firstName: 'Eve', createdAt: clock.now, status }),
      ),
    );
    const { id } = await schedule(hour);
    await pass();
    expect(received).toEqual([]);
    // The first pass subscribes the waiting reader.
    later(hour);
    await pass();
    expect(received.map(({ to }) => to).toSorted()).toEqual(
      [
        ...Array.from({ length: 120 }, (_, nth) => `reader${nth}@example.com`),
        'waiting@example.com',
      ].toSorted(),
    );
    expect(await states()).toEqual({ sent: 121 });
    expect(await entry(id)).toMatchObject({ status: 'sent', word: { usedCount: 1 } });
    await pass();
    expect(received).toHaveLength(121);
  });

  test('goes to nobody who joins the list, or leaves it, after its time', async () => {
    const { givenReaders, schedule, pass, later, received, setFault, db, states } =
      await openTestSending(kind);
    await givenReaders(3);
    await schedule(hour);
    later(hour);
    setFault(({ at }) => (at === 'rcpt' ? { at, code: 450, text: '4.2.0 later' } : undefined));
    await pass();
    setFault(() => undefined);
    later(minute);
    await givenReaders(1, 'late');
    await db.em().nativeUpdate(Registration, { email: 'reader1@example.com' }, { status: 'unsubscribed' });
    later(10 * minute);
    await pass();
    expect(received.map(({ to }) => to).toSorted()).toEqual(['reader0@example.com', 'reader2@example.com']);
    expect(await states()).toEqual({ sent: 2, skipped: 1 });
  });

  test('is retried with growing pauses, and given up when it would arrive too late', async () => {
    const { givenReaders, schedule, pass, later, setFault, states, entry } = await openTestSending(kind);
    await givenReaders(1);
    const { id } = await schedule(hour);
    later(hour);
    let tries = 0;
    setFault(({ at }) => {
      if (at !== 'rcpt') return undefined;
      tries += 1;
      return { at, code: 450, text: '4.2.0 later' };
    });
    const triedAt: number[] = [];
    for (let minutes = 0; minutes < 15 * 60; minutes += 5) {
      const before = tries;
      await pass();
      if (tries > before) triedAt.push(minutes);
      if (tries > before && triedAt.length > 5) break;
      later(5 * minute);
    }
    expect(triedAt.slice(0, 6)).toEqual([0, 5, 20, 65, 155, 245]);
    later(24 * hour);
    await pass();
    await pass();
    expect(await states()).toEqual({ failed: 1 });
    expect((await entry(id)).status).toBe('sent');
  });

  test.each<[string, SmtpFault, object, object]>([
    [
      'does not exist',
      { at: 'rcpt', code: 550, text: '5.1.1 no' },
      { failed: 1, sent: 2 },
      { status: 'bounced' },
    ],
    [
      'is full',
      { at: 'rcpt', code: 452, text: '4.2.2 full' },
      { deferred: 1, sent: 2 },
      { status: 'subscribed' },
    ],
    ['breaks off before the end', 'drop-before', { deferred: 1, sent: 2 }, { status: 'subscribed' }],
    ['breaks off before the answer', 'drop-after', { unknown: 1, sent: 2 }, { status: 'subscribed' }],
    [
      'refuses the content',
      { at: 'data', code: 552, text: '5.3.4 big' },
      { failed: 1, sent: 2 },
      { status: 'subscribed' },
    ],
  ])('to a mailbox that %s', async (_, fault, expected, reader) => {
    const sending = await openTestSending(kind);
    const { givenReaders, schedule, pass, later, setFault, states, received } = sending;
    await givenReaders(3);
    await schedule(hour);
    later(hour);
    setFault(({ to }) => (to === 'reader1@example.com' ? fault : undefined));
    await pass();
    expect(await states()).toEqual(expected);
    expect(await sending.reader('reader1@example.com')).toMatchObject(reader);
    setFault(() => undefined);
    later(3 * hour);
    await pass();
    const to = received.map((email) => email.to);
    expect(new Set(to).size).toBe(to.length);
  });

  test('whose mailbox is full on three days takes the reader off the list', async () => {
    const { givenReaders, schedule, pass, later, setFault, reader, clock } = await openTestSending(kind, {
      policy: { latestMs: 0 },
    });
    await givenReaders(1);
    setFault(({ at }) => (at === 'rcpt' ? { at, code: 452, text: '4.2.2 full' } : undefined));
    const failures: unknown[] = [];
    for (let day = 1; day <= 3; day += 1) {
      clock.now = new Date(`2026-12-0${day}T12:00:00Z`);
      await schedule(0);
      await pass();
      const { status, softBounces } = await reader('reader0@example.com');
      failures.push([status, softBounces]);
      later(minute);
    }
    expect(failures).toEqual([
      ['subscribed', 1],
      ['subscribed', 2],
      ['bounced', 3],
    ]);
  });

  test('that the server refuses for its sender is paused after ten refusals, and no reader is refusedByPolicy', async () => {
    const { givenReaders, schedule, pass, later, setFault, states, db } = await openTestSending(kind);
    await givenReaders(100);
    await schedule(hour);
    later(hour);
    setFault(({ at }) => (at === 'data' ? { at, code: 550, text: '5.7.1 Not from you' } : undefined));
    const events = await pass();
    expect(events).toContainEqual(
      expect.objectContaining({
        step: 'deliveries',
        outcome: 'failed',
        message: expect.stringContaining('5.7.1'),
      }),
    );
    const { failed = 0, queued = 0 } = await states();
    // Includes emails that were in flight at the tenth refusal.
    expect(failed).toBeLessThanOrEqual(10 + 3 * smtpPolicy.inFlightPerConnection);
    expect(failed + queued).toBe(100);
    expect(await db.em().count(Registration, { status: 'subscribed' })).toBe(100);
    setFault(() => undefined);
    later(minute);
    await pass();
    expect(await states()).toEqual({ failed, queued });
  });

  test('rests when the server asks for less, in all processes', async () => {
    const { givenReaders, schedule, pass, later, setFault, states, openProvider, received, provider } =
      await openTestSending(kind);
    await givenReaders(40);
    await schedule(hour);
    later(hour);
    let asked = 0;
    setFault(({ at }) => {
      if (at !== 'mail') return undefined;
      asked += 1;
      return { at, code: 421, text: '4.7.0 Too much mail' };
    });
    await pass();
    const inFirstPass = asked;
    expect(inFirstPass).toBeLessThan(40);
    await pass(openProvider());
    expect(asked).toBe(inFirstPass);
    expect(await provider.deliveries.isDue()).toBe(false);
    setFault(() => undefined);
    later(minute);
    expect(await provider.deliveries.isDue()).toBe(true);
    await pass();
    expect(await states()).toEqual({ sent: 40 });
    expect(received).toHaveLength(40);
  });

  test('waits for a server that is down, without trying each reader', async () => {
    const { givenReaders, schedule, pass, later, setFault, states } = await openTestSending(kind);
    await givenReaders(40);
    await schedule(hour);
    later(hour);
    setFault(({ at }) => (at === 'connect' ? { at, code: 554, text: '5.7.0 Go away' } : undefined));
    const events = await pass();
    expect(events.filter(({ outcome }) => outcome === 'failed')).toHaveLength(1);
    setFault(() => undefined);
    later(minute);
    await pass();
    expect(await states()).toEqual({ sent: 40 });
  });

  test('is shared by two processes', async () => {
    const { givenReaders, schedule, pass, later, received, openProvider, states } =
      await openTestSending(kind);
    await givenReaders(300);
    await schedule(hour);
    later(hour);
    await Promise.all([pass(), pass(openProvider()), pass(openProvider())]);
    expect(new Set(received.map(({ to }) => to)).size).toBe(300);
    expect(received).toHaveLength(300);
    expect(await states()).toEqual({ sent: 300 });
  });

  test('is personalized for each reader', async () => {
    const { givenReaders, schedule, pass, later, received, db, deps, now } = await openTestSending(kind);
    await givenReaders(2);
    deps.render = async () => ({
      subject: 'For [fname]',
      html: '<p>Hello [fname], <a href="[unsubscribe]">leave</a></p>',
      text: 'Hello [fname]',
    });
    await schedule(hour);
    later(hour);
    await pass();
    await db.em().nativeUpdate(Registration, { email: 'reader0@example.com' }, { firstName: '<b>Ada</b>' });
    await schedule(hour);
    later(hour);
    await pass();
    const emails = await Promise.all(
      received
        .filter(({ to }) => to === 'reader0@example.com')
        .map(async (email) => ({ ...email, parsed: await PostalMime.parse(email.raw) })),
    );
    const [first, second] = emails;
    expect(first?.parsed.subject).toBe('For Ada 0');
    expect(second?.parsed.html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;');
    expect(second?.parsed.text).toContain('Hello <b>Ada</b>');
    expect(first?.parsed.messageId).not.toBe(second?.parsed.messageId);
    const { mailToken } = await db.em().findOneOrFail(Registration, { email: 'reader0@example.com' });
    expect(first?.from).toBe(`bounces+${mailToken}@example.com`);
    expect(first?.parsed.html).toContain(`https://words.example.com/unsubscribe/${mailToken}`);
    expect(first?.parsed.text).toContain('1 Sample Street');
    expect(now()).toBeInstanceOf(Date);
  });
});
