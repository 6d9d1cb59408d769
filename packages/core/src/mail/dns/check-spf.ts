import { isIP } from 'node:net';
import type { MailCheck } from '../../contract/mail-check.ts';
import { isOnThisMachine } from '../smtp/transport.ts';
import { relayOf } from './relays.ts';
import { addressesOf, type DnsResolver } from './resolver.ts';
import { allows, mostLookUps, readSpf } from './spf.ts';

interface SpfQuestion {
  dns: DnsResolver;
  /** The domain of the address that returned emails go to: receivers check its record. */
  domain: string;
  /** The mail server that emails are sent through. */
  host: string;
}

/** Whether a domain lets the mail server send for it. @throws DnsSilent */
export async function checkSpf({ dns, domain, host }: SpfQuestion): Promise<MailCheck> {
  const result = (status: MailCheck['status'], detail: string) => ({ name: 'spf' as const, status, detail });
  const spf = await readSpf(dns, domain);
  const server = await serverOf(dns, host);
  if (!spf) {
    const example = `v=spf1 ${server.mechanism} ~all`;
    return result('warning', `${domain} has no SPF record. Add a TXT record to ${domain}: ${example}`);
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
  return result(
    'warning',
    `The SPF record of ${domain} ${lacks} it to: ${withMechanism(record, server.mechanism)}`,
  );
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
  const relay = relayOf(host);
  if (relay) return { ...relay, addresses: [], mechanism: `include:${relay.include}` };
  const own = { include: undefined, name: host };
  // Its public address is not known from here.
  if (isOnThisMachine(host)) return { ...own, addresses: [], mechanism: 'ip4:YOUR_ADDRESS' };
  const version = isIP(host);
  if (version !== 0) return { ...own, addresses: [host], mechanism: `ip${version}:${host}` };
  return { ...own, addresses: await addressesOf(dns, host), mechanism: `a:${host}` };
}
