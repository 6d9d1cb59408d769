import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Credentials, defaultReturnPath, type UserView } from '@wordrise/core/contract';
import { createContext, useContext } from 'react';
import { useToasts } from '../design/toast.tsx';
import { keyOf, useApi } from './queries.ts';

const UserContext = createContext<UserView | undefined>(undefined);
export const UserProvider = UserContext;

/** The signed-in admin; below `RequireSession` there always is one. */
export function useUser(): UserView {
  const user = useContext(UserContext);
  if (!user) throw new Error('useUser needs RequireSession above it');
  return user;
}

/** Who is signed in; `null` once a call was refused, and `loggedOut` once the admin chose to leave. */
export type SessionUser = UserView | null | typeof loggedOut;
export const loggedOut = 'logged out';

/** Forgets what was fetched. The query of the user stays, since the session guard would not notice a new one. */
function endSession(client: QueryClient) {
  const [userKey] = keyOf('currentUser');
  client.setQueryData([userKey], loggedOut);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey });
}

export function startSession(client: QueryClient, user: UserView) {
  client.getQueryCache().clear();
  client.setQueryData(keyOf('currentUser'), user);
}

const newAccountKey = ['new account'];

/** What was just typed for a new account fills in the login form, once. It is never stored: a reload forgets it. */
export function keepNewAccount(client: QueryClient, typed: Credentials) {
  client.setQueryData(newAccountKey, typed);
}

export function newAccount(client: QueryClient): Credentials | undefined {
  return client.getQueryData(newAccountKey);
}

export function forgetNewAccount(client: QueryClient) {
  client.removeQueries({ queryKey: newAccountKey });
}

const newAddressKey = ['new address'];

/** Another public address may end the session at this one: the login page then says where to sign in. */
export function keepNewAddress(client: QueryClient, address: string) {
  client.setQueryData(newAddressKey, address);
}

export function newAddress(client: QueryClient): string | undefined {
  return client.getQueryData(newAddressKey);
}

const logoutKey = ['logout'];

/** Until the server has answered, a refused call does not mean that the session ended in the middle of work. */
export function useIsLoggingOut(): boolean {
  return useIsMutating({ mutationKey: logoutKey }) > 0;
}

/** Ends the session here and on the server; the guard then shows the login page. */
export function useLogout() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationKey: logoutKey,
    mutationFn: () => api.call('logout'),
    onSuccess: () => endSession(client),
    onError: () =>
      toasts.error({ title: 'You are still signed in', description: 'Logging out failed. Try again.' }),
  });
}

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
