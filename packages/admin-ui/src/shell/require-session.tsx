import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ErrorState, Loading } from '../design/states.tsx';
import { ApiError } from '../kit/api.ts';
import { currentUserQuery, useApi } from '../kit/queries.ts';
import { loggedOut, loginPath, type SessionUser, UserProvider, useIsLoggingOut } from '../kit/session.ts';
import * as styles from './admin-layout.css.ts';

export interface RequireSessionProps {
  /** Shown while the session is being checked. */
  loading: ReactNode;
  children: ReactNode;
}

/** Lets the admin in and sends everyone else to the login page, which leads back here. */
export function RequireSession({ loading, children }: RequireSessionProps) {
  const location = useLocation();
  const hadSession = useRef(false);
  const isLoggingOut = useIsLoggingOut();
  const session = useQuery(currentUserQuery(useApi()));
  const user = session.data as SessionUser | undefined;
  const hasLeft = user === loggedOut;
  if (user && !hasLeft) hadSession.current = true;

  const refused = session.error instanceof ApiError && session.error.status === 401;
  if (hasLeft && hadSession.current) return <Navigate to="/login" />;
  if (user === null && isLoggingOut) return loading;
  if (user === null || hasLeft || (refused && !user)) {
    return (
      <Navigate
        to={loginPath(location.pathname + location.search)}
        state={{ ended: hadSession.current }}
        replace
      />
    );
  }
  if (user) return <UserProvider value={user}>{children}</UserProvider>;
  if (session.error) {
    // Such as while the database is down.
    const answer = session.error instanceof ApiError ? session.error.serverMessage : undefined;
    return (
      <main>
        <ErrorState
          title={answer ? 'The server has a problem' : 'The server cannot be reached'}
          onRetry={() => session.refetch()}
          retrying={session.isFetching}
        >
          Your work is safe. {answer ?? 'Check the connection and try again.'}
        </ErrorState>
      </main>
    );
  }
  return loading;
}

/** Pages of the admin area that open in their own window, without its navigation. */
export function WindowLayout() {
  return (
    <RequireSession
      loading={
        <main className={styles.waiting}>
          <Loading label="Loading" rowHeight="6rem" />
        </main>
      }
    >
      <Outlet />
    </RequireSession>
  );
}
