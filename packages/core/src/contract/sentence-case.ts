/** Capitalizes the first letter, after opening quotation marks too, and ends with a full stop unless something else ends it. */
export function sentenceCase(text: string): string {
  const capitalized = text.replace(/^[“"‘'(]*\p{Ll}/u, (start) => start.toUpperCase());
  return /[.!?…][”"’')]*$/u.test(capitalized) ? capitalized : `${capitalized}.`;
}
