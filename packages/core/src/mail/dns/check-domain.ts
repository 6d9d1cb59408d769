import { Resolver } from 'node:dns/promises';
import type { MailCheck } from '../../contract/mail-check.ts';
import type { SmtpConfig } from '../../settings/config.ts';
import { domainOf } from '../domain-of.ts';
import { checkDkim } from './check-dkim.ts';
import { checkDmarc } from './check-dmarc.ts';
import { checkSpf } from './check-spf.ts';
import { type DnsResolver, DnsSilent } from './resolver.ts';

/**
 * Whether the records of the sending domain meet the requirements of receivers. If DNS does not answer, the result is a
 * warning: nothing is known about the record.
 */
export async function checkDomain(
  { server, from, bounceAddress, dkim }: Pick<SmtpConfig, 'server' | 'from' | 'bounceAddress' | 'dkim'>,
  dns: DnsResolver = new Resolver({ timeout: 2000, tries: 2 }),
): Promise<MailCheck[]> {
  const domain = domainOf(from.address).toLowerCase();
  const bounces = domainOf(bounceAddress ?? from.address).toLowerCase();
  return Promise.all([
    orUnchecked('spf', checkSpf({ dns, domain: bounces, host: server.host })),
    orUnchecked('dkim', checkDkim(dns, dkim)),
    orUnchecked('dmarc', checkDmarc({ dns, from: domain, bounces, signer: dkim?.domain })),
  ]);
}

async function orUnchecked(name: MailCheck['name'], check: Promise<MailCheck>): Promise<MailCheck> {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof DnsSilent)) throw error;
    return { name, status: 'warning', detail: `Could not be checked: ${error.message}.` };
  }
}
