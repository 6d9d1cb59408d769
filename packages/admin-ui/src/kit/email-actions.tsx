import { useMutation } from '@tanstack/react-query';
import type { ScheduleAnswer, UnusedWordView } from '@wordrise/core/contract';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import type { IconName } from '../design/icon.tsx';
import { type ToastAction, type Toasts, useToasts } from '../design/toast.tsx';
import { formatDay, formatLong, withZone } from './dates.ts';
import { failure } from './failure.tsx';
import { lazyPart } from './lazy-part.ts';
import { useApi, useRefreshLists } from './queries.ts';
import { useTimeZone } from './system.ts';
import { useUndo } from './undo.ts';
import { waitingTitle } from './update-emails.tsx';

const TestDialog = lazyPart(() => import('./test-dialog.tsx'), 'TestDialog');
const WordPicker = lazyPart(() => import('./word-picker.tsx'), 'WordPicker');

/** An email that waits, as its buttons need it. */
export interface WaitingEmail {
  id: number;
  wordId: number;
  word: string;
  scheduledDate: string;
}

interface EmailActionsProps {
  email: WaitingEmail;
  /** What the buttons are about, for screen readers. */
  name: string;
  /** `quiet` in a list: without frames and icons. */
  variant?: 'secondary' | 'quiet';
}

/** What an owner does with an email that waits: edit its word, give it another one, try it. */
export function EmailActions({ email, name, variant = 'secondary' }: EmailActionsProps) {
  const look = (icon: IconName) =>
    ({ size: 'small', variant, icon: variant === 'quiet' ? undefined : icon }) as const;
  const [open, setOpen] = useState<'replace' | 'test'>();
  const [searchParams, setSearchParams] = useSearchParams();
  // A link to this page can ask for it: `?replace=` and the id of the word.
  const isAsked = searchParams.get('replace') === String(email.wordId);
  function close() {
    setOpen(undefined);
    if (!isAsked) return;
    searchParams.delete('replace');
    setSearchParams(searchParams, { replace: true, preventScrollReset: true });
  }
  return (
    <>
      <ButtonLink
        {...look('edit')}
        to={`/admin/words?panel=edit-${email.wordId}`}
        aria-label={`Edit ${name}`}
      >
        Edit
      </ButtonLink>
      <Button {...look('refresh')} aria-label={`Replace ${name}`} onClick={() => setOpen('replace')}>
        Replace
      </Button>
      <Button {...look('mail')} aria-label={`Send a test of ${name}`} onClick={() => setOpen('test')}>
        Send a test
      </Button>
      <Suspense>
        {(open === 'replace' || isAsked) && <ReplaceDialog email={email} onClose={close} />}
        {open === 'test' && (
          <TestDialog content={`The email with “${email.word}”`} wordId={email.wordId} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

/** Replaces the word of a scheduled email. */
function ReplaceDialog({ email, onClose }: { email: WaitingEmail; onClose: () => void }) {
  const timeZone = useTimeZone();
  const { word, scheduledDate } = email;
  const replace = useReplaceWord(email, onClose);
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => !open && !replace.isPending && onClose()}
      title={`Which word instead of “${word}”?`}
      description={
        replace.isPending
          ? `“${replace.variables.word}” takes its place ...`
          : `It goes out ${withZone(formatLong(scheduledDate, timeZone), timeZone)}. “${word}” becomes unused again.`
      }
    >
      <Suspense>
        <WordPicker onSelect={(chosen) => !replace.isPending && replace.mutate(chosen)} />
      </Suspense>
    </Dialog>
  );
}

function useReplaceWord(
  { id, wordId: oldId, word: old, scheduledDate }: WaitingEmail,
  onSettled: () => void,
) {
  const api = useApi();
  const timeZone = useTimeZone();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  const undo = useUndo();
  const swap = (wordId: number) => api.call('swapWord', { params: { id }, body: { wordId } });
  return useMutation({
    mutationFn: (chosen: UnusedWordView) => swap(chosen.id),
    onSuccess(email, { word }) {
      const done = `“${old}” goes out on ${formatDay(scheduledDate, timeZone)} again`;
      const back = undo(() => swap(oldId), done);
      toastSaved(toasts, `“${word}” takes its place`, email, back);
    },
    onError: (error) => toasts.error(failure('The word was not replaced', error)),
    async onSettled() {
      onSettled();
      await refresh();
    },
  });
}

/**
 * Shows that an email is saved: as a warning if the provider does not have it yet, and with any findings about its
 * word.
 */
export function toastSaved(
  toasts: Toasts,
  title: string,
  { status, reason, warnings = [] }: Pick<ScheduleAnswer, 'status' | 'reason' | 'warnings'>,
  action?: ToastAction,
): void {
  const notes = [...(reason === null ? [] : [reason]), ...warnings];
  const description = notes.join(' ') || undefined;
  if (status === 'pending') toasts.warn({ title: waitingTitle(reason), description, action });
  else toasts.success({ title, description, action });
}
