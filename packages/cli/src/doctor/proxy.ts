import type { Config } from '@wordrise/core';
import type { Finding } from './finding.ts';

/** Without https there may be no proxy, so nothing is reported. */
export function checkProxy({ publicUrl, trustProxy }: Config): Finding[] {
  if (!publicUrl.startsWith('https:') || trustProxy > 0) return [];
  const detail =
    'PUBLIC_URL is https, and TRUST_PROXY is 0: every visitor seems to come from the proxy, and they share the limits on signups and logins. Set TRUST_PROXY=1.';
  return [{ name: 'Proxy', status: 'warning', detail }];
}
