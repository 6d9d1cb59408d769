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
    .replaceAll(/(?<!\s)\s+([,;:!?)]|\.(?!\.)(?=\s|$))/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Cleans a text and writes it as a sentence; one without letters or digits becomes empty. */
export function sentence(text: string): string {
  const plain = plainText(text)
    .replace(/^(?:[:;,—–]\s*|[.-]\s+)+/u, '')
    .replace(/(?<![;:,—–]\s?|\s-)(?:\s?[;:,—–]|\s-)+$/u, '');
  if (!/[\p{L}\p{N}]/u.test(plain)) return '';
  return sentenceCase(plain);
}

/** Shortens a text at a word boundary to `max` characters, the ellipsis included. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${cut.replace(/\s\S*$/u, '').replace(/(?<![\s,;:.])[\s,;:.]+$/u, '')}…`;
}
