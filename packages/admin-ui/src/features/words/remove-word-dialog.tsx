import type { WordView } from '@wordrise/core/contract';
import { AlertDialog } from '../../design/alert-dialog.tsx';
import { usedText } from './word-texts.ts';
import { useRemoveWord } from './words.queries.ts';

export interface RemoveWordDialogProps {
  /** `undefined` closes the dialog. */
  word: WordView | undefined;
  onClose: () => void;
}

/** Names the word and what will be lost before it is removed. */
export function RemoveWordDialog({ word, onClose }: RemoveWordDialogProps) {
  const remove = useRemoveWord(onClose);
  if (!word) return null;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove “${word.word}”?`}
      description={removalDescription(word)}
      confirmLabel="Remove word"
      busyLabel="Removing..."
      busy={remove.isPending}
      onConfirm={() => remove.mutate(word)}
    />
  );
}

function removalDescription({ usedCount }: WordView): string {
  const lost = 'Its definition, etymology, examples and conversation tip will be lost.';
  if (usedCount === 0) return `${lost} No reader has had this word yet.`;
  return `${lost} ${usedText(usedCount)}; that record stays.`;
}
