import { BlockList, isIP } from 'node:net';
import { addressesOf, type DnsResolver, mailHosts, textRecords } from './resolver.ts';

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
