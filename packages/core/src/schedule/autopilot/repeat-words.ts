import type { ChoosableWord } from '../../words/list-words.ts';
import { type Candidate, chooseWords, type Morning } from './choose-words.ts';
import { isRested } from './place-pins.ts';

/** Of this many words that were sent longest ago, one that breaks no rule is found. */
const candidates = 40;

/**
 * Chooses words that were sent before for the mornings that are still without one, because no unused word is left. One
 * that was not sent for two years is drawn; if there is none, the one that was sent longest ago goes out.
 *
 * @param input.sent Words with their last day, longest ago first.
 */
export function repeatWords<Word extends Candidate>(input: {
  mornings: readonly Morning[];
  sent: readonly { word: Word; lastDay: ChoosableWord['lastDay'] }[];
  seed: number;
}): Map<string, Word> {
  const chosen = new Map<string, Word>();
  const timeline = [...input.mornings];
  const left = [...input.sent];
  for (const [at, { day, word: given }] of input.mornings.entries()) {
    const oldest = left[0];
    if (given || !oldest) continue;
    const rested = left.filter((each) => isRested(each, day)).slice(0, candidates);
    const [choice] = chooseWords({
      // Every other morning counts as it is, or not at all.
      mornings: timeline.filter((each, place) => place === at || each.word),
      candidates: rested.map(({ word }) => word),
      seed: input.seed,
    });
    const word = choice?.word ?? oldest.word;
    chosen.set(day, word);
    timeline[at] = { day, word };
    left.splice(
      left.findIndex((each) => each.word.id === word.id),
      1,
    );
  }
  return chosen;
}
