import type { Insertion } from './insert-lists.tsx';

export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Puts text at the caret, or around what is selected. The field's own `input` event tells of it. */
export function insertAt(field: TextField, { before, after, inside }: Insertion): void {
  const { selectionStart, selectionEnd, value } = field;
  const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length];
  const middle = value.slice(start, end) || inside;
  const selected = after !== '' && start !== end;
  const text = after === '' ? before : before + middle + after;
  field.focus();
  // Old, and the only way that can be undone with the keyboard.
  if (!document.execCommand?.('insertText', false, text)) {
    field.setRangeText(text, start, end, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  // What was wrapped stays selected.
  if (selected) field.setSelectionRange(start + before.length, start + before.length + middle.length);
}
