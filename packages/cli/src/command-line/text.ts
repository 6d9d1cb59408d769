import type { EmailInDoubt } from '@wordrise/core/contract';
import displayWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** Columns for text: the terminal's, or as many as COLUMNS says; 80 if neither is known or both are 0. */
export function textWidth(stream: { columns?: number } = process.stdout): number {
  const { COLUMNS = '' } = process.env;
  return stream.columns || (/^\d+$/.test(COLUMNS) && Number(COLUMNS)) || 80;
}

/** The text broken between words into lines of at most `width` columns; all but the first start with `indent`. */
export function wrapText(text: string, width: number, indent = ''): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const beside = width - displayWidth(indent);
  // On a terminal narrower than the indent, text starts at the margin.
  const isIndented = beside > 0;
  const room = Math.max(1, isIndented ? beside : width);
  // Help has a hundred short lines: measuring them would take longer than everything else.
  if (line.length <= room && isPrintableAscii.test(line)) return line;
  // An option and its number are typed together.
  const kept = line.replace(/(--[a-z]+(?:-[a-z]+)*) (?=\d)/g, '$1\u00a0');
  return wrapAnsi(kept, room)
    .replaceAll('\n', `\n${isIndented ? indent : ''}`)
    .replaceAll('\u00a0', ' ');
}

const isPrintableAscii = /^[ -~]*$/;

/** Like `wrapText` on a terminal; what a program reads stays on one line. */
export function fitToTerminal(
  text: string,
  stream: { isTTY: boolean; columns?: number },
  indent = '',
): string {
  return stream.isTTY ? wrapText(text, textWidth(stream), indent) : text;
}

/** Wraps each line that is too long for a terminal, aligned with its text after indent, mark and label. */
export function fitLines(text: string, stream: { isTTY: boolean; columns?: number }): string {
  if (!stream.isTTY) return text;
  const width = textWidth(stream);
  return text
    .split('\n')
    .map((line) => (displayWidth(line) > width ? wrapLine(line, width) : line))
    .join('\n');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a mark may be colored.
const indentAndMark = /^\s*(?:(?:\u001b\[[\d;]*m)*[✓✗!+●○](?:\u001b\[[\d;]*m)* )?/;

/** What stands in a column of its own, at least two spaces before the text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a label may be bold.
const label = /^\S+(?: \S+)* {2,}(?:(?:\u001b\[[\d;]*m)+ *)?/;

/** The text beside a label has at least as much room as the label. */
const mostLabeled = 0.5;

function wrapLine(line: string, width: number): string {
  const [start = ''] = indentAndMark.exec(line) ?? [];
  const [title = ''] = label.exec(line.slice(start.length)) ?? [];
  const before = start + title;
  const indent = displayWidth(before);
  if (title && indent <= width * mostLabeled)
    return before + wrapText(line.slice(before.length), width, ' '.repeat(indent));
  const body = line.trimStart();
  const spaces = ' '.repeat(line.length - body.length);
  return spaces + wrapText(body, width, ' '.repeat(displayWidth(start)));
}

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

/** `onConflict` is `--on-conflict`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** "Mon, Dec 7, 2026" of `YYYY-MM-DD`. */
export function shortDay(day: string): string {
  const options = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;
  return new Date(`${day}T12:00Z`).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });
}

/** "07:00" of an instant, in a time zone. */
export function shortTime(instant: string, timeZone: string): string {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  return new Date(instant).toLocaleTimeString('en-US', options);
}

/** Emails of one day: `“hush”, 07:00; “solace”, 08:00`. */
export function timesOfDay(
  emails: readonly { word: string; scheduledDate: string }[],
  timeZone: string,
): string {
  return emails
    .map(({ word, scheduledDate }) => `“${word}”, ${shortTime(scheduledDate, timeZone)}`)
    .join('; ');
}

/** Such as `12,300`. */
export function figure(count: number): string {
  return count.toLocaleString('en-US');
}

/** Such as `1 reader` and `12,300 readers`. */
export function inWords(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** An email of which the owner decides whether some readers get it again, and the commands for it. */
export function describeDoubt({ id, word, readers }: EmailInDoubt): string {
  return `${inWords(readers, 'reader')} may or may not have “${word}”. To send it to them again: wordrise schedule resume ${id} --unknown. To leave them: wordrise schedule leave ${id}`;
}
