import { unleased } from '../delivery/lease.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import { Alert } from './alert.ts';
import { providerAway, providerBack } from './messages.ts';
import { alertPolicy } from './policy.ts';
import { type AlertDeps, storeAlerts } from './store-alerts.ts';

export interface ProviderWatchDeps extends AlertDeps {
  provider: () => Promise<Pick<MailProvider, 'check'>>;
}

/** The key of the current outage. When it ends, it gets its own key. */
const key = 'provider_away';

/** @param away Why the last pass could not reach the provider; `undefined` if it could */
export async function watchProvider(deps: ProviderWatchDeps, away: string | undefined): Promise<void> {
  if (away !== undefined) {
    const since = deps.now();
    const notBefore = new Date(since.getTime() + alertPolicy.awayMs);
    return storeAlerts(deps, [{ key, message: providerAway({ since, reason: away }, deps), notBefore }]);
  }
  const em = deps.database.em();
  const outage = await em.findOne(Alert, { key });
  if (!outage) return;
  const at = await deps.database.sharedTime(deps.now());
  // Nobody was notified, so nobody needs to know that it is over.
  await em.nativeDelete(Alert, { key, sentAt: null, ...unleased(at, alertPolicy.leaseMs) });
  // A pass without work has not called the provider.
  if (outage.sentAt && (await answers(deps))) await end(deps, outage.createdAt);
}

async function answers({ provider }: ProviderWatchDeps): Promise<boolean> {
  try {
    const { checks } = await (await provider()).check();
    return checks.every(({ ok }) => ok);
  } catch {
    return false;
  }
}

async function end(deps: ProviderWatchDeps, since: Date): Promise<void> {
  const name = since.toISOString();
  const message = providerBack({ since, now: deps.now() }, deps);
  // In this order, if the process dies in between, the next pass reports the end of the outage.
  await storeAlerts(deps, [{ key: `provider_back:${name}`, message }]);
  await deps.database.em().nativeUpdate(Alert, { key, createdAt: since }, { key: `${key}:${name}` });
}
