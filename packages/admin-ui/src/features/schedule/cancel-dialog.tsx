import type { ProviderEntry } from '@wordrise/core/contract';
import { AlertDialog } from '../../design/alert-dialog.tsx';
import { useCancelEntry } from './schedule.queries.ts';
import { scheduledFor } from './send-entry.tsx';
import { nameOf, splitName } from './sends.ts';

export interface CancelDialogProps {
  /** `undefined` closes the dialog. */
  entry: ProviderEntry | undefined;
  timeZone: string;
  onClose: () => void;
}

/** Names the email and the consequences before it is cancelled or removed from the list of failed ones. */
export function CancelDialog({ entry, timeZone, onClose }: CancelDialogProps) {
  const cancel = useCancelEntry(onClose);
  if (!entry) return null;
  const isPending = entry.status === 'pending';
  const { word } = splitName(nameOf(entry));
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isPending ? `Cancel “${word}”?` : `Remove “${word}” from the failed emails?`}
      description={
        isPending
          ? cancelDescription(entry, timeZone)
          : 'This deletes the failure reason. The email was never sent.'
      }
      confirmLabel={isPending ? 'Cancel email' : 'Remove'}
      busyLabel={isPending ? 'Cancelling...' : 'Removing...'}
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(entry)}
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
