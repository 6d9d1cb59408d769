import { useMutation } from '@tanstack/react-query';
import { messages, type ProviderEntry, type UnusedWordView } from '@wordrise/core/contract';
import { Dialog } from '../../design/dialog.tsx';
import { useToasts } from '../../design/toast.tsx';
import { failure } from '../../kit/failure.ts';
import { useApi, useRefreshLists } from '../../kit/queries.ts';
import { WordPicker } from '../../kit/word-picker.tsx';
import { scheduledFor } from './send-entry.tsx';
import { nameOf, splitName } from './sends.ts';

export interface SwapDialogProps {
  entry: ProviderEntry & { id: number };
  timeZone: string;
  onClose: () => void;
}

/** Another word for the morning of an email: its email is cancelled, and one with the chosen word takes its time. */
export function SwapDialog({ entry, timeZone, onClose }: SwapDialogProps) {
  const { word } = splitName(nameOf(entry));
  const swap = useSwapWord(entry, onClose);
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => !open && !swap.isPending && onClose()}
      title={`Which word instead of “${word}”?`}
      description={
        swap.isPending
          ? `“${swap.variables.word}” takes its place ...`
          : `It goes out ${scheduledFor(entry, timeZone)}. “${word}” becomes unused again.`
      }
    >
      <WordPicker onSelect={(chosen) => !swap.isPending && swap.mutate(chosen)} />
    </Dialog>
  );
}

function useSwapWord({ id, scheduledTime }: SwapDialogProps['entry'], onSettled: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    async mutationFn({ id: wordId }: UnusedWordView) {
      // In this order readers never get two emails.
      await api.call('cancelEmail', { params: { id } });
      await api.call('scheduleEmail', { body: { wordId, scheduledDate: scheduledTime ?? '' } });
    },
    onSuccess: (_answer, { word }) => toasts.success(`“${word}” takes its place`),
    onError: (error) => toasts.error(failure(messages.schedule.failed, error)),
    async onSettled() {
      onSettled();
      await refresh();
    },
  });
}
