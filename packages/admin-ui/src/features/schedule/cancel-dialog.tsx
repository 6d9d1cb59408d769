import type { ProviderEntry } from '@wordrise/core/contract';
import { useState } from 'react';
import { AlertDialog } from '../../design/dialog.tsx';
import { useCancelEntry } from './schedule.queries.ts';
import { scheduledFor } from './send-entry.tsx';
import { nameOf, splitName } from './sends.ts';

export interface CancelDialogProps {
  /** Closed without one. */
  entry: ProviderEntry | undefined;
  timeZone: string;
  onClose: () => void;
}

/** Names the email and what is lost with it, before it is cancelled or taken off the list of failed ones. */
export function CancelDialog({ entry, timeZone, onClose }: CancelDialogProps) {
  const cancel = useCancelEntry(onClose);
  // While the dialog goes away it still says what it said.
  const [named, name] = useState(entry);
  if (entry && entry !== named) name(entry);
  const waits = named?.status === 'pending';
  const word = named && splitName(nameOf(named)).word;
  return (
    <AlertDialog
      open={entry !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={waits ? `Cancel “${word}”?` : `Remove “${word}” from the failed emails?`}
      description={
        named &&
        (waits
          ? cancelDescription(named, timeZone)
          : 'This deletes the failure reason. The email was never sent.')
      }
      confirmLabel={waits ? 'Cancel email' : 'Remove'}
      busyLabel={waits ? 'Cancelling...' : 'Removing...'}
      busy={cancel.isPending}
      onConfirm={() => entry && cancel.mutate(entry)}
    />
  );
}

function cancelDescription(entry: ProviderEntry, timeZone: string): string {
  const { id, scheduledTime, recipientCount } = entry;
  const readers = recipientCount
    ? ` to ${recipientCount === 1 ? '1 reader' : `${recipientCount.toLocaleString('en-US')} readers`}`
    : '';
  const when = scheduledTime === null ? '' : ` on ${scheduledFor(entry, timeZone)}`;
  const word =
    id === null ? 'It will also be deleted at the email provider.' : 'Its word becomes unused again.';
  return `It will not go out${readers}${when}. ${word}`;
}
