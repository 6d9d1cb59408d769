import { sentenceCase } from '../contract/sentence-case.ts';

/** One line of plain text: single spaces, none before a comma, and parentheses for every kind of bracket. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\(\s*\)/gu, '')
    .replaceAll(/\(\s+/gu, '(')
    .replaceAll(/\s+([,;:!?)]|\.(?!\.)(?=\s|$))/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** A clean sentence: a capital first, a full stop last. Empty stays empty. */
export function sentence(text: string): string {
  const plain = plainText(text)
    .replace(/^(?:[:;,—–]\s*|[.-]\s+)+/u, '')
    .replace(/(?:\s*[;:,—–]|\s-)+$/u, '');
  if (!/[\p{L}\p{N}]/u.test(plain)) return '';
  return sentenceCase(plain);
}

/** Shortens at a word boundary; `max` counts the ellipsis. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${cut.replace(/\s\S*$/u, '').replace(/[\s,;:.]+$/u, '')}…`;
}
