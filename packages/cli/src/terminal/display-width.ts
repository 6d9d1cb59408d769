import { stripVTControlCharacters } from 'node:util';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Script=Han})/u;

/** Columns that a text takes on a terminal; colours take none, accents go with their letter. */
export function displayWidth(text: string): number {
  const plain = stripVTControlCharacters(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: printable ASCII is the common case.
  if (/^[\x00-\x7f]*$/.test(plain)) return plain.length;
  let width = 0;
  for (const { segment } of graphemes.segment(plain)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** Cut to `width` columns, with … where something is missing. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let cut = '';
  let taken = 0;
  for (const { segment } of graphemes.segment(text)) {
    const next = wide.test(segment) ? 2 : 1;
    if (taken + next > width - 1) break;
    cut += segment;
    taken += next;
  }
  return `${cut.trimEnd()}…`;
}

export function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** One line without control characters: a stored text must not be able to move the cursor or colour the screen. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

/** As `oneLine`, but the lines stay. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
}

/** Broken between words into lines of at most `width` columns, each after the first under `indent`. */
export function wrapText(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line && displayWidth(`${indent}${line} ${word}`) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line].join(`\n${indent}`);
}
