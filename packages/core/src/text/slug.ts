/** Long enough to recognize any headword, short enough to paste the address into a message. */
const longest = 80;

/**
 * A text as the last part of an address: "Crème brûlée" is `creme-brulee`, "’tis" is `tis`. Letters of other scripts
 * stay. For a text without letters and digits, the code points of its characters are used.
 */
export function slugOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’ʼ]/gu, '')
    .normalize('NFC')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [...text.trim()].map(codePoint);
  return [...words.join('-')].slice(0, longest).join('').replace(/-$/, '');
}

function codePoint(character: string): string {
  return `u${character.codePointAt(0)?.toString(16)}`;
}
