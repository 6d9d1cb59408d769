import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/databases.ts';
import type { MailCheck } from '../../contract/mail-check.ts';
import { noSmtpLimits } from '../../platform/settings/config.ts';
import { checkDomain } from './check-domain.ts';
import type { DnsResolver } from './resolver.ts';

/** Records by type and name, such as `TXT example.com`; an error code instead of an answer. */
type Zone = Record<string, string | string[]>;

function dnsOf(zone: Zone): DnsResolver & { asked: string[] } {
  const asked: string[] = [];
  async function answer(type: string, name: string): Promise<string[]> {
    asked.push(`${type} ${name}`);
    const found = zone[`${type} ${name}`] ?? zone[`* ${name}`];
    if (Array.isArray(found)) return found;
    throw Object.assign(new Error('DNS'), { code: found ?? 'ENOTFOUND' });
  }
  return {
    asked,
    // A long record arrives in pieces.
    resolveTxt: async (name) => (await answer('TXT', name)).map((text) => text.match(/.{1,255}/g) ?? []),
    resolve4: (name) => answer('A', name),
    resolve6: (name) => answer('AAAA', name),
    resolveMx: async (name) => (await answer('MX', name)).map((exchange) => ({ exchange })),
  };
}

const smtp = {
  server: { host: 'mail.example.com', port: 587, security: 'starttls' as const, user: '', password: '' },
  from: { name: 'Daily Word', address: 'word@example.com' },
  bounceAddress: undefined,
  dkim: undefined,
};
const good: Zone = {
  'TXT example.com': ['some-site-verification=1', 'v=spf1 a:mail.example.com -all'],
  'TXT _dmarc.example.com': ['v=DMARC1; p=none'],
  'A mail.example.com': ['192.0.2.10'],
};

async function check(
  name: MailCheck['name'],
  zone: Zone,
  settings: Partial<Parameters<typeof checkDomain>[0]> = {},
) {
  const dns = dnsOf(zone);
  const checks = await checkDomain({ ...smtp, ...settings }, dns);
  return { ...checks.find((one) => one.name === name), asked: dns.asked };
}

test('SPF must name the second mail server too', async () => {
  const second = {
    server: { ...smtp.server, host: 'mail.example.net' },
    carries: 'failover' as const,
    connections: 5,
    limits: noSmtpLimits,
  };
  const zone = { ...good, 'A mail.example.net': ['198.51.100.7'] };
  const checks = await checkDomain({ ...smtp, second }, dnsOf(zone));
  expect(checks.filter(({ name }) => name === 'spf').map(({ status }) => status)).toEqual(['ok', 'warning']);
  expect(checks.at(-1)?.detail).toMatch(/^second mail server: .*mail\.example\.net/);
});

const server = (host: string) => ({ server: { ...smtp.server, host } });

test.each<[string, Zone, object, MailCheck['status'], RegExp]>([
  ['names the server', good, {}, 'ok', /^v=spf1 a:mail\.example\.com -all \(1 of 10 lookups\)$/],
  [
    'is missing',
    { ...good, 'TXT example.com': ['other'] },
    {},
    'warning',
    /Add a TXT record to example\.com: v=spf1 a:mail\.example\.com ~all$/,
  ],
  [
    'is there twice',
    { ...good, 'TXT example.com': ['v=spf1 -all', 'v=spf1 ~all'] },
    {},
    'failed',
    /has 2 SPF records and may only have one/,
  ],
  [
    'lets everybody send',
    { ...good, 'TXT example.com': ['v=spf1 all'] },
    {},
    'failed',
    /lets everybody send\. End it with ~all/,
  ],
  [
    'names a network with the server',
    { ...good, 'TXT example.com': ['v=spf1 ip4:192.0.2.0/24 ~all'] },
    {},
    'ok',
    /0 of 10/,
  ],
  [
    'names the server as one of the mail hosts',
    { ...good, 'TXT example.com': ['v=spf1 mx ~all'], 'MX example.com': ['mail.example.com'] },
    {},
    'ok',
    /1 of 10/,
  ],
  [
    'names other servers',
    { ...good, 'TXT example.com': ['v=spf1 ip4:198.51.100.1 ?ip4:192.0.2.10 ~all'] },
    {},
    'warning',
    /change it to: v=spf1 ip4:198\.51\.100\.1 \?ip4:192\.0\.2\.10 a:mail\.example\.com ~all$/,
  ],
  [
    'lacks the include that the relay requires',
    { 'TXT example.com': ['v=spf1 mx -all'] },
    server('email-smtp.us-east-1.amazonaws.com'),
    'warning',
    /does not include amazonses\.com, as Amazon SES requires\. Change it to: v=spf1 mx include:amazonses\.com -all$/,
  ],
  [
    'has the include that the relay requires, further down',
    {
      'TXT example.com': ['v=spf1 redirect=_spf.example.com'],
      'TXT _spf.example.com': ['v=spf1 include:amazonses.com -all'],
      'TXT amazonses.com': ['v=spf1 ip4:199.255.192.0/22 -all'],
    },
    server('email-smtp.us-east-1.amazonaws.com'),
    'ok',
    /2 of 10/,
  ],
  [
    'includes one that no longer exists',
    { ...good, 'TXT example.com': ['v=spf1 include:gone.example -all'] },
    {},
    'failed',
    /it includes gone\.example, which has no SPF record/,
  ],
  [
    'cannot be read because DNS does not answer',
    { ...good, 'TXT example.com': 'ETIMEOUT' },
    {},
    'warning',
    /^Could not be checked: DNS did not answer for example\.com \(ETIMEOUT\)\.$/,
  ],
  [
    'of the bounce address counts',
    { 'TXT bounces.example.com': ['v=spf1 ip4:192.0.2.10 -all'] },
    { ...server('192.0.2.10'), bounceAddress: 'b@bounces.example.com' },
    'ok',
    /ip4:192/,
  ],
  [
    'cannot be judged for a server on this machine',
    { 'TXT example.com': ['v=spf1 mx -all'] },
    server('localhost'),
    'ok',
    /mx -all/,
  ],
])('an SPF record that %s', async (_, zone, settings, status, detail) => {
  expect(await check('spf', zone, settings)).toMatchObject({ status, detail: expect.stringMatching(detail) });
});

test('SPF records that include each other endlessly are followed no further than receivers do', async () => {
  const zone = {
    'TXT example.com': ['v=spf1 include:a.example ~all'],
    'TXT a.example': ['v=spf1 include:example.com ~all'],
  };
  const { status, detail, asked } = await check('spf', zone);
  expect(status).toBe('failed');
  expect(detail).toMatch(/it needs more than 10 DNS lookups/);
  expect(
    asked.filter((question) => question.startsWith('TXT') && !question.includes('_')).length,
  ).toBeLessThanOrEqual(12);
});

function givenKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyFile = join(temporaryFolder(), 'dkim.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { privateKey, dkim: { domain: 'example.com', selector: 'w1', keyFile } };
}

const publicPart = (key: KeyObject, type: 'spki' | 'pkcs1') =>
  createPublicKey(key).export({ type, format: 'der' }).toString('base64');

test('a DKIM record has the public key of the key file, or is given in full', async () => {
  const { privateKey, dkim } = givenKey();
  const at = 'TXT w1._domainkey.example.com';
  const record = `v=DKIM1; k=rsa; p=${publicPart(privateKey, 'spki')}`;
  const missing = await check('dkim', good, { dkim });
  expect(missing).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining(`w1._domainkey.example.com: ${record}`),
  });
  expect(await check('dkim', { ...good, [at]: [record] }, { dkim })).toMatchObject({ status: 'ok' });
  const old = `p=${publicPart(privateKey, 'pkcs1')}`;
  expect(await check('dkim', { ...good, [at]: [old] }, { dkim })).toMatchObject({ status: 'ok' });
  const another = `v=DKIM1; p=${publicPart(givenKey().privateKey, 'spki')}`;
  expect(await check('dkim', { ...good, [at]: [another] }, { dkim })).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(/does not match the key in DKIM_KEY_FILE/),
  });
  expect(await check('dkim', { ...good, [at]: ['v=DKIM1; p='] }, { dkim })).toMatchObject({
    status: 'failed',
  });
  expect(await check('dkim', { ...good, [at]: [record, another] }, { dkim })).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(/several records/),
  });
  expect(await check('dkim', { ...good, [at]: 'ESERVFAIL' }, { dkim })).toMatchObject({ status: 'warning' });
});

test('a DKIM key that cannot be used is reported, and without one the mail server must sign', async () => {
  const dkim = { domain: 'example.com', selector: 'w1', keyFile: join(temporaryFolder(), 'none.pem') };
  expect(await check('dkim', good, { dkim })).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(/cannot be read/),
  });
  expect(await check('dkim', good)).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(/Your mail server must sign.*DKIM_DOMAIN.*environment/),
  });
});

test('a service signs, and the check names the place to set that up for a domain', async () => {
  const { status, detail } = await check('dkim', good, server('smtp.gmail.com'));
  expect(status).toBe('ok');
  expect(detail).toMatch(/^Gmail or Google Workspace signs.*for example\.com.* Google Admin console/);
  expect(detail).not.toContain('DKIM_');
});

const signsIn = (host: string, user: string) => ({ server: { ...smtp.server, host, user } });

test.each([
  ['smtp.gmail.com', 'ann@gmail.com', 'It only works as an alias of ann@gmail.com.'],
  ['smtp.office365.com', 'ann@example.com', 'It only works if ann@example.com may send as it.'],
])('%s takes no sender that is not the address that signs in', async (host, user, rule) => {
  const [first] = await checkDomain({ ...smtp, ...signsIn(host, user) }, dnsOf(good));
  const detail = `The sender word@example.com is not the address that signs in. ${rule}`;
  expect(first).toEqual({ name: 'sender', status: 'warning', detail });

  const second = {
    ...signsIn(host, user),
    carries: 'failover',
    connections: 5,
    limits: noSmtpLimits,
  } as const;
  const checks = await checkDomain({ ...smtp, second }, dnsOf(good));
  expect(checks[0]?.detail).toBe(`second mail server: ${detail}`);
});

test.each([
  ['the address itself', 'smtp.gmail.com', 'Word@Example.com'],
  ['a user name that is no address', 'smtp.office365.com', 'word'],
  ['a service that takes any verified sender', 'smtp.mailgun.org', 'postmaster@mail.example.com'],
])('the sender may be %s', async (_, host, user) => {
  expect(await check('sender', good, signsIn(host, user))).not.toHaveProperty('status');
});

test('an account of a mailbox provider is not sent to the console of a company', async () => {
  expect(await check('dkim', good, signsIn('smtp.gmail.com', 'ann@gmail.com'))).toMatchObject({
    status: 'warning',
    detail:
      'Google signs the emails for gmail.com. An account there cannot sign for example.com. Use ann@gmail.com as the sender, or a mail server that signs for example.com.',
  });
});

const senderAt = (domain: string) => ({ from: { name: '', address: `word@${domain}` } });
const lacking: Zone = {
  'A mail.example.com': ['192.0.2.10'],
  'TXT gmail.com': ['v=spf1 -all'],
  'TXT _dmarc.gmail.com': ['v=DMARC1'],
};

test.each<[string, MailCheck['name'], Zone, object, MailCheck['status'], RegExp]>([
  ['needs no key for its own domain', 'dkim', {}, server('smtp.gmail.com'), 'ok', /nothing to set up\.$/],
  ['keeps its SPF record', 'spf', lacking, {}, 'warning', /which alone can change.*mail\.example\.com send/],
  ['keeps its DMARC record', 'dmarc', lacking, {}, 'failed', /which alone can change.*Use a sender at/],
  ['may send for itself', 'spf', lacking, server('smtp.gmail.com'), 'ok', /It sends these emails\.$/],
  [
    'keeps its keys',
    'dkim',
    {},
    { dkim: { domain: 'gmail.com', selector: 'w1', keyFile: 'unused.pem' } },
    'failed',
    /cannot be signed for it here\. Remove DKIM_DOMAIN/,
  ],
])('a mailbox provider %s', async (_, name, zone, settings, status, detail) => {
  const found = await check(name, zone, { ...senderAt('gmail.com'), ...settings });
  expect(found).toMatchObject({ status, detail: expect.stringMatching(detail) });
  expect(found.detail).toContain('gmail.com');
  expect(found.detail).not.toContain('TXT');
  expect(found.record).toBeUndefined();
});

const signed = (domain: string, bounceAddress: string) => ({
  dkim: { domain, selector: 'w1', keyFile: 'unused.pem' },
  bounceAddress,
});

test.each<[string, Zone, object, MailCheck['status'], RegExp]>([
  ['is there', good, {}, 'ok', /^v=DMARC1; p=none \(of example\.com\)$/],
  [
    'belongs to the parent domain',
    good,
    { from: { name: '', address: 'a@word.example.com' } },
    'ok',
    /\(of example\.com\)/,
  ],
  ['is missing', {}, {}, 'warning', /Add a TXT record to _dmarc\.example\.com: v=DMARC1; p=none$/],
  ['is invalid', { 'TXT _dmarc.example.com': ['v=DMARC1; p=maybe'] }, {}, 'failed', /is not valid/],
  ['is met by the signature', good, signed('mail.example.com', 'b@relay.example'), 'ok', /p=none/],
  ['is met by the bounce address', good, signed('relay.example', 'b@bounces.example.com'), 'ok', /p=none/],
  [
    'is met by neither',
    good,
    signed('relay.example', 'b@relay.example'),
    'failed',
    /signed by relay\.example, and returned to relay\.example: neither counts/,
  ],
  [
    'is strict',
    { 'TXT _dmarc.example.com': ['v=DMARC1; p=reject; adkim=s; aspf=s'] },
    signed('mail.example.com', 'b@bounces.example.com'),
    'failed',
    /neither counts/,
  ],
])('a DMARC record that %s', async (_, zone, settings, status, detail) => {
  expect(await check('dmarc', zone, settings)).toMatchObject({
    status,
    detail: expect.stringMatching(detail),
  });
});
