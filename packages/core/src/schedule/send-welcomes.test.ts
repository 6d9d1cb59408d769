import { once } from 'node:events';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { startScript } from '../../../../test/child-script.ts';
import { type DatabaseKind, databaseKinds, temporaryFolder } from '../../../../test/databases.ts';
import { openTestSending } from '../../../../test/smtp.ts';
import { Delivery } from '../mail/engine/engine-tables.ts';
import type { PassEvent } from '../mail/pass-event.ts';
import { emailPolicy, welcomePolicy } from '../mail/policy.ts';
import { attemptLimits, openAttemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import { importReaders } from '../readers/import-readers.ts';
import { readerLinks } from '../readers/links.ts';
import { Confirmation, Registration } from '../readers/reader-tables.ts';
import { removeReader } from '../readers/remove-reader.ts';
import { openSignupStore } from '../readers/sign-up.ts';
import { openSuppressions } from '../readers/suppressions.ts';
import { type EmailNearby, planWelcome, sendWelcomes } from './send-welcomes.ts';

const minute = 60_000;
const hour = 60 * minute;

/** An installation whose first word went out an hour ago, and whose next goes out in a day. */
async function openWelcomes(kind: DatabaseKind, confirm: 'all' | 'returning' = 'all') {
  const sending = await openTestSending(kind);
  const { db: database, now, deps, provider, received, later, schedule, pass } = sending;
  const suppressions = openSuppressions(database);
  const limits = openAttemptLimits({ database, now });
  const store = openSignupStore({ database, now, limits, suppressions, confirm, welcomes: true });
  const { confirm: confirmLink } = readerLinks({
    database,
    now,
    suppressions,
    provider: async () => provider,
    ownsList: true,
  });
  const welcomeDeps = {
    ...deps,
    limits,
    suppressions,
    welcome: { text: 'Good to have you.' },
    serviceMail: async () => provider.service,
    autopilot: {
      ...deps.autopilot,
      nextMorning: async () => ({ at: new Date('2026-12-02T12:00:00Z'), isFilled: true }),
    },
  };
  await sending.givenReaders(1, 'old');
  await schedule(hour);
  later(hour);
  await pass();
  later(hour);
  received.length = 0;
  const signUp = (...emails: string[]) =>
    Promise.all(
      emails.map((email) => store({ row: { email, firstName: 'Ada', favoriteWord: null, ipAddress: null } })),
    );
  return {
    ...sending,
    deps: welcomeDeps,
    signUp,
    async confirm(email: string) {
      await database.em().nativeUpdate(Confirmation, { email }, { sentAt: now(), emails: 1 });
      const { token } = await database.em().findOneOrFail(Confirmation, { email });
      expect(await confirmLink(token)).toBeDefined();
    },
    /** Subscribes who waits, and welcomes them. @returns what was said */
    async pass() {
      await pass();
      const said: string[] = [];
      const onEvent = ({ outcome, message }: PassEvent) => void said.push(`${outcome}: ${message}`);
      await sendWelcomes(welcomeDeps, { onEvent, signal: undefined });
      return said;
    },
    to: () => received.map(({ to }) => to).toSorted(),
  };
}

async function openConfirmed(kind: DatabaseKind, ...emails: string[]) {
  const welcomes = await openWelcomes(kind);
  await welcomes.signUp(...emails);
  for (const email of emails) await welcomes.confirm(email);
  return welcomes;
}

describe.each(databaseKinds)('the welcome email on %s', (kind) => {
  test('during a warm-up says when it reaches the reader, also if others get an email soon', async () => {
    const { deps, signUp, confirm, pass, schedule, received, to } = await openWelcomes(kind);
    const warmUpReaches = async (place: () => Promise<number>) =>
      (await place()) > 2 ? '2026-12-09' : undefined;
    Object.assign(deps, { warmUpReaches });
    await schedule(2 * hour);
    await signUp('second@example.com', 'third@example.com');
    await confirm('second@example.com');
    await pass();
    // The next email reaches them.
    expect(to()).toEqual([]);
    await confirm('third@example.com');
    expect(await pass()).toEqual(['done: 1 new reader was welcomed']);
    expect(to()).toEqual(['third@example.com']);
    const { text } = await PostalMime.parse(received[0]?.raw ?? '');
    expect(text).toMatch(
      /Your first word comes about .*Dec.* 9.*, because we add readers little by little\. Until then, here is the latest one\./,
    );
  });

  test.each([
    // 8:00 in New York was an hour ago.
    { by: 'us', isWelcomed: false },
    { by: 'another provider', isWelcomed: true },
  ])('to someone in Los Angeles depends on when the day’s email, sent by $by, comes there', async (given) => {
    const { db, deps, signUp, confirm, pass, later, to } = await openWelcomes(kind);
    Object.assign(deps, { localTimes: true });
    // Without a send of ours, everyone got it at the same time.
    if (given.by !== 'us') {
      for (const table of ['smtp_ranges', 'smtp_sends', 'smtp_messages'])
        await db.em().execute(`delete from ${table}`);
    }
    await signUp('west@example.com');
    await db
      .em()
      .nativeUpdate(Registration, { email: 'west@example.com' }, { timezone: 'America/Los_Angeles' });
    await confirm('west@example.com');
    await pass();
    const welcomed = given.isWelcomed ? ['west@example.com'] : [];
    expect(to()).toEqual(welcomed);
    later(4 * hour);
    await pass();
    expect(to()).toEqual([...welcomed, ...(given.by === 'us' ? ['west@example.com'] : [])]);
  });

  test.each([
    {
      plan: 'the autopilot',
      isScheduled: false,
      timezone: 'Asia/Tokyo',
      says: 'tomorrow at 7:00 AM (Tokyo time)',
    },
    { plan: 'an email', isScheduled: true, timezone: 'Asia/Tokyo', says: 'tomorrow at 7:30 AM (Tokyo time)' },
    { plan: 'an email', isScheduled: true, timezone: null, says: 'tomorrow at 7:30 AM (New York time)' },
    // 7:00 of Wednesday was half an hour ago there.
    { plan: 'the autopilot', isScheduled: false, timezone: 'Etc/GMT-14', at: 3.5, says: undefined },
  ])('says when $plan reaches a reader, at $timezone', async ({ isScheduled, timezone, at = 0, says }) => {
    const { db, deps, signUp, confirm, pass, schedule, later, received } = await openWelcomes(kind);
    Object.assign(deps, { localTimes: true });
    // At 7:30 of the next day in New York, where it is 9:00.
    if (isScheduled) await schedule(22.5 * hour);
    later(at * hour);
    await signUp('ada@example.com');
    await db.em().nativeUpdate(Registration, { email: 'ada@example.com' }, { timezone });
    await confirm('ada@example.com');
    expect(await pass()).toEqual(['done: 1 new reader was welcomed']);
    const { text } = await PostalMime.parse(received.at(-1)?.raw ?? '');
    expect(text?.replaceAll(/\s+/g, ' ')).toContain(
      says ? `Your first word comes ${says}. Until then` : 'Here is the latest word.',
    );
  });

  test('goes to a reader farther east who joins too late for the day’s email, before it goes out', async () => {
    const { db, deps, signUp, confirm, pass, schedule, later, to } = await openWelcomes(kind);
    Object.assign(deps, { localTimes: true });
    // At 11:00 in New York, where it is 9:00, and so at 11:00 in Paris, where it is 15:00.
    await schedule(2 * hour);
    await pass();
    later(minute);
    for (const name of ['paris', 'york']) {
      await signUp(`${name}@example.com`);
      const timezone = name === 'paris' ? 'Europe/Paris' : null;
      await db.em().nativeUpdate(Registration, { email: `${name}@example.com` }, { timezone });
      await confirm(`${name}@example.com`);
    }
    await pass();
    expect(to()).toEqual(['paris@example.com']);
    later(3 * hour);
    await pass();
    expect(to()).toEqual(['old0@example.com', 'paris@example.com', 'york@example.com']);
  });

  test('goes to a reader who confirmed, once, with the latest word and what comes when', async () => {
    const { signUp, confirm, pass, received, later, reader, db } = await openWelcomes(kind);
    await signUp('ada@example.com');
    expect(await pass()).toEqual([]);
    later(5 * minute);
    await confirm('ada@example.com');
    expect(await pass()).toEqual(['done: 1 new reader was welcomed']);
    const [{ from, raw } = { from: '', raw: Buffer.alloc(0) }] = received;
    const { mailToken, welcomedAt, id } = await reader('ada@example.com');
    expect(welcomedAt).toBeTruthy();
    // A report about it finds the reader, and it can be left like every email.
    expect(from).toBe(`bounces+${mailToken}@example.com`);
    const mail = await PostalMime.parse(raw);
    expect(mail.subject).toBe('Welcome: word 1');
    expect(mail.text).toContain(
      'Good to have you.\n\nYour first word comes tomorrow at 7:00 AM (New York time). Until then, here is the latest one.',
    );
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain(`${mailToken}`);
    // The word counts as received.
    expect(await db.em().find(Delivery, { readerId: id })).toMatchObject([{ state: 'skipped' }]);
    received.length = 0;
    for (const ms of [welcomePolicy.retryAfterMs, hour, 24 * hour]) {
      later(ms);
      await pass();
    }
    expect(received).toEqual([]);
  });

  test('is left out before and right after a daily email, which is then the first', async () => {
    const { signUp, confirm, pass, later, schedule, to, received } = await openWelcomes(kind);
    await schedule(welcomePolicy.soonMs + 2 * minute);
    await signUp('early@example.com', 'soon@example.com', 'after@example.com');
    await confirm('early@example.com');
    await pass();
    expect(to()).toEqual(['early@example.com']);
    later(3 * minute);
    await confirm('soon@example.com');
    await pass();
    received.length = 0;
    later(welcomePolicy.soonMs);
    await pass();
    expect(to()).toEqual(['early@example.com', 'old0@example.com', 'soon@example.com']);
    received.length = 0;
    later(minute);
    await confirm('after@example.com');
    await pass();
    later(hour);
    await pass();
    expect(to()).toEqual(['after@example.com']);
  });

  test('goes to nobody who was imported, who came back, or who joined long ago', async () => {
    const { signUp, confirm, pass, later, to, received, db, deps, now, provider } = await openWelcomes(kind);
    const { suppressions } = deps;
    await importReaders(
      { database: db, suppressions, now, timezone: 'UTC' },
      ['email,firstName\n', 'file@example.com,Ada\n'],
      {
        consent: 'At the fair.',
      } as never,
    );
    await signUp('left@example.com', 'gone@example.com', 'slow@example.com');
    await confirm('left@example.com');
    await confirm('gone@example.com');
    await pass();
    expect(to()).toEqual(['gone@example.com', 'left@example.com']);
    received.length = 0;
    await db.em().nativeUpdate(Registration, { email: 'left@example.com' }, { status: 'unsubscribed' });
    await removeReader(
      { database: db, now, suppressions, provider: async () => provider },
      'gone@example.com',
    );
    later(hour);
    await signUp('left@example.com', 'gone@example.com');
    await confirm('left@example.com');
    await confirm('gone@example.com');
    await confirm('slow@example.com');
    // Nothing ran for a day.
    await db.em().nativeUpdate(Registration, { email: 'slow@example.com' }, { status: 'subscribed' });
    later(welcomePolicy.validMs + minute);
    await pass();
    expect(to()).toEqual([]);
  });

  test('is sent again only if the mail server surely does not have it', async () => {
    const emails = ['drop@example.com', 'lost@example.com', 'full@example.com', 'late@example.com'];
    const { pass, later, setFault, received, reader } = await openConfirmed(kind, ...emails);
    const faults = {
      'drop@example.com': 'drop-before',
      'lost@example.com': 'drop-after',
      'full@example.com': { at: 'rcpt', code: 450, text: '4.2.0 later' },
      'late@example.com': { at: 'data', code: 451, text: '4.3.0 later' },
    } as const;
    setFault(({ at, to = '' }) => {
      const fault = faults[to as keyof typeof faults];
      return fault && at === (typeof fault === 'object' ? fault.at : 'data') ? fault : undefined;
    });
    await pass();
    expect(received.map(({ to }) => to)).toEqual(['lost@example.com']);
    setFault(() => undefined);
    await pass();
    expect(received).toHaveLength(1);
    later(welcomePolicy.retryAfterMs);
    await pass();
    later(welcomePolicy.retryAfterMs);
    await pass();
    expect(received.map(({ to }) => to).toSorted()).toEqual(emails.toSorted());
    expect(await reader('late@example.com')).toMatchObject({ status: 'subscribed', welcomeDueAt: null });
  });

  test('to an address that does not exist counts as a bounce', async () => {
    const { pass, later, setFault, received, reader } = await openConfirmed(kind, 'ada@example.com');
    setFault(({ at }) => (at === 'rcpt' ? { at, code: 550, text: '5.1.1 no' } : undefined));
    await pass();
    expect(await reader('ada@example.com')).toMatchObject({ softBounces: 1, welcomeDueAt: null });
    setFault(() => undefined);
    later(hour);
    await pass();
    expect(received).toEqual([]);
  });

  test('waits while the mail server is down', async () => {
    const { pass, later, setFault, to, provider } = await openConfirmed(
      kind,
      'ada@example.com',
      'bob@example.com',
    );
    provider.close();
    setFault(({ at }) => (at === 'connect' ? { at, code: 554, text: '5.7.0 go away' } : undefined));
    expect(await pass()).toEqual([
      expect.stringMatching(/^\w+: The mail server does not accept welcome emails: /),
    ]);
    setFault(() => undefined);
    later(welcomePolicy.retryAfterMs);
    await pass();
    expect(to()).toEqual(['ada@example.com', 'bob@example.com']);
  });

  test('is sent once by several processes at the same time', async () => {
    const emails = Array.from({ length: 30 }, (_, nth) => `reader${nth}@example.com`);
    const { deps, pass, to, later } = await openConfirmed(kind, ...emails);
    // Subscribes them.
    deps.welcome = undefined as never;
    await pass();
    deps.welcome = { text: 'Hello.' };
    const context = { onEvent: () => {}, signal: undefined };
    await Promise.all([1, 2, 3].map(() => sendWelcomes(deps, context)));
    later(hour);
    await pass();
    expect(to()).toEqual(emails.toSorted());
  });

  test('to addresses that nobody confirmed is limited like links to confirm', async () => {
    const { signUp, pass, later, to } = await openWelcomes(kind, 'returning');
    await signUp(...Array.from({ length: 9 }, (_, nth) => `victim+${nth}@gmail.com`), 'v.ictim@gmail.com');
    await pass();
    later(hour);
    await pass();
    expect(to()).toHaveLength(attemptLimits.confirmationsPerMailbox.points);
  });

  test('is not lost if the process is killed before the mail server has it, nor repeated if after', async () => {
    for (const isAfter of [false, true]) {
      const { pass, later, setFault, received, server, db, now, deps } = await openConfirmed(
        kind,
        'ada@example.com',
      );
      const welcome = deps.welcome;
      deps.welcome = undefined as never;
      await pass();
      deps.welcome = welcome;
      let hit = () => {};
      const reached = new Promise<void>((resolve) => {
        hit = resolve;
      });
      setFault(({ at }) => {
        if (at !== (isAfter ? 'data' : 'rcpt')) return undefined;
        hit();
        return isAfter ? 'withheld' : { slowMs: 60_000 };
      });
      const child = await startScript('welcome.child.ts', {
        DATABASE_URL: db.url,
        DATA_DIR: temporaryFolder(),
        SESSION_SECRET: 'x'.repeat(32),
        EMAIL_PROVIDER: 'smtp',
        SMTP_URL: `smtp://127.0.0.1:${server.port}`,
        MAIL_FROM: 'word@example.com',
        POSTAL_ADDRESS: '1 Sample Street',
        NOW: now().toISOString(),
      });
      await reached;
      if (isAfter) await expect.poll(() => received.length).toBe(1);
      child.kill('SIGKILL');
      await once(child, 'exit');
      setFault(() => undefined);
      await pass();
      later(welcomePolicy.retryAfterMs + minute);
      await pass();
      expect(received).toHaveLength(1);
    }
  });
});

describe('what a welcome shows', () => {
  const now = new Date('2026-12-01T13:00:00Z');
  const at = (hours: number) => new Date(now.getTime() + hours * hour);
  const anEmail = (hours: number, given: Partial<EmailNearby> = {}): EmailNearby => ({
    status: hours < 0 ? 'sent' : 'pending',
    isCanceling: false,
    dueAt: at(hours),
    moment: { day: '2026-12-01', localTime: '07:00', timezone: 'UTC', at: at(hours) },
    scheduledAt: at(hours),
    sendId: 1,
    startedAt: hours < 0 ? at(hours) : null,
    isPreparing: false,
    word: { word: `word ${hours}`, slug: `word-${hours}` } as EmailNearby['word'],
    ...given,
  });
  const removed = { word: undefined };
  const waiting = { status: 'scheduled', startedAt: null } as const;
  test.each([
    ['nothing before the first word went out', [anEmail(23)], 'never'],
    ['the latest word', [anEmail(-1), anEmail(-25), anEmail(23)], { word: 'word -1', next: at(23) }],
    ['the one before, if that was removed', [anEmail(-1, removed), anEmail(-25)], { word: 'word -25' }],
    ['nothing if the day’s email comes soon', [anEmail(-22), anEmail(2)], 'never'],
    [
      'the latest word, if that one is being canceled',
      [anEmail(-22), anEmail(2, { isCanceling: true })],
      { word: 'word -22' },
    ],
    ['nothing if the day’s email is about to start', [anEmail(-1, waiting), anEmail(-25)], 'never'],
    [
      'the latest word, if an old one never started',
      [anEmail(-emailPolicy.latestMs / hour - 1, waiting), anEmail(-25)],
      { word: 'word -25' },
    ],
    [
      'the word before, if the reader gets the latest later where they live',
      [anEmail(5, { status: 'scheduled', startedAt: at(-1) }), anEmail(-25)],
      { word: 'word -25', next: at(5) },
    ],
    [
      'nothing if that time is soon',
      [anEmail(1, { status: 'scheduled', startedAt: at(-1) }), anEmail(-25)],
      'never',
    ],
    ['nothing if the day’s email came since', [anEmail(-0.25), anEmail(-25)], 'never'],
    [
      'the word before, also if the latest has ended elsewhere',
      [anEmail(5, { status: 'sent', startedAt: at(-1) }), anEmail(-25)],
      { word: 'word -25', next: at(5) },
    ],
    [
      'nothing if the day’s email, which has ended elsewhere, comes soon',
      [anEmail(1, { status: 'sent', startedAt: at(-8) }), anEmail(-25)],
      'never',
    ],
    [
      'the word of an email that ended with the sandbox, so that it comes to nobody else',
      [anEmail(1, { status: 'sent', startedAt: at(-8), isStopped: true }), anEmail(-25)],
      { word: 'word 1' },
    ],
    ['nothing yet while readers of one are recorded', [anEmail(-1, { isPreparing: true })], 'later'],
  ])('is %s', (_, around, expected) => {
    const plan = planWelcome(around, at(-0.5), now);
    expect(typeof plan === 'string' ? plan : { word: plan.email.word.word, next: plan.nextAt }).toEqual(
      typeof expected === 'string' ? expected : { next: undefined, ...expected },
    );
  });
});
