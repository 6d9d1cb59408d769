import type { WordFinding } from '../../contract/word-check.ts';
import type { WordInput } from '../../contract/words.ts';

/** What the offline dictionary knows about a headword. */
export interface Usage {
  /** How often it occurs in WordNet's tagged texts, about 230,000 words in all. */
  count: number;
  /** Whether its main meaning is a slur, an obscenity or an insult. */
  isOffensive: boolean;
}

/** A curious adult knows every word that occurs this often. */
const easyFrom = 10;

const usageNotes =
  /\b(?:offens(?:e|ive)|slurs?|insult(?:s|ing)?|derogatory|disparaging|vulgar|hurtful|avoid)\b/u;

export function checkUsage(word: WordInput, { count, isOffensive }: Usage): WordFinding[] {
  const findings: WordFinding[] = [];
  if (count >= easyFrom) {
    const message = `“${word.word}” is a common word that most readers know. Choose a rarer one.`;
    findings.push({ code: 'word.too_easy', field: 'word', message });
  }
  if (isOffensive && !usageNotes.test(word.conversationTip.toLowerCase())) {
    const message = `“${word.word}” can offend. Remove it, or say in the conversation tip that it is offensive.`;
    findings.push({ code: 'word.offensive', field: 'conversationTip', message });
  }
  return findings;
}
