import type { Insertion } from './insert-lists.tsx';

export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Inserts text at the cursor or around the selection, and fires the field's `input` event. */
export function insertAt(field: TextField, { before, after, inside }: Insertion): void {
  const { selectionStart, selectionEnd, value } = field;
  const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length];
  const middle = value.slice(start, end) || inside;
  const selected = after !== '' && start !== end;
  const text = after === '' ? before : before + middle + after;
  field.focus();
  // Deprecated, but the only way to keep undo working.
  if (!document.execCommand?.('insertText', false, text)) {
    field.setRangeText(text, start, end, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // The wrapped text stays selected.
  if (selected) field.setSelectionRange(start + before.length, start + before.length + middle.length);
}
