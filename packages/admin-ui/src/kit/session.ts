import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserView } from '@wordrise/core/contract';
import { createContext, useContext } from 'react';
import { useNavigate } from 'react-router';
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

function endSession(client: QueryClient) {
  client.getQueryCache().clear();
  client.setQueryData(keyOf('currentUser'), null);
}

export function startSession(client: QueryClient, user: UserView) {
  client.getQueryCache().clear();
  client.setQueryData(keyOf('currentUser'), user);
}

/** Ends the session here and on the server, then shows the login page. */
export function useLogout() {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => api.call('logout'),
    async onSuccess() {
      // Navigate before ending the session: otherwise the guard would send us to the login page with a way back.
      await navigate('/login');
      endSession(client);
    },
    onError: () =>
      toasts.error({ title: 'You are still signed in', description: 'Logging out failed. Try again.' }),
  });
}
