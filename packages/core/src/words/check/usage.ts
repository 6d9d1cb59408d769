import type { WordFinding } from '../../contract/word-check.ts';
import type { WordInput } from '../../contract/words.ts';

/** What the offline dictionary knows about a headword. */
export interface Usage {
  /** How often it occurs in WordNet's tagged texts, which have about 230,000 words. */
  count: number;
  /**
   * Whether the dictionary marks the main meaning, or any meaning of a rare word, as a slur, an obscenity or an insult.
   */
  isOffensive: boolean;
}

/** A curious adult knows every word that occurs this often. */
const easyFrom = 10;

/** Offensive words that the offline dictionary does not mark. */
const slurs = new Set(
  `beaner bitch chinky colored coon cretin cripple cunt darky eskimo gook goy gypsy gypped half-breed halfwit
  harlot homo idiot imbecile jewess kanaka lunatic midget moron mulatto negress negro nigra octoroon oriental paki
  peckerwood pygmy quadroon raghead redneck retard sambo savage shiksa shylock shyster slut spastic spaz
  spinster squaw towelhead tranny trollop whore`.split(/\s+/u),
);

const usageNotes =
  /\b(?:offens(?:e|ive)|slurs?|insult(?:s|ing)?|derogatory|disparaging|vulgar|hurtful|avoid)\b/u;

export function checkUsage(word: WordInput, { count, isOffensive }: Usage): WordFinding[] {
  const findings: WordFinding[] = [];
  if (count >= easyFrom) {
    const message = `“${word.word}” is a common word that most readers know. Choose a rarer one.`;
    findings.push({ code: 'word.too_easy', field: 'word', message });
  }
  if (
    (isOffensive || slurs.has(word.word.trim().toLowerCase())) &&
    !usageNotes.test(word.conversationTip.toLowerCase())
  ) {
    const message = `“${word.word}” can offend. Remove it, or say in the conversation tip that it is offensive.`;
    findings.push({ code: 'word.offensive', field: 'conversationTip', message });
  }
  return findings;
}
