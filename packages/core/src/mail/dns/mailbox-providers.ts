import { Resolver } from 'node:dns/promises';
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { type MailboxProviderName, mailboxProviders } from '../../contract/choices.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { jsonTable } from '../../platform/database/query.ts';
import { type DnsResolver, mailHosts } from './resolver.ts';

const MailboxDomainSchema = defineEntity({
  name: 'MailboxDomain',
  tableName: 'mailbox_domains',
  properties: {
    domain: p.string().length(255).primary(),
    /** Whose servers take its mail. */
    provider: p.string().length(100),
    /** When it is looked up again. */
    expiresAt: p.datetime(3),
  },
});

/** What DNS said about the mail servers of a domain. */
export class MailboxDomain extends MailboxDomainSchema.class {}
MailboxDomainSchema.setClass(MailboxDomain);

/** Big providers: domains of their mailboxes, and the ends of the names of their mail servers. */
const known: Readonly<Record<MailboxProviderName, { domains: readonly string[]; hosts: readonly string[] }>> =
  {
    Google: {
      domains: ['gmail.com', 'googlemail.com'],
      hosts: ['google.com', 'googlemail.com', 'smtp.goog'],
    },
    Microsoft: {
      domains: [
        'outlook.com',
        'hotmail.com',
        'live.com',
        'msn.com',
        'hotmail.co.uk',
        'hotmail.fr',
        'outlook.fr',
      ],
      hosts: ['outlook.com', 'outlook.de', 'mx.microsoft', 'office365.us'],
    },
    Yahoo: {
      domains: ['yahoo.com', 'ymail.com', 'rocketmail.com', 'aol.com', 'aim.com', 'yahoo.co.uk', 'yahoo.fr'],
      hosts: ['yahoodns.net'],
    },
    Apple: { domains: ['icloud.com', 'me.com', 'mac.com'], hosts: ['icloud.com', 'apple.com'] },
    'GMX and WEB.DE': {
      domains: ['gmx.de', 'gmx.net', 'gmx.com', 'gmx.at', 'gmx.ch', 'web.de', 'mail.com'],
      hosts: ['gmx.net', 'web.de', 'mail.com', 'emig.gmx.net'],
    },
    Proton: { domains: ['proton.me', 'protonmail.com', 'pm.me'], hosts: ['protonmail.ch'] },
    Fastmail: { domains: ['fastmail.com'], hosts: ['messagingengine.com'] },
    Zoho: { domains: ['zoho.com'], hosts: ['zoho.com', 'zoho.eu'] },
  };

/** The names that need no DNS. */
export const bigProviders: readonly string[] = mailboxProviders;

const byDomain = new Map(
  Object.entries(known).flatMap(([name, { domains }]) => domains.map((domain) => [domain, name] as const)),
);

/** Whose mailboxes have a domain of that provider itself, such as gmail.com, or one above it; `undefined` for others. */
export function ownerOf(domain: string): string | undefined {
  const labels = domain.toLowerCase().split('.');
  return labels.map((_, nth) => byDomain.get(labels.slice(nth).join('.'))).find(Boolean);
}

/** Whose servers have a name; without a big provider behind it, the domain in it. */
export function providerOfHost(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '');
  for (const [provider, { hosts }] of Object.entries(known)) {
    if (hosts.some((end) => name === end || name.endsWith(`.${end}`))) return provider;
  }
  const labels = name.split('.');
  // Such as example.co.uk. Too long a name only separates what belongs together.
  const isCountry =
    labels.length > 2 && (labels.at(-1)?.length ?? 0) === 2 && (labels.at(-2)?.length ?? 0) <= 3;
  return labels.slice(isCountry ? -3 : -2).join('.');
}

/** How many domains are asked about at a time, and how many wait for it; more are asked about another time. */
const atATime = 4;
const mostWaiting = 500;
const validMs = 7 * 24 * 3_600_000;
/** If DNS did not answer, the domain stands for itself for so long. */
const silentMs = 3_600_000;
const mostCached = 50_000;

/**
 * Says whose mailboxes are at a domain. Nothing waits for DNS: until it has answered, and if it does not, a domain stands
 * for itself.
 */
export class MailboxProviders {
  readonly #deps: { database: OpenDatabase; now: () => Date };
  #resolver: Pick<DnsResolver, 'resolveMx'> | undefined;
  readonly #names = new Map<string, string>();
  readonly #asked = new Set<string>();
  #queue: string[] = [];
  #asking = 0;
  #answers: { domain: string; provider: string; expires_at: Date }[] = [];

  constructor(deps: { database: OpenDatabase; now: () => Date; dns?: DnsResolver | undefined }) {
    this.#deps = deps;
    this.#resolver = deps.dns;
  }

  of(domain: string): string {
    return byDomain.get(domain) ?? this.#names.get(domain) ?? domain;
  }

  /** Reads what is known about domains. @returns the others */
  async recall(wanted: Iterable<string>): Promise<string[]> {
    const unknown = [...new Set(wanted)].filter(
      (domain) => !byDomain.has(domain) && !this.#names.has(domain) && !this.#asked.has(domain),
    );
    if (unknown.length === 0) return [];
    const { database, now } = this.#deps;
    const rows = jsonTable(
      database.kind,
      { domain: 'text' },
      unknown.map((domain) => ({ domain })),
    );
    const stored = await database.read(
      sql<{ domain: string; provider: string }>`select domain, provider from mailbox_domains
        where domain in (select domain from ${rows} as asked) and expires_at > ${now()}`,
    );
    if (this.#names.size > mostCached) this.#names.clear();
    for (const { domain, provider } of stored) this.#names.set(domain, provider);
    return unknown.filter((domain) => !this.#names.has(domain));
  }

  /** Reads what is known about domains, and asks DNS about the others in the background. */
  async learn(wanted: Iterable<string>): Promise<void> {
    for (const domain of await this.recall(wanted)) {
      if (this.#queue.length >= mostWaiting) break;
      this.#asked.add(domain);
      this.#queue.push(domain);
    }
    this.#askNext();
  }

  /** Stores the answers so far, for all processes. */
  async store(): Promise<void> {
    const answers = this.#answers.splice(0);
    if (answers.length === 0) return;
    const { database } = this.#deps;
    const columns = { domain: 'text', provider: 'text', expires_at: 'timestamptz' } as const;
    const rows = jsonTable(database.kind, columns, answers);
    await database.writeTogether((run) =>
      run(
        sql`insert into mailbox_domains (domain, provider, expires_at)
          select domain, provider, expires_at from ${rows} as answers where true
          on conflict (domain) do update set provider = excluded.provider, expires_at = excluded.expires_at`,
      ),
    );
  }

  #askNext(): void {
    while (this.#asking < atATime && this.#queue.length > 0) {
      const domain = this.#queue.shift();
      if (domain === undefined) return;
      this.#asking += 1;
      void this.#ask(domain).finally(() => {
        this.#asking -= 1;
        this.#asked.delete(domain);
        this.#askNext();
      });
    }
  }

  async #ask(domain: string): Promise<void> {
    this.#resolver ??= new Resolver({ timeout: 3000, tries: 1 });
    const at = this.#deps.now().getTime();
    try {
      const [host] = await mailHosts(this.#resolver as DnsResolver, domain);
      const provider = host ? providerOfHost(host) : domain;
      this.#names.set(domain, provider);
      this.#answers.push({ domain, provider, expires_at: new Date(at + validMs) });
    } catch {
      this.#names.set(domain, domain);
      this.#answers.push({ domain, provider: domain, expires_at: new Date(at + silentMs) });
    }
  }
}
