import { type DnsResolver, textRecords } from './resolver.ts';

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
