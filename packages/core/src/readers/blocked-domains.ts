import { DomainError } from '../platform/errors.ts';

export interface BlockedDomains {
  /** The owner's own list; it covers their subdomains too. */
  blocked: readonly string[];
  /** Whether the list of services for throwaway addresses counts too. */
  refusesDisposable: boolean;
}

/**
 * Refuses an address at a domain that the owner does not want. The answer depends on the domain alone, so it says nothing
 * about who is subscribed.
 *
 * @throws DomainError `signup.blocked_domain`
 */
export async function refuseBlocked(
  email: string,
  { blocked, refusesDisposable }: BlockedDomains,
): Promise<void> {
  const domains = [...parentsOf(email.slice(email.lastIndexOf('@') + 1))];
  const isBlocked =
    domains.some((domain) => blocked.includes(domain)) ||
    (refusesDisposable && (await anyDisposable(domains)));
  if (!isBlocked) return;
  throw new DomainError(
    'signup.blocked_domain',
    'We don’t accept addresses at this domain. Please use another address.',
  );
}

/** `a.b.example` and `b.example`. */
function* parentsOf(domain: string): Iterable<string> {
  for (let rest = domain; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) yield rest;
}

/** The list has some thousand domains and is loaded when it is first needed. */
async function anyDisposable(domains: readonly string[]): Promise<boolean> {
  const { default: list } = await import('disposable-email-domains-js');
  return domains.some((domain) => list.isDisposableEmailDomain(domain));
}
