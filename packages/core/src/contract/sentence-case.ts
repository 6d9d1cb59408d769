/**
 * Capitalizes the first letter, after opening quotation marks too, and adds a period unless other punctuation ends the
 * text.
 */
export function sentenceCase(text: string): string {
  const capitalized = text.replace(/^[“"‘'(]*\p{Ll}/u, (start) => start.toUpperCase());
  return withPeriod(capitalized);
}

/** Adds a period unless other punctuation ends the text: what a mail server answers often has none. */
export function withPeriod(text: string): string {
  return /[.!?…][”"’')]*$/u.test(text) ? text : `${text}.`;
}
