import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { stack } from '../../design/layout.css.ts';
import { Loading } from '../../design/skeleton.tsx';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { useUser } from '../../kit/session.ts';
import * as styles from './account.css.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The admin's own account: password, second factor, and where it is signed in. */
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
