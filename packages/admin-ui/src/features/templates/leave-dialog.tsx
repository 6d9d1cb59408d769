import { useBlocker } from 'react-router';
import { AlertDialog } from '../../design/alert-dialog.tsx';
import { useUnsavedWork } from '../../kit/unsaved-work.ts';

export interface LeaveDialogProps {
  dirty: boolean;
  /** Called when the changes are discarded. */
  onLeave: () => void;
}

/** Asks before unsaved changes are lost: with a dialog inside the app, with the browser's own when leaving it. */
export function LeaveDialog({ dirty, onLeave }: LeaveDialogProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      nextLocation.pathname !== currentLocation.pathname &&
      // Signed out, or the session ended: the draft survives that.
      nextLocation.pathname !== '/login',
  );

  useUnsavedWork(dirty);

  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description="Your changes to the template will be lost. Readers keep getting the saved one."
      confirmLabel="Leave without saving"
      cancelLabel="Stay here"
      onConfirm={() => {
        onLeave();
        blocker.proceed?.();
      }}
    />
  );
}
