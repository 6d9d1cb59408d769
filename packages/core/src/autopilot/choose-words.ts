import { dayNumber } from '../calendar/days.ts';
import type { ChoiceRule } from '../contract/autopilot.ts';
import { breaches, rankOf, type Slot, worstBreach } from './choice-rules.ts';
import { inSeededOrder } from './seeded-order.ts';
import { type TextOfChoice, type Traits, traitsOf } from './traits.ts';

/** A word that could go out. */
export interface Candidate extends TextOfChoice {
  id: number;
  /** Whether the word check found something. */
  hasFindings: boolean;
}

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
  const left = new Map(input.candidates.map((word) => [word.id, { word, traits: traitsOf(word) }]));
  return input.mornings.flatMap(({ day, word }, at): Choice<Word>[] => {
    if (word) return [];
    const chosen = choose([...left.values()], slots, at, `${input.seed}:${day}`);
    if (!chosen) return [{ day, word: undefined, relaxed: [] }];
    left.delete(chosen.word.id);
    const broken = breaches(slots, at, chosen.traits);
    const relaxed: ChoiceRule[] = chosen.word.hasFindings ? ['check', ...broken] : broken;
    slots[at] = { dayNumber: dayNumber(day), traits: chosen.traits };
    return [{ day, word: chosen.word, relaxed }];
  });
}

interface Choosable<Word extends Candidate> {
  word: Word;
  traits: Traits;
}

function choose<Word extends Candidate>(
  left: readonly Choosable<Word>[],
  slots: readonly Slot[],
  at: number,
  seed: string,
): Choosable<Word> | undefined {
  const isPressing = pressing(left);
  const ordered = inSeededOrder(left, seed, ({ word }) => word.id);
  const groups = [ordered.filter(isPressing), ordered.filter((each) => !isPressing(each))];
  let best: { rank: number; each: Choosable<Word> } | undefined;
  for (const each of groups.flat()) {
    const broken = each.word.hasFindings ? 'check' : worstBreach(slots, at, each.traits);
    const rank = broken ? rankOf(broken) : 0;
    if (rank === 0) return each;
    if (!best || rank < best.rank) best = { rank, each };
  }
  return best?.each;
}

/**
 * The share of words that may have a trait in common before it is hard to keep them apart: the rules allow at most two
 * of three mornings, or every other one.
 */
const mostShare = { partOfSpeech: 0.6, initial: 0.6, origin: 0.45 } as const;

/** If most of the remaining words share a trait, those words come first: later, nothing would separate them. */
function pressing(left: readonly Choosable<Candidate>[]): (each: Choosable<Candidate>) => boolean {
  const passing = left.filter(({ word }) => !word.hasFindings);
  const kinds = Object.entries(mostShare).map(([name, share]) => {
    const trait = name as keyof typeof mostShare;
    const counts = new Map<string | undefined, number>();
    for (const { traits } of passing) counts.set(traits[trait], (counts.get(traits[trait]) ?? 0) + 1);
    return (each: Choosable<Candidate>) => {
      const value = each.traits[trait];
      return value !== undefined && (counts.get(value) ?? 0) > share * passing.length;
    };
  });
  return (each) => !each.word.hasFindings && kinds.some((isOfKind) => isOfKind(each));
}
