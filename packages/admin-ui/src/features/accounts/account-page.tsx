import { useMutation, useQuery } from '@tanstack/react-query';
import type { SessionView } from '@wordrise/core/contract';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { AlertDialog } from '../../design/dialog.tsx';
import { entry, stack } from '../../design/layout.css.ts';
import { sitePath } from '../../design/site-path.ts';
import { Badge, Loading } from '../../design/states.tsx';
import { useToasts } from '../../design/toast.tsx';
import { formatShort } from '../../kit/dates.ts';
import { failure, QueryError } from '../../kit/failure.tsx';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { useUser } from '../../kit/session.ts';
import { useTimeZone } from '../../kit/system.ts';
import * as styles from './account.css.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { SecondFactorCard } from './second-factor.tsx';

/** The admin's own account: password, two-step sign-in, and where it is signed in. */
export function AccountPage() {
  const { username } = useUser();
  const factor = useQuery(endpointQuery(useApi(), 'secondFactor'));
  const [changing, setChanging] = useState(false);
  return (
    <Page title="Account" note={`Signed in as ${username}.`}>
      <div className={stack.large}>
        <Card
          title="Password"
          note="Changing it signs out every other session."
          flush
          actions={
            <Button icon="key" onClick={() => setChanging(true)}>
              Change Password
            </Button>
          }
        >
          <div className={styles.end} />
        </Card>
        {factor.isFetched ? (
          <>
            <SecondFactorCard />
            <SessionsCard />
          </>
        ) : (
          <Loading label="Loading the account" rows={2} rowHeight="9rem" />
        )}
      </div>
      <ChangePasswordDialog open={changing} onOpenChange={setChanging} />
    </Page>
  );
}

/** Where the admin is signed in. */
export function SessionsCard() {
  const api = useApi();
  const [leaving, setLeaving] = useState(false);
  const toasts = useToasts();
  const sessions = useQuery({ ...endpointQuery(api, 'listSessions'), staleTime: 0 });
  const onError = (error: Error) => toasts.error(failure('Signing out failed', error));
  const end = useMutation({
    mutationFn: (id: string) => api.call('endSession', { params: { id } }),
    onSuccess: () => toasts.success('The session is signed out.'),
    onError,
    onSettled: () => sessions.refetch(),
  });
  const endAll = useMutation({
    mutationFn: () => api.call('endSessions'),
    // The session is gone: load the login page.
    onSuccess: () => location.assign(`${sitePath}/login`),
    onError,
  });
  return (
    <Card
      title="Sessions"
      note="A session ends 7 days after its last use, and 30 days after the sign-in."
      flush
      actions={
        <Button icon="logout" onClick={() => setLeaving(true)}>
          Sign out everywhere
        </Button>
      }
    >
      {sessions.isPending && (
        <div className={styles.state}>
          <Loading label="Loading sessions" rows={2} rowHeight="3rem" />
        </div>
      )}
      {sessions.error && <QueryError title="Failed to fetch the sessions" query={sessions} />}
      {sessions.data && (
        <ul className={styles.list}>
          {sessions.data.sessions.map((session) => (
            <Session
              key={session.id}
              session={session}
              busy={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
      <AlertDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Sign out everywhere?"
        description="Every session ends, this one too. You will need to sign in again."
        confirmLabel="Sign out everywhere"
        busyLabel="Signing out..."
        cancelLabel="Stay signed in"
        busy={endAll.isPending || endAll.isSuccess}
        onConfirm={() => endAll.mutate()}
      />
    </Card>
  );
}

interface SessionProps {
  session: SessionView;
  busy: boolean;
  onEnd: () => void;
}

function Session({ session, busy, onEnd }: SessionProps) {
  const timeZone = useTimeZone();
  const { browser, address, signedInAt, usedAt, isCurrent } = session;
  return (
    <li className={entry}>
      <div>
        <p className={styles.name}>
          {browser} {isCurrent && <Badge tone="good">This session</Badge>}
        </p>
        <p className={styles.meta}>
          {address !== null && `From ${address}. `}
          Signed in {formatShort(signedInAt, timeZone)}, last used {formatShort(usedAt, timeZone)}
        </p>
      </div>
      {!isCurrent && (
        <Button size="small" busy={busy} aria-label={`Sign out ${browser}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
