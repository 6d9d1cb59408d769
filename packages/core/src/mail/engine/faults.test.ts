import { expect, test } from 'vitest';
import { openTestSending } from '../../../../../test/smtp.ts';
import type { SmtpServer } from '../../platform/settings/config.ts';
import { Registration } from '../../readers/reader-tables.ts';
import { smtpPolicy } from '../policy.ts';
import { addressFaults, type SmtpFault } from '../sandbox/smtp-server.ts';
import { outcomeOfError } from '../smtp/outcome.ts';

const minute = 60_000;

/** A list whose email is due, and the events for its owner. */
async function openDue(given: Parameters<typeof openTestSending>[1], readers = 40) {
  const sending = await openTestSending('sqlite', given);
  const problems: (string | undefined)[] = [];
  sending.deps.alerts = { afterPass: async (away?: string) => void problems.push(away) };
  await sending.givenReaders(readers);
  await sending.schedule(1000);
  sending.later(1000);
  return { ...sending, problems };
}

test('a refused login costs no reader, is retried rarely, and a fix is noticed without a restart', async () => {
  const { setFault, pass, states, later, provider, problems, db } = await openDue({
    server: { user: 'word', password: 'old' },
  });
  let logins = 0;
  setFault(({ at }) => {
    if (at !== 'login') return undefined;
    logins += 1;
    return { at, code: 535, text: '5.7.8 Wrong password' };
  });
  const events = await pass();
  expect(events.filter(({ outcome }) => outcome === 'failed')).toMatchObject([
    { step: 'deliveries', message: expect.stringContaining('535 5.7.8 Wrong password') },
  ]);
  expect(problems).toEqual([expect.stringContaining('Wrong password')]);
  const { checks } = await provider.check();
  expect(checks).toContainEqual(expect.objectContaining({ name: 'credentials', ok: false }));
  const before = logins;
  await pass();
  expect(logins).toBe(before);
  expect(before).toBeLessThan(10);
  const { queued = 0, deferred = 0 } = await states();
  expect(queued + deferred).toBe(40);
  expect(await db.em().count(Registration, { status: 'subscribed' })).toBe(40);
  setFault(() => undefined);
  later(minute);
  await pass();
  expect(await states()).toEqual({ sent: 40 });
  expect(problems.at(-1)).toBeUndefined();
});

test.each<[string, Partial<SmtpServer>]>([
  ['offers no encryption', { security: 'starttls' }],
  ['speaks no TLS', { security: 'tls' }],
])('nothing goes to a server that %s, and the owner learns why', async (_, server) => {
  const { pass, states, received, problems } = await openDue({ server });
  const events = await pass();
  expect(events).toContainEqual(expect.objectContaining({ step: 'deliveries' }));
  expect(problems).toEqual([expect.stringMatching(/TLS|SSL|encrypt/i)]);
  expect(received).toEqual([]);
  const { queued = 0, deferred = 0 } = await states();
  expect(queued + deferred).toBe(40);
});

test.each<{ why: string; server?: Partial<SmtpServer>; fault?: SmtpFault; name: string; says: RegExp }>([
  { why: 'no such name', server: { host: 'nowhere.invalid' }, name: 'reachable', says: /Check SMTP_HOST/ },
  {
    why: 'no DNS for a service that is known',
    server: { host: 'email-smtp.nowhere-1.amazonaws.com' },
    name: 'reachable',
    says: /Check its connection and its DNS\.$/,
  },
  { why: 'nothing there', server: { port: 1 }, name: 'reachable', says: /Check SMTP_HOST and SMTP_PORT/ },
  {
    why: 'no encryption from the start',
    server: { security: 'tls' },
    name: 'reachable',
    says: /Set SMTP_SECURITY to starttls/,
  },
  {
    why: 'no encryption at all',
    server: { security: 'starttls' },
    name: 'reachable',
    says: /no encryption.*SMTP_PORT/,
  },
  {
    why: 'a wrong password',
    server: { user: 'word', password: 'old' },
    fault: { at: 'login', code: 535, text: '5.7.8 Wrong' },
    name: 'credentials',
    says: /535 5\.7\.8 Wrong.*Check SMTP_USER and SMTP_PASSWORD/,
  },
])('a failed check says what to do: $why', async ({ server = {}, fault, name, says }) => {
  const { provider, setFault } = await openTestSending('sqlite', { server });
  setFault(({ at }) => (typeof fault === 'object' && 'at' in fault && fault.at === at ? fault : undefined));
  const { checks } = await provider.check();
  expect(checks.find(({ ok }) => !ok)).toEqual({ name, ok: false, detail: expect.stringMatching(says) });
});

test.each<[string, Partial<SmtpServer>, RegExp]>([
  ['without a login', {}, /^no login is set/],
  ['with a login', { user: 'word', password: 'new' }, /^the login is accepted/],
])('the check says what it tried %s', async (_, server, says) => {
  const { provider } = await openTestSending('sqlite', { server });
  const { checks } = await provider.check();
  const detail = expect.stringMatching(says);
  expect(checks).toContainEqual({ name: 'credentials', ok: true, detail });
});

test('a refused sender of a test email says what to do', async () => {
  const { provider, setFault } = await openTestSending('sqlite', {});
  setFault(({ at }) => (at === 'mail' ? { at, code: 554, text: '5.7.1 Not verified' } : undefined));
  const email = { to: 'owner@example.com', subject: 'Test', html: '<p>Test</p>', text: 'Test' };
  await expect(provider.service.sendTest(email)).rejects.toThrow(
    /5\.7\.1 Not verified.*MAIL_FROM to an address that your mail server may send for/,
  );
});

test.each<[string, Partial<SmtpServer>, SmtpFault | undefined, RegExp]>([
  [
    'a wrong password',
    { user: 'word', password: 'old' },
    { at: 'login', code: 535, text: '5.7.8 Wrong' },
    /535 5\.7\.8 Wrong\. Check SMTP_USER and SMTP_PASSWORD/,
  ],
  ['a wrong port', { port: 1 }, undefined, /Nothing listens there\. Check SMTP_HOST and SMTP_PORT\.$/],
])('a test email says the same as the check: %s', async (_, server, fault, says) => {
  const { provider, setFault } = await openTestSending('sqlite', { server });
  setFault(({ at }) => (at === 'login' ? fault : undefined));
  const { checks } = await provider.check();
  expect(checks.find(({ ok }) => !ok)?.detail).toMatch(says);
  const email = { to: 'owner@example.com', subject: 'Test', html: '<p>Test</p>', text: 'Test' };
  await expect(provider.service.sendTest(email)).rejects.toThrow(says);
});

test.each<[string, SmtpFault, object]>([
  ['is slow', { slowMs: 200 }, { sent: 3 }],
  ['never comes', 'withheld', { sent: 2, unknown: 1 }],
])('an answer that %s', async (_, fault, expected) => {
  const { setFault, pass, later, states, received } = await openDue(
    { policy: { timeouts: { ...smtpPolicy.timeouts, silenceMs: 1000 } } },
    3,
  );
  setFault(({ at, to }) => (at === 'data' && to === 'reader1@example.com' ? fault : undefined));
  await pass();
  expect(await states()).toEqual(expected);
  setFault(() => undefined);
  later(60 * minute);
  await pass();
  // Nobody gets a second one.
  expect(received).toHaveLength(3);
});

test.each([
  ['bounce', { failed: 1 }],
  ['full', { deferred: 1 }],
  ['later', { deferred: 1 }],
  ['busy', { deferred: 1 }],
  ['drop', { deferred: 1 }],
  ['lost', { unknown: 1 }],
])('an address with +%s in it triggers that fault in the sandbox', async (tag, expected) => {
  const { setFault, db, pass, states } = await openDue({}, 1);
  await db.em().nativeUpdate(Registration, {}, { email: `ada+${tag}@example.com` });
  setFault(addressFaults);
  await pass();
  expect(await states()).toEqual(expected);
});

test.each([
  { when: 'from the start', accepted: 0 },
  { when: 'in the middle', accepted: 12 },
])('a server that rejects every address as unknown, $when, costs no reader', async ({ accepted }) => {
  const { setFault, pass, states, later, received, provider, db } = await openDue({
    policy: { addressRefusalsTolerated: { atFirst: 3, later: 5 } },
  });
  const unknown: SmtpFault = { at: 'rcpt', code: 550, text: 'relay not permitted' };
  setFault(({ at }) => (at === 'rcpt' && received.length >= accepted ? unknown : undefined));
  const events = await pass();
  expect(events).toContainEqual(
    expect.objectContaining({ outcome: 'failed', message: expect.stringContaining('relay not permitted') }),
  );
  expect(await db.em().count(Registration, { status: 'subscribed' })).toBe(40);
  setFault(() => undefined);
  later(minute);
  await provider.deliveries.change('1', 'resume');
  await pass();
  expect(await states()).toEqual({ sent: 40 });
  expect(new Set(received.map(({ to }) => to)).size).toBe(received.length);
});

test('refusals of addresses are trusted once the server accepts another, however many there were', async () => {
  const { setFault, pass, states, db } = await openDue({
    policy: { addressRefusalsTolerated: { atFirst: 10, later: 10 } },
  });
  const isGone = (to = '') => /^reader[0-4]@/.test(to);
  setFault(({ at, to }) => (at === 'rcpt' && isGone(to) ? { at, code: 550, text: '5.1.1 Gone' } : undefined));
  await pass();
  expect(await states()).toEqual({ sent: 35, failed: 5 });
  expect(await db.em().count(Registration, { status: 'bounced' })).toBe(5);
});

/** The server accepts ten emails and then asks for less, until the time is up. */
async function openHalfSent() {
  const sending = await openDue({ policy: { latestMs: 6 * 60 * minute } });
  const { setFault, pass, received } = sending;
  const tooMuch: SmtpFault = { at: 'mail', code: 421, text: '4.7.0 Too much' };
  setFault(({ at }) => (at === 'mail' && received.length >= 10 ? tooMuch : undefined));
  await pass();
  setFault(() => undefined);
  return sending;
}

test('emails that a sleeping machine did not send by the time limit are given up, not sent the next day', async () => {
  const { pass, later, states, received } = await openHalfSent();
  const sent = received.length;
  later(7 * 60 * minute);
  await pass();
  expect(received).toHaveLength(sent);
  expect(await states()).toEqual({ sent, failed: 40 - sent });
});

test('an email paused past the time limit is sent if the owner resumes it', async () => {
  const { pass, later, states, provider } = await openHalfSent();
  await provider.deliveries.change('1', 'pause');
  later(7 * 60 * minute);
  await pass();
  await provider.deliveries.change('1', 'resume');
  await pass();
  expect(await states()).toEqual({ sent: 40 });
});

test.each([
  ['certificate has expired', true],
  ['self-signed certificate', true],
  ['self-signed certificate in certificate chain', true],
  ['unable to verify the first certificate', true],
  ['unable to get local issuer certificate', true],
  ["Hostname/IP does not match certificate's altnames: Host: a. is not cert's CN: b", true],
  ['connect ECONNREFUSED 127.0.0.1:25', false],
  ['getaddrinfo ENOTFOUND mail.example.com', false],
])('a connection that fails with “%s” needs the owner: %s', (message, isRefused) => {
  const error = Object.assign(new Error(message), { code: 'ESOCKET', command: 'CONN' });
  expect(outcomeOfError(error, 'none')).toEqual({ kind: 'outage', isRefused, answer: message });
});
