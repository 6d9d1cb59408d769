import { createPublicKey, type KeyObject } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { MailCheck } from '../../contract/mail-check.ts';
import {
  type MailService,
  type MailServiceName,
  mailServices,
  serviceOf,
} from '../../contract/mail-services.ts';
import { isDomainError } from '../../platform/errors.ts';
import type { SmtpConfig, SmtpServer } from '../../platform/settings/config.ts';
import { isThisMachine } from '../../platform/settings/types.ts';
import { domainOf } from '../mailing-list.ts';
import { readDkimKey } from '../smtp/dkim.ts';
import { ownerOf } from './mailbox-providers.ts';
import { addressesOf, type DnsResolver, DnsSilent, mailHosts, textRecords } from './resolver.ts';

/**
 * Whether the mail server takes the sender, and the records of its domain meet the requirements of receivers. If DNS does
 * not answer, the result is a warning: nothing is known about the record.
 */
export async function checkDomain(
  {
    server,
    from,
    bounceAddress,
    dkim,
    second,
  }: Pick<SmtpConfig, 'server' | 'from' | 'bounceAddress' | 'dkim' | 'second'>,
  dns: DnsResolver = new Resolver({ timeout: 2000, tries: 2 }),
): Promise<MailCheck[]> {
  const domain = domainOf(from.address).toLowerCase();
  const bounces = domainOf(bounceAddress ?? from.address).toLowerCase();
  const spfOf = (host: string) =>
    orUnchecked('spf', checkSpf({ dns, domain: bounces, host }).then(ofOwner(bounces, host)));
  const atSecond = (one: MailCheck) => ({ ...one, detail: `second mail server: ${one.detail}` });
  // Receivers see a difference only in the server that sends to them.
  const ofSecond = second ? [spfOf(second.server.host).then(atSecond)] : [];
  return Promise.all([
    ...checkSender(from.address, server),
    ...(second ? checkSender(from.address, second.server).map(atSecond) : []),
    spfOf(server.host),
    dkim
      ? orUnchecked('dkim', checkDkim(dns, dkim).then(ofOwner(dkim.domain, server.host)))
      : signedThere(domain, server),
    orUnchecked(
      'dmarc',
      checkDmarc({ dns, from: domain, bounces, signer: dkim?.domain }).then(ofOwner(domain, server.host)),
    ),
    ...ofSecond,
  ]);
}

/** Whether a service whose senders belong to its accounts may refuse or replace the sender. */
function checkSender(sender: string, { host, user }: SmtpServer): MailCheck[] {
  const service = serviceOf(host);
  const { otherSender }: Partial<MailService> = service ? mailServices[service] : {};
  if (!otherSender || !user.includes('@') || user.toLowerCase() === sender.toLowerCase()) return [];
  const detail = `The sender ${sender} is not the address that signs in. ${otherSender(user)}`;
  return [{ name: 'sender', status: 'warning', detail }];
}

async function orUnchecked(name: MailCheck['name'], check: Promise<MailCheck>): Promise<MailCheck> {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof DnsSilent)) throw error;
    return { name, status: 'warning', detail: `Could not be checked: ${error.message}.` };
  }
}

/**
 * Nobody but a mailbox provider can change the records of its own domains, such as gmail.com, so none is suggested.
 *
 * @param host The mail server.
 */
function ofOwner(domain: string, host: string): (check: MailCheck) => MailCheck {
  const owner = ownerOf(domain);
  return (check) => {
    const { name, status } = check;
    if (status === 'ok' || owner === undefined) return check;
    const whose = `${domain} is a domain of ${owner}, which alone can change its records`;
    if (name === 'dkim') {
      const detail = `${whose}, so emails cannot be signed for it here. Remove DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE.`;
      return { name, status, detail };
    }
    if (isServerOf(owner, host)) return { name, status: 'ok', detail: `${whose}. It sends these emails.` };
    const detail = `${whose}, and does not let ${host} send for it. Use a sender at a domain of your own, or the mail server of ${owner}.`;
    return { name, status, detail };
  };
}

const isServerOf = (owner: string, host: string) =>
  ownerOf(host) === owner || (owner === 'Microsoft' && serviceOf(host) === 'microsoft');

/** Where the services have what their customers set up before they sign for a domain. */
const signing: Record<MailServiceName, string> = {
  google: 'in the Google Admin console under Apps, Google Workspace, Gmail, Authenticate email',
  microsoft: 'in the Microsoft Defender portal under Email authentication settings, DKIM',
  ses: 'in the SES console under Identities, with Easy DKIM',
  postmark: 'in Postmark under Sender Signatures',
  mailgun: 'in Mailgun under Domain settings, DNS records',
  brevo: 'in Brevo under Senders, Domains & Dedicated IPs',
  sendgrid: 'in SendGrid under Settings, Sender Authentication',
  mailjet: 'in Mailjet under Senders & Domains',
};

/** Without a key here, the mail server signs. Which selector it uses is not known. */
function signedThere(domain: string, { host, user }: SmtpServer): MailCheck {
  const result = (status: MailCheck['status'], detail: string): MailCheck => ({
    name: 'dkim',
    status,
    detail,
  });
  const owner = ownerOf(domain);
  if (owner !== undefined && isServerOf(owner, host))
    return result('ok', `${owner} signs the emails from ${domain}. There is nothing to set up.`);
  // Only accounts of an organization have a console to set it up in.
  const accounts = domainOf(user).toLowerCase();
  const ownerOfAccount = ownerOf(accounts);
  if (ownerOfAccount !== undefined && isServerOf(ownerOfAccount, host)) {
    const text = `${ownerOfAccount} signs the emails for ${accounts}. An account there cannot sign for ${domain}. Use ${user} as the sender, or a mail server that signs for ${domain}.`;
    return result('warning', text);
  }
  const service = serviceOf(host);
  if (service) {
    const { label } = mailServices[service];
    return result(
      'ok',
      `${label} signs the emails. So that it signs for ${domain}, set that up ${signing[service]}.`,
    );
  }
  return result(
    'ok',
    'Your mail server must sign the emails, as relays do. To sign them here, set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE in the environment or in .env.',
  );
}

/** Whether the selector's record has the public key of the signing key. @throws DnsSilent */
export async function checkDkim(dns: DnsResolver, dkim: NonNullable<SmtpConfig['dkim']>): Promise<MailCheck> {
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const result = (status: MailCheck['status'], detail: string, value?: string) =>
    withRecord({ name: 'dkim', status, detail }, name, value);
  let key: KeyObject;
  try {
    key = createPublicKey(readDkimKey(dkim.keyFile));
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return result('failed', error.message);
  }
  const record = `v=DKIM1; k=rsa; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`;
  const [found, ...more] = (await textRecords(dns, name)).filter((text) => 'p' in tagsOf(text));
  if (found === undefined) {
    return result(
      'failed',
      `Emails are signed, but ${name} has no record. Add a TXT record to ${name}: ${record}`,
      record,
    );
  }
  if (more.length > 0)
    return result('failed', `${name} has several records. Keep this one: ${record}`, record);
  if (!hasKey(found, key)) {
    return result(
      'failed',
      `${name} does not match the key in DKIM_KEY_FILE. Change its TXT record to: ${record}`,
      record,
    );
  }
  return result('ok', `${name} has the public key of DKIM_KEY_FILE.`);
}

/** The key is a SubjectPublicKeyInfo or, in old records, a bare RSA key. */
function hasKey(record: string, key: KeyObject): boolean {
  const published = Buffer.from((tagsOf(record).p ?? '').replace(/\s/g, ''), 'base64');
  return [key.export({ type: 'spki', format: 'der' }), key.export({ type: 'pkcs1', format: 'der' })].some(
    (own) => own.equals(published),
  );
}

interface DmarcQuestion {
  dns: DnsResolver;
  /** The domain that readers see. */
  from: string;
  /** The domain whose SPF record counts. */
  bounces: string;
  /** The domain that signs here; `undefined` if the mail server signs. */
  signer: string | undefined;
}

/**
 * Whether a domain says what to do with mail that does not come from it, and whether our mail counts as its own.
 * @throws DnsSilent
 */
export async function checkDmarc({ dns, from, bounces, signer }: DmarcQuestion): Promise<MailCheck> {
  const result = (status: MailCheck['status'], detail: string, at?: string, value?: string) =>
    withRecord({ name: 'dmarc', status, detail }, `_dmarc.${at}`, value);
  const dmarc = await readDmarc(dns, from);
  const example = 'v=DMARC1; p=none';
  if (!dmarc) {
    const text = `${from} has no DMARC record. Add a TXT record to _dmarc.${from}: ${example}`;
    return result('warning', text, from, example);
  }
  const { record, policy, domain, isStrict } = dmarc;
  if (!policy) {
    const text = `The DMARC record of ${domain} is not valid: ${record}. Change it, for example to: ${example}`;
    return result('failed', text, domain, example);
  }
  const isSigned = signer === undefined || isAligned(from, signer, dmarc, isStrict.dkim);
  if (isSigned || isAligned(from, bounces, dmarc, isStrict.spf))
    return result('ok', `${record} (of ${domain})`);
  const text = `${record} (of ${domain}), but emails from ${from} are signed by ${signer}, and returned to ${bounces}: neither counts. Set DKIM_DOMAIN to ${from}, or BOUNCE_ADDRESS to an address there.`;
  return result('failed', text);
}

interface SpfQuestion {
  dns: DnsResolver;
  /** The domain of the address that returned emails go to: receivers check its record. */
  domain: string;
  /** The mail server that emails are sent through. */
  host: string;
}

/** Whether a domain lets the mail server send for it. @throws DnsSilent */
export async function checkSpf({ dns, domain, host }: SpfQuestion): Promise<MailCheck> {
  const result = (status: MailCheck['status'], detail: string, value?: string) =>
    withRecord({ name: 'spf', status, detail }, domain, value);
  const spf = await readSpf(dns, domain);
  const server = await serverOf(dns, host);
  if (!spf) {
    const example = `v=spf1 ${server.mechanism} ~all`;
    const text = `${domain} has no SPF record. Add a TXT record to ${domain}: ${example}`;
    return result('warning', text, example);
  }
  const { record, problem, others, lookUps } = spf;
  if (problem)
    return result('failed', `Receivers cannot use the SPF record of ${domain}: ${problem}. It is: ${record}`);
  if (others === '+')
    return result('failed', `The SPF record of ${domain} lets everybody send. End it with ~all: ${record}`);
  const isNamed = server.include
    ? spf.includes.has(server.include)
    : server.addresses.length === 0 || server.addresses.some((address) => allows(spf, address));
  if (isNamed) return result('ok', `${record} (${lookUps} of ${mostLookUps} lookups)`);
  const lacks = server.include
    ? `does not include ${server.include}, as ${server.name} requires. Change`
    : `does not allow ${server.name}. Unless another server sends its outgoing mail, change`;
  const better = withMechanism(record, server.mechanism);
  return result('warning', `The SPF record of ${domain} ${lacks} it to: ${better}`, better);
}

/** @param value The record that would put it right. */
function withRecord(check: MailCheck, name: string, value: string | undefined): MailCheck {
  return value === undefined ? check : { ...check, record: { type: 'TXT', name, value } };
}

/** Inserts a mechanism before the rule for all other servers. */
function withMechanism(record: string, mechanism: string): string {
  const at = record.search(/\s[-~?]?(?:all|redirect=\S*)\s*$/i);
  return at === -1 ? `${record} ${mechanism}` : `${record.slice(0, at)} ${mechanism}${record.slice(at)}`;
}

interface MailServer {
  name: string;
  /** The include that a known relay requires. */
  include: string | undefined;
  /** Empty if they cannot be found out from here. */
  addresses: string[];
  /** How an SPF record refers to it. */
  mechanism: string;
}

async function serverOf(dns: DnsResolver, host: string): Promise<MailServer> {
  const service = serviceOf(host);
  if (service) {
    const { label: name, include } = mailServices[service];
    return { name, include, addresses: [], mechanism: `include:${include}` };
  }
  const own = { include: undefined, name: host };
  // Its public address is not known from here.
  if (isThisMachine(host)) return { ...own, addresses: [], mechanism: 'ip4:YOUR_ADDRESS' };
  const version = isIP(host);
  if (version !== 0) return { ...own, addresses: [host], mechanism: `ip${version}:${host}` };
  return { ...own, addresses: await addressesOf(dns, host), mechanism: `a:${host}` };
}

/** What receivers should do with mail that does not come from its domain. */
export interface DmarcPolicy {
  /** Where the record was found: the domain itself or one above it. */
  domain: string;
  record: string;
  /** `none`, `quarantine` or `reject`; `undefined` if it is none of these. */
  policy: string | undefined;
  isStrict: { dkim: boolean; spf: boolean };
}

/** The record of a domain or of the nearest domain above it; `undefined` if there is none. @throws DnsSilent */
export async function readDmarc(dns: DnsResolver, domain: string): Promise<DmarcPolicy | undefined> {
  for (let labels = domain.split('.'); labels.length > 1; labels = labels.slice(1)) {
    const at = labels.join('.');
    const [record] = (await textRecords(dns, `_dmarc.${at}`)).filter((text) =>
      /^v=DMARC1 *(?:;|$)/i.test(text),
    );
    if (record !== undefined) return { domain: at, record, ...parse(record) };
  }
  return undefined;
}

function parse(record: string): Pick<DmarcPolicy, 'policy' | 'isStrict'> {
  const { p, adkim, aspf } = tagsOf(record);
  const policy = ['none', 'quarantine', 'reject'].find((name) => name === p?.toLowerCase());
  return { policy, isStrict: { dkim: adkim === 's', spf: aspf === 's' } };
}

/** The tags of a record such as `v=DMARC1; p=none`. */
export function tagsOf(record: string): Partial<Record<string, string>> {
  const pairs = record.split(';').map((tag) => {
    const at = tag.indexOf('=');
    return [tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).trim()];
  });
  return Object.fromEntries(pairs);
}

/** Whether a signature or a bounce address of a domain counts for mail from `from`. */
export function isAligned(
  from: string,
  domain: string,
  dmarc: DmarcPolicy | undefined,
  isStrict: boolean,
): boolean {
  if (from === domain) return true;
  if (isStrict) return false;
  const isBelow = (below: string, above: string) => below.endsWith(`.${above}`);
  // A record above both domains covers both.
  const organization = dmarc && from !== dmarc.domain ? dmarc.domain : from;
  return (
    isBelow(from, domain) || isBelow(domain, from) || domain === organization || isBelow(domain, organization)
  );
}

/** Receivers give up after this many (RFC 7208, section 4.6.4). */
export const mostLookUps = 10;

/** What a domain's SPF record allows, with the records that it includes. */
export interface SpfPolicy {
  record: string;
  /** How many lookups a receiver needs; none is made beyond the maximum. */
  lookUps: number;
  /** Domains whose records are included, at any depth. */
  includes: Set<string>;
  /** Addresses that may send. */
  addresses: BlockList;
  /** The qualifier for all other servers: `-`, `~`, `?` or `+`; `undefined` if it says nothing. */
  others: string | undefined;
  /** Why receivers cannot use it. */
  problem: string | undefined;
}

/** Follows a domain's SPF record; `undefined` if it has none. @throws DnsSilent */
export async function readSpf(dns: DnsResolver, domain: string): Promise<SpfPolicy | undefined> {
  const policy = { lookUps: 0, includes: new Set<string>(), addresses: new BlockList() };
  const found: SpfPolicy = { record: '', others: undefined, problem: undefined, ...policy };
  const record = await recordOf(dns, domain, found);
  if (record === undefined) return undefined;
  found.record = record;
  await follow(dns, domain, record, found);
  if (found.lookUps > mostLookUps) {
    found.problem = `it needs more than ${mostLookUps} DNS lookups, the limit of receivers`;
  }
  return found;
}

async function recordOf(dns: DnsResolver, domain: string, policy: SpfPolicy): Promise<string | undefined> {
  const records = (await textRecords(dns, domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));
  if (records.length > 1)
    policy.problem = `${domain} has ${records.length} SPF records and may only have one`;
  return records[0];
}

async function follow(dns: DnsResolver, domain: string, record: string, policy: SpfPolicy): Promise<void> {
  const terms = record
    .split(/\s+/)
    .slice(1)
    .map((term) => parseTerm(term, domain));
  const all = terms.findIndex(({ mechanism }) => mechanism === 'all');
  // Terms after `all` do not count, and neither does a redirect next to it.
  const counting =
    all === -1 ? terms : terms.slice(0, all).filter(({ mechanism }) => mechanism !== 'redirect');
  for (const term of counting) {
    if (term.mechanism === 'ip4' || term.mechanism === 'ip6') allow(policy, term, term.value);
    if (!costly.has(term.mechanism)) continue;
    policy.lookUps += 1;
    if (policy.lookUps > mostLookUps) return;
    await lookUp(dns, term, policy);
  }
  policy.others ??= terms[all]?.qualifier;
}

const costly = new Set(['include', 'redirect', 'a', 'mx', 'ptr', 'exists']);

interface Term {
  qualifier: string;
  mechanism: string;
  /** The name or network, as written. */
  value: string;
  /** The name to look up; the domain itself if none is given. */
  target: string;
  /** Bits of the IPv4 network around each address. */
  size: string | undefined;
}

function parseTerm(term: string, domain: string): Term {
  const qualifier = /^[-+~?]/.exec(term)?.[0] ?? '+';
  const [mechanism = ''] = /^[a-z0-9]*/i.exec(term.replace(/^[-+~?]/, '')) ?? [];
  const rest = term.replace(/^[-+~?]/, '').slice(mechanism.length);
  const value = rest.replace(/^[:=]/, '');
  const [target = '', size] = value.split('/');
  return { qualifier, mechanism: mechanism.toLowerCase(), value, target: target || domain, size };
}

async function lookUp(dns: DnsResolver, term: Term, policy: SpfPolicy): Promise<void> {
  const { mechanism, target, size } = term;
  // A macro depends on the email, and `ptr` and `exists` on the sender.
  if (target.includes('%')) return;
  if (mechanism === 'include' || mechanism === 'redirect') return include(dns, term, policy);
  const hosts = mechanism === 'mx' ? await mailHosts(dns, target) : mechanism === 'a' ? [target] : [];
  for (const host of hosts.slice(0, mostLookUps)) {
    for (const address of await addressesOf(dns, host)) {
      allow(policy, term, size && isIP(address) === 4 ? `${address}/${size}` : address);
    }
  }
}

async function include(dns: DnsResolver, { mechanism, target }: Term, policy: SpfPolicy): Promise<void> {
  policy.includes.add(target.toLowerCase());
  const record = await recordOf(dns, target, policy);
  if (record === undefined) {
    policy.problem ??= `it includes ${target}, which has no SPF record`;
    return;
  }
  const { others } = policy;
  await follow(dns, target, record, policy);
  // The rule of an included record for other servers does not apply to this domain.
  if (mechanism === 'include') policy.others = others;
}

function allow({ addresses }: SpfPolicy, { qualifier }: Term, network: string): void {
  if (qualifier !== '+') return;
  const [address = '', size = ''] = network.split('/');
  const version = isIP(address);
  if (version === 0) return;
  const most = version === 4 ? 32 : 128;
  const bits = /^\d{1,3}$/.test(size) ? Math.min(Number(size), most) : most;
  addresses.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6');
}

/** Whether the record lets an address send. */
export function allows({ addresses }: SpfPolicy, address: string): boolean {
  return addresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
