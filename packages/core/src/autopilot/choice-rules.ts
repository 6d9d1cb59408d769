import { type ChoiceRule, choiceRules } from '../contract/autopilot.ts';
import { meanNearlyTheSame, type Traits } from './traits.ts';

/** A morning and its word, if it has one already. */
export interface Slot {
  /** Days since any fixed day. */
  dayNumber: number;
  traits: Traits | undefined;
}

/** Words with nearly the same meaning are this many days apart. */
const alikeDays = 30;

type Rule = (mornings: readonly Slot[], at: number, traits: Traits) => boolean;

/** Whether a word at a place would break a rule, given the words around it. */
const isBroken: Record<Exclude<ChoiceRule, 'check'>, Rule> = {
  origin: (mornings, at, { origin }) =>
    origin !== undefined && [at - 1, at + 1].some((near) => mornings[near]?.traits?.origin === origin),
  part_of_speech: (mornings, at, traits) => isThirdRunning(mornings, at, traits, 'partOfSpeech'),
  initial: (mornings, at, traits) => isThirdRunning(mornings, at, traits, 'initial'),
  definition: (mornings, at, traits) => isNear(mornings, at, traits, -1) || isNear(mornings, at, traits, 1),
};

const byImportance = choiceRules.toReversed().filter((rule) => rule !== 'check');

/** How much it matters to break a rule; more than 0. */
export const rankOf = (rule: ChoiceRule) => choiceRules.indexOf(rule) + 1;

/** The most important rule that a word would break at this place, given the words around it. */
export function worstBreach(mornings: readonly Slot[], at: number, traits: Traits): ChoiceRule | undefined {
  return byImportance.find((rule) => isBroken[rule](mornings, at, traits));
}

/** Every rule that a word would break at this place, given the words around it. */
export function breaches(mornings: readonly Slot[], at: number, traits: Traits): ChoiceRule[] {
  return byImportance.filter((rule) => isBroken[rule](mornings, at, traits));
}

function isThirdRunning(
  mornings: readonly Slot[],
  at: number,
  traits: Traits,
  trait: 'initial' | 'partOfSpeech',
): boolean {
  const isSame = (near: number) => mornings[near]?.traits?.[trait] === traits[trait];
  const pairs = [
    [at - 2, at - 1],
    [at - 1, at + 1],
    [at + 1, at + 2],
  ];
  return pairs.some((pair) => pair.every(isSame));
}

/** Whether one of the words before or after means nearly the same. */
function isNear(mornings: readonly Slot[], at: number, traits: Traits, step: 1 | -1): boolean {
  const here = mornings[at]?.dayNumber ?? 0;
  for (let near = at + step; ; near += step) {
    const other = mornings[near];
    if (!other || Math.abs(other.dayNumber - here) > alikeDays) return false;
    if (other.traits && meanNearlyTheSame(traits, other.traits)) return true;
  }
}
