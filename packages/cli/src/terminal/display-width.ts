import displayWidth from 'fast-string-width';

/** Columns that a text takes on a terminal; colors and combining accents take none. */
export { displayWidth };

const isPlain = /^[ -~]*$/;

/** Created on first use: the first one of a process takes 20 milliseconds. */
let graphemes: Intl.Segmenter | undefined;

/** Cut to `width` columns, with … at the cut. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (isPlain.test(text)) return `${text.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
  let cut = '';
  let taken = 0;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of graphemes.segment(text)) {
    taken += displayWidth(segment);
    if (taken > width - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

export function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** One line without control characters: a stored text must not be able to move the cursor or change colors. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

/** Like `oneLine`, but keeps line breaks. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
}
