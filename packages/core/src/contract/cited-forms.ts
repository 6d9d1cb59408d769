import { escapeHtml } from './escape-html.ts';
import { type WordField, wordFieldTable } from './word-fields.ts';

/**
 * A cited form between asterisks. One asterisk alone stays an asterisk, as before reconstructed forms such as `*bher-`,
 * and so do those inside a word or a formula.
 */
const citedForm = /(?<![\p{L}\p{N}*])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\p{L}\p{N}*])/u;

/**
 * The text of a field in pieces, of which the second, the fourth and so on are cited forms, to be set in italics: “From
 * \*os\*, bone.” is “From ”, “os” and “, bone.” Only etymologies mark cited forms; another field is one piece.
 */
export function splitCitedForms(field: WordField, text: string): string[] {
  return wordFieldTable[field].marksCitedForms ? text.split(citedForm) : [text];
}

/** The text of a field without the asterisks around cited forms. */
export function withoutCitedMarks(field: WordField, text: string): string {
  return splitCitedForms(field, text).join('');
}

/** The text of a field as HTML, its cited forms in italics. */
export function citedFormsAsHtml(field: WordField, text: string): string {
  return splitCitedForms(field, text)
    .map((piece, at) => (at % 2 === 1 ? `<em>${escapeHtml(piece)}</em>` : escapeHtml(piece)))
    .join('');
}
