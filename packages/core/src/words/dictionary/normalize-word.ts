import { sentenceCase } from '../../contract/sentence-case.ts';
import type { LookupOutcome } from './dictionary.ts';

/** The form in which a word is looked up: single spaces, plain apostrophes and hyphens. */
export function normalizeWord(word: string): string {
  return word
    .normalize('NFC')
    .replaceAll(/[’‘ʼ´`]/gu, "'")
    .replaceAll(/[‐‑–]/gu, '-')
    .replaceAll(/[\s_]+/gu, ' ')
    .trim();
}

/** Spellings with the same key are the same word: case and the kind of apostrophe do not matter. */
export function wordKey(word: string): string {
  return normalizeWord(word).toLowerCase();
}

/** Removes accents: `café` → `cafe`. */
export function withoutAccents(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('æ', 'ae').replaceAll('œ', 'oe');
}

/** The answer for a word that no English dictionary can have; `undefined` if it is worth a lookup. */
export function refuseUnlikely(word: string): LookupOutcome | undefined {
  const letters = word.match(/\p{L}/gu) ?? [];
  if (letters.length === 0) return notFound(`“${word}” has no letters, so there is nothing to look up.`);
  if (!letters.every((letter) => /\p{Script=Latin}/u.test(letter))) {
    return notFound(`“${word}” is not written in Latin letters; this is an English dictionary.`);
  }
  return undefined;
}

/** @param suggestions Closest first; the reason names up to three. */
export function noEntry(word: string, suggestions: readonly string[] = []): LookupOutcome {
  const [...shown] = suggestions.slice(0, 3);
  const last = shown.pop();
  const list = shown.length > 0 ? `${shown.join(', ')} or ${last}` : last;
  return notFound(`No entry for “${word}”.${list ? ` Did you mean ${list}?` : ''}`, suggestions);
}

/** Its definitions repeat the word, break off, or only say what it is used of. */
export function noDefinition(word: string): LookupOutcome {
  return notFound(`The dictionary has no usable definition of “${word}”. Write the entry yourself.`);
}

export function refuseOffensive(word: string): LookupOutcome {
  return notFound(`“${word}” was left out: the dictionary marks it as offensive.`);
}

function notFound(reason: string, suggestions: readonly string[] = []): LookupOutcome {
  return { found: false, reason, suggestions: [...suggestions] };
}

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
