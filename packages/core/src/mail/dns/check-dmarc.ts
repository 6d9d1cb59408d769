import type { MailCheck } from '../../contract/mail-check.ts';
import { isAligned, readDmarc } from './dmarc.ts';
import type { DnsResolver } from './resolver.ts';

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
  const result = (status: MailCheck['status'], detail: string) => ({
    name: 'dmarc' as const,
    status,
    detail,
  });
  const dmarc = await readDmarc(dns, from);
  const example = 'v=DMARC1; p=none';
  if (!dmarc) {
    return result('warning', `${from} has no DMARC record. Add a TXT record to _dmarc.${from}: ${example}`);
  }
  const { record, policy, domain, isStrict } = dmarc;
  if (!policy) {
    const text = `The DMARC record of ${domain} is not valid: ${record}. Change it, for example to: ${example}`;
    return result('failed', text);
  }
  const isSigned = signer === undefined || isAligned(from, signer, dmarc, isStrict.dkim);
  if (isSigned || isAligned(from, bounces, dmarc, isStrict.spf))
    return result('ok', `${record} (of ${domain})`);
  const text = `${record} (of ${domain}), but emails from ${from} are signed by ${signer}, and returned to ${bounces}: neither counts. Set DKIM_DOMAIN to ${from}, or BOUNCE_ADDRESS to an address there.`;
  return result('failed', text);
}
