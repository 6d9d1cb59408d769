import { dayNumber } from '../calendar/days.ts';
import type { ChoiceRule } from '../contract/autopilot.ts';
import { breaches, rankOf, type Slot, worstBreach } from './choice-rules.ts';
import { oneByOne } from './seeded-order.ts';
import { type TextOfChoice, traitsOf } from './traits.ts';
import { type Candidate, type Choosable, WordPool } from './word-pool.ts';

/** A morning with its word, or one that should get a word. */
export interface Morning {
  /** `YYYY-MM-DD` */
  day: string;
  word?: TextOfChoice | undefined;
}

export interface Choice<Word> {
  day: string;
  /** `undefined` if no word is left. */
  word: Word | undefined;
  /** Rules that it breaks, because no other word was left. */
  relaxed: ChoiceRule[];
}

/**
 * Chooses a word for each morning without one. A word that breaks no rule is preferred. Otherwise the one whose broken
 * rule matters least is chosen, in the order of `choiceRules`, so that no morning stays empty.
 *
 * @param input.mornings In order, with the mornings before and after, which count for the rules.
 * @param input.seed Decides between equally good words: the same seed gives the same words.
 */
export function chooseWords<Word extends Candidate>(input: {
  mornings: readonly Morning[];
  candidates: readonly Word[];
  seed: number;
}): Choice<Word>[] {
  const slots: Slot[] = input.mornings.map(({ day, word }) => ({
    dayNumber: dayNumber(day),
    traits: word && traitsOf(word),
  }));
  const pool = new WordPool(input.candidates);
  return input.mornings.flatMap(({ day, word }, at): Choice<Word>[] => {
    if (word) return [];
    const chosen = choose(pool, slots, at, `${input.seed}:${day}`);
    if (!chosen) return [{ day, word: undefined, relaxed: [] }];
    pool.take(chosen);
    const broken = breaches(slots, at, chosen.traits);
    const relaxed: ChoiceRule[] = chosen.word.hasFindings ? ['check', ...broken] : broken;
    slots[at] = { dayNumber: dayNumber(day), traits: chosen.traits };
    return [{ day, word: chosen.word, relaxed }];
  });
}

function choose<Word extends Candidate>(
  pool: WordPool<Word>,
  slots: readonly Slot[],
  at: number,
  seed: string,
): Choosable<Word> | undefined {
  const order = { seed, idOf: ({ word }: Choosable<Word>) => word.id, isFirst: pool.pressing() };
  const leastRank = pool.hasPassing ? 0 : rankOf('check');
  let best: { rank: number; each: Choosable<Word> } | undefined;
  for (const each of oneByOne(pool.words(), order)) {
    const broken = each.word.hasFindings ? 'check' : worstBreach(slots, at, each.traits);
    const rank = broken ? rankOf(broken) : 0;
    if (!best || rank < best.rank) best = { rank, each };
    if (rank === leastRank) break;
  }
  return best?.each;
}
