import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { AlertDialog } from '../../design/dialog.tsx';

export interface LeaveDialogProps {
  dirty: boolean;
  /** The changes are given up. */
  onLeave: () => void;
}

/** Asks before unsaved changes are left behind: inside the app with a dialog, at its edge with the browser's own. */
export function LeaveDialog({ dirty, onLeave }: LeaveDialogProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      nextLocation.pathname !== currentLocation.pathname &&
      // Signing out or a session that ended: the draft outlives it.
      nextLocation.pathname !== '/login',
  );

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);

  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description="Your changes to the template will be lost. Readers keep getting the one saved last."
      confirmLabel="Leave without saving"
      cancelLabel="Stay here"
      onConfirm={() => {
        onLeave();
        blocker.proceed?.();
      }}
    />
  );
}
