import { type CalendarDayView, moveInput, type ProviderEntry } from '@wordrise/core/contract';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { AlertDialog, Dialog, DialogActions } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { dayOf, zoneName } from '../../kit/dates.ts';
import { fieldErrorsOf } from '../../kit/failure.tsx';
import { useSchemaForm } from '../../kit/forms.ts';
import { formatLocal, localTime, nextMorningAtUsualTime } from './local-time.ts';
import * as styles from './schedule.css.ts';
import { useCancelEntry, useMoveEmail } from './schedule.queries.ts';
import { nameOf, scheduledFor, splitName } from './send-entry.tsx';

interface TimeDialogProps {
  entry: ProviderEntry & { id: number };
  timeZone: string;
  /** The days from today on. */
  days: readonly CalendarDayView[];
  onClose: () => void;
}

/** Changes the time of an email, or reschedules one that failed. Mounted each time it opens. */
export function TimeDialog({ entry, timeZone, days, onClose }: TimeDialogProps) {
  const isPending = entry.status === 'pending';
  const { word } = splitName(nameOf(entry));
  const [openedAt] = useState(() => new Date());
  const preset = isPending && entry.scheduledTime !== null && localTime(entry.scheduledTime, timeZone);
  const [local, setLocal] = useState(preset || nextMorningAtUsualTime(openedAt, days, timeZone));
  const move = useMoveEmail(onClose);
  const form = useSchemaForm(moveInput, {
    onValid: (to) => move.mutate({ entry, to }),
    busy: move.isPending,
    serverErrors: fieldErrorsOf(move.error),
  });
  const goesOut = formatLocal(local, timeZone);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !move.isPending && onClose()}
      title={isPending ? `When should “${word}” go out?` : `Schedule “${word}” again?`}
      description={isPending ? `It currently goes out ${scheduledFor(entry, timeZone)}.` : entry.reason}
    >
      <form className={styles.form} {...form.props}>
        <Field
          label="New date & time"
          name="scheduledDate"
          type="datetime-local"
          required
          value={local}
          onChange={(event) => setLocal(event.target.value)}
          errors={form.errors.scheduledDate}
          hint={goesOut === undefined ? `Time zone: ${zoneName(timeZone)}` : `Goes out ${goesOut}`}
        />
        <DialogActions>
          <Button onClick={onClose} disabled={move.isPending}>
            Keep it
          </Button>
          <Button type="submit" variant="primary" busy={move.isPending} busyLabel="Saving...">
            {isPending ? 'Change time' : 'Schedule again'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface CancelDialogProps {
  entry: ProviderEntry;
  timeZone: string;
  /** From today on; empty until loaded. */
  days: readonly CalendarDayView[];
  onClose: () => void;
}

/** Names the email and the consequences before it is canceled or removed from the list of failed ones. */
export function CancelDialog({ entry, timeZone, days, onClose }: CancelDialogProps) {
  const cancel = useCancelEntry(onClose);
  const isPending = entry.status === 'pending';
  const { word } = splitName(nameOf(entry));
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isPending ? `Cancel “${word}”?` : `Remove “${word}” from the failed emails?`}
      description={
        isPending
          ? cancelDescription(entry, timeZone, days)
          : 'This deletes the failure reason. The email was never sent.'
      }
      confirmLabel={isPending ? 'Cancel email' : 'Remove'}
      busyLabel={isPending ? 'Canceling...' : 'Removing...'}
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(entry)}
    />
  );
}

function cancelDescription(entry: ProviderEntry, timeZone: string, days: readonly CalendarDayView[]): string {
  const { id, scheduledTime, recipientCount } = entry;
  const readers = recipientCount
    ? ` to ${recipientCount === 1 ? '1 reader' : `${recipientCount.toLocaleString('en-US')} readers`}`
    : '';
  const when = scheduledTime === null ? '' : ` on ${scheduledFor(entry, timeZone)}`;
  const word =
    id === null ? 'It will also be deleted at the email provider.' : 'Its word becomes unused again.';
  const morning = days.find(({ day }) => scheduledTime !== null && day === dayOf(scheduledTime, timeZone));
  const staysEmpty =
    morning?.isLeftFree && morning.emails.length === 1
      ? ' The autopilot leaves that morning empty: to send another word, use Replace instead.'
      : '';
  return `It will not go out${readers}${when}. ${word}${staysEmpty}`;
}
