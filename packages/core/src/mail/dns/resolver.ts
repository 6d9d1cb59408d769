/** The DNS queries of the domain checks. `Resolver` of `node:dns/promises` implements them. */
export interface DnsResolver {
  resolveTxt(name: string): Promise<string[][]>;
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  resolveMx(name: string): Promise<{ exchange: string }[]>;
}

/** DNS gave no answer, so nothing is known. */
export class DnsSilent extends Error {}

const nothing = new Set(['ENOTFOUND', 'ENODATA']);

async function answerOf<T>(asked: Promise<T[]>, name: string): Promise<T[]> {
  try {
    return await asked;
  } catch (cause) {
    const { code = 'no answer' } = cause as { code?: string };
    if (nothing.has(code)) return [];
    throw new DnsSilent(`DNS did not answer for ${name} (${code})`, { cause });
  }
}

/** The TXT records of a name, each in one piece. @throws DnsSilent */
export async function textRecords(dns: DnsResolver, name: string): Promise<string[]> {
  return (await answerOf(dns.resolveTxt(name), name)).map((parts) => parts.join('').trim());
}

/** IPv4 and IPv6 addresses of a host. @throws DnsSilent */
export async function addressesOf(dns: DnsResolver, host: string): Promise<string[]> {
  const both = await Promise.all([answerOf(dns.resolve4(host), host), answerOf(dns.resolve6(host), host)]);
  return both.flat();
}

/** The mail hosts of a domain. @throws DnsSilent */
export async function mailHosts(dns: DnsResolver, domain: string): Promise<string[]> {
  return (await answerOf(dns.resolveMx(domain), domain)).map(({ exchange }) => exchange);
}
