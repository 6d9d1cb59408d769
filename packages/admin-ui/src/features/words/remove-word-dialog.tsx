import type { WordView } from '@wordrise/core/contract';
import { useState } from 'react';
import { AlertDialog } from '../../design/dialog.tsx';
import { usedText } from './word-texts.ts';
import { useRemoveWord } from './words.queries.ts';

export interface RemoveWordDialogProps {
  /** Closed without one. */
  word: WordView | undefined;
  onClose: () => void;
}

/** Names the word and what goes with it before it is removed. */
export function RemoveWordDialog({ word, onClose }: RemoveWordDialogProps) {
  const remove = useRemoveWord(onClose);
  // While the dialog goes away it still says what it said.
  const [named, name] = useState(word);
  if (word && word !== named) name(word);
  return (
    <AlertDialog
      open={word !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={`Remove “${named?.word}”?`}
      description={named && whatIsLost(named)}
      confirmLabel="Remove word"
      busyLabel="Removing..."
      busy={remove.isPending}
      onConfirm={() => word && remove.mutate(word)}
    />
  );
}

function whatIsLost({ usedCount }: WordView): string {
  const lost = 'Its definition, etymology, examples and conversation tip will be lost.';
  if (usedCount === 0) return `${lost} No reader has had this word yet.`;
  return `${lost} ${usedText(usedCount)}: the record of that stays.`;
}
