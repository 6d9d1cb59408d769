import { useMutation } from '@tanstack/react-query';
import type { ProviderEntry, UnusedWordView } from '@wordrise/core/contract';
import { Dialog } from '../../design/dialog.tsx';
import { useToasts } from '../../design/toast.tsx';
import { failure } from '../../kit/failure.ts';
import { useApi, useRefreshLists } from '../../kit/queries.ts';
import { WordPicker } from '../../kit/word-picker.tsx';
import { toastSaved } from './schedule.queries.ts';
import { scheduledFor } from './send-entry.tsx';
import { nameOf, splitName } from './sends.ts';

export interface SwapDialogProps {
  entry: ProviderEntry & { id: number };
  timeZone: string;
  onClose: () => void;
}

/** Replaces the word of a scheduled email. */
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

function useSwapWord({ id }: SwapDialogProps['entry'], onSettled: () => void) {
  const api = useApi();
  const toasts = useToasts();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: ({ id: wordId }: UnusedWordView) =>
      api.call('swapWord', { params: { id }, body: { wordId } }),
    onSuccess: (email, { word }) => toastSaved(toasts, `“${word}” takes its place`, email),
    onError: (error) => toasts.error(failure('The word was not swapped', error)),
    async onSettled() {
      onSettled();
      await refresh();
    },
  });
}
