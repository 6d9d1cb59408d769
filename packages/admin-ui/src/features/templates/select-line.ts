import { rangeOfLine } from './findings.ts';

/** Selects a line of a text area, counted from 1, and scrolls it into view. */
export function selectLine(field: HTMLTextAreaElement, line: number): void {
  const { start, end } = rangeOfLine(field.value, line);
  field.focus();
  field.setSelectionRange(start, end);
  const height = Number.parseFloat(getComputedStyle(field).lineHeight) || 0;
  field.scrollTop = Math.max(0, (line - 4) * height);
  field.scrollLeft = 0;
}
