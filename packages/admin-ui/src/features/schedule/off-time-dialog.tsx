import { useMutation } from '@tanstack/react-query';
import type { OffTimeEmail, OffTimeView, ScheduledEmailView } from '@wordrise/core/contract';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import { useToasts } from '../../design/toast.tsx';
import { ApiError } from '../../kit/api.ts';
import { formatDay, formatTime } from '../../kit/dates.ts';
import { failure } from '../../kit/failure.tsx';
import { counted } from '../../kit/figures.ts';
import { useApi, useRefreshLists } from '../../kit/queries.ts';
import { useUndo } from '../../kit/undo.ts';
import { waitingTitle } from '../../kit/update-emails.tsx';
import * as styles from './schedule.css.ts';

interface OffTimeDialogProps {
  view: OffTimeView;
  timeZone: string;
  onClose: () => void;
}

/**
 * Moves emails to the usual time. Nobody knows which of them had it before it changed, so that the owner sees each and can
 * leave it. Mounted each time it opens.
 */
export function OffTimeDialog({ view, timeZone, onClose }: OffTimeDialogProps) {
  // What is moved disappears from the list that is fetched.
  const [{ time, emails }] = useState(view);
  const movable = emails.filter(({ obstacle }) => obstacle === null);
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const chosen = movable.filter(({ id }) => !kept.has(id));
  const move = useMoveOffTime({ time, onSettled: onClose });
  const [first] = chosen;
  const last = chosen.at(-1);
  const which = counted(chosen.length, 'email');

  function toggle(id: number) {
    const next = new Set(kept);
    if (!next.delete(id)) next.add(id);
    setKept(next);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !move.isPending && onClose()}
      title={`Move ${which} to ${time}?`}
      description={
        first && last
          ? `${daysOf(first, last, timeZone)} Clear those that should keep their time.`
          : 'Every email keeps its time.'
      }
    >
      <ul className={styles.offTime} aria-label="Emails to move">
        {movable.map(({ id, word, scheduledDate, usualDate }) => (
          <li key={id}>
            <label className={styles.offTimeEmail}>
              <input
                type="checkbox"
                checked={!kept.has(id)}
                disabled={move.isPending}
                onChange={() => toggle(id)}
              />
              <span className={styles.offTimeWord}>{word}</span>{' '}
              <span className={styles.offTimeChange}>
                {formatDay(scheduledDate, timeZone)}, {formatTime(scheduledDate, timeZone)} →{' '}
                {formatTime(usualDate, timeZone)}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {staying(emails, time).map((sentence) => (
        <p key={sentence} className={styles.wordHint.quiet}>
          {sentence}
        </p>
      ))}
      <DialogActions>
        <Button onClick={onClose} disabled={move.isPending}>
          Keep all
        </Button>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          busy={move.isPending}
          busyLabel={move.progress}
          onClick={() => move.mutate(chosen)}
        >
          Move {which}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function daysOf(first: OffTimeEmail, last: OffTimeEmail, timeZone: string): string {
  const day = formatDay(first.usualDate, timeZone);
  if (first.id === last.id) return `It stays on ${day}.`;
  return `Each stays on its day: the first on ${day}, the last on ${formatDay(last.usualDate, timeZone)}.`;
}

/** A sentence for each reason why emails are not offered. */
function staying(emails: readonly OffTimeEmail[], time: string): string[] {
  const reasons = {
    past: `${time} on that day has passed`,
    taken: 'another email goes out then',
  };
  return (['past', 'taken'] as const).flatMap((obstacle) => {
    const count = emails.filter((email) => email.obstacle === obstacle).length;
    if (count === 0) return [];
    return `${counted(count, 'email')} ${count === 1 ? 'stays' : 'stay'}, because ${reasons[obstacle]}.`;
  });
}

interface Moved {
  before: OffTimeEmail;
  email: ScheduledEmailView;
}

/** Moves emails one after the other. One that is refused, such as one that is sent meanwhile, keeps no other from it. */
function useMoveOffTime({ time, onSettled }: { time: string; onSettled: () => void }) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const undo = useUndo();
  const [progress, setProgress] = useState('Moving...');
  const move = (id: number, scheduledDate: string) =>
    api.call('moveEmail', { params: { id }, body: { scheduledDate } });
  const mutation = useMutation({
    async mutationFn(emails: readonly OffTimeEmail[]) {
      const moved: Moved[] = [];
      let refusal: unknown;
      for (const [at, before] of emails.entries()) {
        setProgress(`Moving email ${at + 1} of ${emails.length}...`);
        try {
          moved.push({ before, email: await move(before.id, before.usualDate) });
        } catch (error) {
          refusal ??= error;
          // Without the server or the session, the others would fail too.
          if (!(error instanceof ApiError) || error.status === 401 || error.status >= 500) break;
        }
      }
      return { moved, refusal };
    },
    onSuccess({ moved, refusal }, emails) {
      const failed = emails.length - moved.length;
      const title = `${counted(moved.length, 'email')} moved to ${time}`;
      const action =
        moved.length === 0
          ? undefined
          : undo(
              async () => {
                for (const { before } of moved) await move(before.id, before.scheduledDate);
              },
              `${moved.length === 1 ? 'It goes' : 'They go'} out at ${moved.length === 1 ? 'its old time' : 'their old times'} again`,
            );
      const waits = moved.find(({ email }) => email.status === 'pending')?.email;
      if (refusal !== undefined) {
        const { description } = failure('', refusal);
        const tell = moved.length === 0 ? toasts.error : toasts.warn;
        tell({ title: `${title}, ${failed} not`, description, action });
      } else if (waits) {
        toasts.warn({ title: waitingTitle(waits.reason), description: waits.reason ?? undefined, action });
      } else toasts.success({ title, action });
    },
    async onSettled() {
      onSettled();
      await refresh();
    },
  });
  return { ...mutation, progress };
}
