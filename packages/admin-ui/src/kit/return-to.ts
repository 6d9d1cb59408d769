import { defaultReturnPath } from '@wordrise/core/contract';

const origin = 'https://this.site';

/** Where to go after signing in: only a path of this site, never another site's address.
 *
 * `//evil`, `/\evil`, `https://evil` and `javascript:` all lead elsewhere; browsers also drop tabs and line breaks
 * inside an address, so `/\t/evil` does too. */
export function safeReturnTo(value: string | null | undefined): string {
  if (!value?.startsWith('/') || !URL.canParse(value, origin)) return defaultReturnPath;
  const url = new URL(value, origin);
  const path = url.pathname + url.search + url.hash;
  // Dot segments can leave a path that itself starts with two slashes.
  if (url.origin !== origin || path.startsWith('//')) return defaultReturnPath;
  // Returning to the login page would be a loop.
  return /^\/(login|admin-setup)\/?$/.test(url.pathname) ? defaultReturnPath : path;
}

/** `/login?returnTo=…` for a page of this site, its search included. The slashes stay readable. */
export function loginPath(returnTo: string): string {
  return `/login?returnTo=${encodeURIComponent(returnTo).replaceAll('%2F', '/')}`;
}
