/** The first words of a text, with "…"; the text itself if it is not longer. */
export function firstWords(text: string, most: number): string {
  if (text.length <= most) return text;
  const words = text.slice(0, most).replace(/ [^ ]*$/, '');
  return `${words.replace(/[,;.:]$/, '')}…`;
}
