import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { stack } from '../../design/layout.css.ts';
import { Page } from '../../kit/page.tsx';
import { useUser } from '../../kit/session.ts';
import * as styles from './account.css.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The admin's own account: password, second factor, and where it is signed in. */
export function AccountPage() {
  const { username } = useUser();
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
        <SecondFactorCard />
        <SessionsCard />
      </div>
      <ChangePasswordDialog open={changing} onOpenChange={setChanging} />
    </Page>
  );
}
