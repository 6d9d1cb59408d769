import displayWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** Columns for text: the terminal's, or as many as COLUMNS says; 80 if neither is known. */
export function textWidth(stream: { columns?: number } = process.stdout): number {
  return stream.columns || Number(process.env.COLUMNS) || 80;
}

/** The text broken between words into lines of at most `width` columns; all but the first start with `indent`. */
export function wrapText(text: string, width: number, indent = ''): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const room = width - displayWidth(indent);
  // Help has a hundred short lines: measuring them would take longer than everything else.
  if (line.length <= room && isPrintableAscii.test(line)) return line;
  return wrapAnsi(line, room).replaceAll('\n', `\n${indent}`);
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

/** Wraps each line that is too long for a terminal, aligned with its text after indent and mark. */
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

function wrapLine(line: string, width: number): string {
  const [start = ''] = indentAndMark.exec(line) ?? [];
  const body = line.trimStart();
  const spaces = ' '.repeat(line.length - body.length);
  return spaces + wrapText(body, width, ' '.repeat(displayWidth(start)));
}
