/**
 * Whether both databases store a text unchanged: they reject the zero character, and half a surrogate pair would come
 * back as a different character.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The message for a text that is not storable. */
export const notStorable = (label: string) => `${label} holds a character that cannot be stored`;

/** A name as a single line: what is typed into a form may be pasted with line breaks. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** A text from elsewhere as a single line that can be stored, cut between characters. */
export function shortLine(text: string, most: number): string {
  const line = oneLine(text).slice(0, most);
  return line.isWellFormed() ? line : line.slice(0, -1);
}
