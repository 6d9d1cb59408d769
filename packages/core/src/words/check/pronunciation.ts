import { isPlaceholder } from '../../contract/placeholder.ts';
import type { WordFinding } from '../../contract/word-check.ts';
import type { WordInput } from '../../contract/words.ts';
import { readSpokenWord, type Syllable } from './syllables.ts';

/**
 * The notation is IPA for General American, as in the library's dictionaries: between slashes, `e` as in "dress", `ɝ`
 * and `ɚ`, no length marks, and stress marks before the syllable.
 */
export function checkPronunciation({ phoneticPronunciation }: WordInput): WordFinding[] {
  const text = phoneticPronunciation.trim();
  if (text === '' || isPlaceholder(text)) return [];
  const problem = problemOf(text);
  if (problem === undefined) return [];
  return [{ code: 'pronunciation.malformed', field: 'phoneticPronunciation', message: problem }];
}

/** What is wrong with a pronunciation and how to fix it; `undefined` if it is well-formed. */
export function problemOf(text: string): string | undefined {
  const [, ipa] = /^\/([^/]+)\/$/u.exec(text) ?? [];
  if (ipa === undefined) return 'Write the pronunciation as IPA between two slashes, such as /ˈpetrɪˌkɔr/.';
  const words = ipa.split(' ');
  for (const word of words) {
    const spoken = readSpokenWord(word);
    if ('unreadable' in spoken) {
      return `“${spoken.unreadable}” does not belong in /${ipa}/. Use the symbols of General American, such as /ˈpetrɪˌkɔr/.`;
    }
    const problem = stressProblem(spoken.syllables, word, words.length > 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** @param inPhrase In a phrase, a word of one syllable may be stressed, and another word may have the main stress. */
function stressProblem(syllables: readonly Syllable[], word: string, inPhrase: boolean): string | undefined {
  if (syllables.length === 0) return `/${word}/ has no vowel. Write out every sound.`;
  const marked = (mark: Syllable['stress']) => syllables.findIndex(({ stress }) => stress === mark);
  // In a phrase, the main stress may be on another word.
  const main = marked('main') < 0 && inPhrase ? marked('secondary') : marked('main');
  if (syllables.length === 1) {
    return main < 0 || inPhrase ? undefined : `/${word}/ has one syllable: leave out the stress mark.`;
  }
  if (main < 0 || syllables.filter(({ stress }) => stress === 'main').length > 1) {
    return `Mark the main stress of /${word}/ with one ˈ before its syllable.`;
  }
  const before = syllables.slice(0, main);
  if (before.length > 1 && before.every(({ stress }) => stress === 'none')) {
    return `Mark the secondary stress before the main one in /${word}/ with ˌ.`;
  }
  const unmarked = syllables.slice(main + 1).find(needsMark);
  return unmarked && `Mark the secondary stress of the syllable with ${unmarked.vowel} in /${word}/ with ˌ.`;
}

/**
 * After the main stress, a full vowel keeps its sound only under stress, except for `oʊ` without a following consonant.
 */
function needsMark({ stress, isFull, vowel, isOpen }: Syllable): boolean {
  return stress === 'none' && isFull && !(isOpen && vowel === 'oʊ');
}
