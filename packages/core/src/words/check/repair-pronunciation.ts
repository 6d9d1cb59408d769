import { problemOf } from './pronunciation.ts';

/** Other ways to write the same sound, two-letter ones first. */
const sameSound: readonly (readonly [string, string])[] = [
  ['\u0361', ''],
  ['t̬', 't'],
  ['l̩', 'əl'],
  ['n̩', 'ən'],
  ['m̩', 'əm'],
  ['ʍ', 'w'],
  ['ɜːr', 'ɝ'],
  ['ɜr', 'ɝ'],
  ['ɜɹ', 'ɝ'],
  ['ər', 'ɚ'],
  ['əɹ', 'ɚ'],
  ['ʧ', 'tʃ'],
  ['ʤ', 'dʒ'],
  ['g', 'ɡ'],
  ['ɛ', 'e'],
  ['ɹ', 'r'],
  ['ɫ', 'l'],
  ['ɾ', 't'],
  ['ː', ''],
  [':', ''],
  ['.', ''],
  ['·', ''],
  ["'", 'ˈ'],
  ['’', 'ˈ'],
  [',', 'ˌ'],
];

/**
 * Converts a pronunciation to the library's notation if only the notation differs: slashes, symbols for the same sound,
 * stress marks. Returns it unchanged if a person has to look at it.
 */
export function repairPronunciation(text: string): string {
  if (problemOf(text) === undefined) return text;
  const bare = text
    .normalize('NFC')
    .trim()
    .replace(/^[/[]/u, '')
    .replace(/[/\]]$/u, '')
    .trim();
  const spelled = sameSound.reduce((ipa, [from, to]) => ipa.replaceAll(from, to), bare);
  const candidates = [`/${spelled}/`, `/${spelled.replaceAll(/[ˈˌ]/gu, '')}/`];
  return candidates.find((candidate) => problemOf(candidate) === undefined) ?? text;
}
