import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserView } from '@wordrise/core/contract';
import { createContext, type ReactNode, useContext } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { ErrorState } from '../design/error-state.tsx';
import { useToasts } from '../design/toast.tsx';
import { ApiError } from './api.ts';
import { currentUserQuery, keyOf, useApi } from './queries.ts';
import { loginPath } from './return-to.ts';

const UserContext = createContext<UserView | undefined>(undefined);

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

/** Ends the session here and at the server, then shows the login page. */
export function useLogout() {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => api.call('logout'),
    async onSuccess() {
      // First away, then the end: the guard would otherwise send us to sign in with a way back.
      await navigate('/login');
      endSession(client);
    },
    onError: () =>
      toasts.error({ title: 'You are still signed in', description: 'Logging out failed. Try again.' }),
  });
}

export interface RequireSessionProps {
  /** Shown until it is known who is there. */
  loading: ReactNode;
  children: ReactNode;
}

/** Lets the admin in and sends everybody else to sign in, with the way back. */
export function RequireSession({ loading, children }: RequireSessionProps) {
  const location = useLocation();
  const client = useQueryClient();
  const session = useQuery(currentUserQuery(useApi()));
  // `null` was set when a call was answered 401.
  const user = session.data as UserView | null | undefined;

  const refused = session.error instanceof ApiError && session.error.status === 401;
  if (user === null || (refused && !user)) {
    const hadSession = client.getQueryState(keyOf('currentUser'))?.dataUpdateCount ?? 0;
    return (
      <Navigate
        to={loginPath(location.pathname + location.search)}
        state={{ ended: hadSession > 1 }}
        replace
      />
    );
  }
  if (user) return <UserContext value={user}>{children}</UserContext>;
  if (session.error) {
    return (
      <main>
        <ErrorState
          title="The server cannot be reached"
          onRetry={() => session.refetch()}
          retrying={session.isFetching}
        >
          Your work is safe. Check the connection and try again.
        </ErrorState>
      </main>
    );
  }
  return loading;
}
