import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { useLogout } from '../../kit/session.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

/** What the admin can do with their own account. */
export function AccountActions() {
  const [changing, setChanging] = useState(false);
  const logout = useLogout();
  return (
    <>
      <Button variant="quiet" size="small" icon="key" onClick={() => setChanging(true)}>
        Change Password
      </Button>
      <Button
        variant="quiet"
        size="small"
        icon="logout"
        busy={logout.isPending}
        onClick={() => logout.mutate()}
      >
        Logout
      </Button>
      <ChangePasswordDialog open={changing} onOpenChange={setChanging} />
    </>
  );
}
