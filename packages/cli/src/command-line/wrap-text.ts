import displayWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** Columns for text: the terminal's, or as many as COLUMNS says; 80 where neither is known. */
export function textWidth(stream: { columns?: number } = process.stdout): number {
  return stream.columns || Number(process.env.COLUMNS) || 80;
}

/** Broken between words into lines of at most `width` columns, each after the first under `indent`. */
export function wrapText(text: string, width: number, indent = ''): string {
  return wrapAnsi(text.replace(/\s+/g, ' '), width - displayWidth(indent)).replaceAll('\n', `\n${indent}`);
}

/** As `wrapText` on a terminal; what a program reads stays in one line. */
export function fitToTerminal(
  text: string,
  stream: { isTTY: boolean; columns?: number },
  indent = '',
): string {
  return stream.isTTY ? wrapText(text, textWidth(stream), indent) : text;
}
