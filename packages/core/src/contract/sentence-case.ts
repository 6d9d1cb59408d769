/**
 * Capitalizes the first letter, after opening quotation marks too, and adds a period unless other punctuation ends the
 * text.
 */
export function sentenceCase(text: string): string {
  const capitalized = text.replace(/^[“"‘'(]*\p{Ll}/u, (start) => start.toUpperCase());
  return /[.!?…][”"’')]*$/u.test(capitalized) ? capitalized : `${capitalized}.`;
}
